//! io-real
