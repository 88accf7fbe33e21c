//! Record batches (message format v2): opaque bytes with a header that the broker reads.

mod batch;
pub mod build;
mod check;
mod inside;
pub mod read;
mod walk;

pub use batch::{Batch, Compression, HEADER_LEN, Header, PREFIX_LEN};
pub use check::{check_client, check_stored, crc};
pub use walk::{Range, Step, Walk};
