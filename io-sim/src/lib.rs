//! io-sim
