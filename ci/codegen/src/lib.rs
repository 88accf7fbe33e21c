//! The message notation of Highwater: reading it, importing it from Kafka's definitions, and
//! generating Rust from it.

mod field;
pub mod import;
pub mod layout;
mod message;
pub mod names;
pub mod notation;
pub mod rust;
pub mod sample;
pub mod schema;
