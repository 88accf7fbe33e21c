//! Nothing but tests: the wire codec of the core against the crate `kafka-protocol`, an
//! implementation made by others. It compiles slowly, hence this crate of its own.
