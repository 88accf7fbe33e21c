//! The Kafka wire format: primitives, frames and the generated messages.
//!
//! Decoding is zero-copy (strings and bytes are slices of the frame they came in), draws every
//! allocation on a budget, and never trusts a length. Encoding follows the rules of Kafka's own
//! generator: a field that a version lacks must be ignorable or at its default. The messages are
//! generated from the notation under `core/schemas` by `ci/codegen`.

mod error;
pub mod frame;
pub mod generated;
mod message;
mod reader;
mod types;
mod writer;

pub use error::WireError;
pub use message::{Message, Part, Request};
pub use reader::{Reader, Tags};
pub use types::{Float64, Records, Str, Uuid};
pub use writer::{Gap, TagSlot, TagsSlot, Writer};
