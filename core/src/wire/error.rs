//! What can be wrong with bytes read or with a value to be written.

use core::fmt;

/// Why a value could not be decoded or encoded.
///
/// Decoding errors are the sender's fault, except [`WireError::Budget`], which is our limit. The
/// errors that name a field are encoding errors, and the fault of whoever filled in the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WireError {
    /// The frame, or the tagged field being read, ends before the value does.
    Truncated,
    /// Decoding the value would need more memory than the reader's budget allows.
    Budget,
    /// A length or an array count is negative, or larger than anything that could follow it.
    Length,
    /// A variable-length integer does not fit 32 bits.
    Varint,
    /// A string is not UTF-8.
    Utf8,
    /// A null stands where the version read allows none.
    UnexpectedNull,
    /// A tagged field does not fill the size it declares.
    TagSize,
    /// Bytes are left where the value should have ended.
    Trailing,
    /// The message does not exist in this version.
    Version {
        /// The message's name.
        message: &'static str,
        /// The version asked for.
        version: i16,
    },
    /// A record of a kind that this version of the software does not know.
    UnknownKind(i16),
    /// A field holds a value that the version to be written cannot carry, and that must not be
    /// dropped silently.
    Unsupported {
        /// The field, as `Struct.field`.
        field: &'static str,
        /// The version asked for.
        version: i16,
    },
    /// A field is null, which the version to be written does not allow.
    Null {
        /// The field, as `Struct.field`.
        field: &'static str,
    },
    /// A string, a byte string or an array is longer than its length field can say.
    TooLong,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => f.write_str("truncated"),
            Self::Budget => f.write_str("needs more memory than its budget"),
            Self::Length => f.write_str("impossible length"),
            Self::Varint => f.write_str("varint does not fit 32 bits"),
            Self::Utf8 => f.write_str("string is not UTF-8"),
            Self::UnexpectedNull => f.write_str("null where none is allowed"),
            Self::TagSize => f.write_str("tagged field does not fill its declared size"),
            Self::Trailing => f.write_str("trailing bytes"),
            Self::Version { message, version } => write!(f, "{message} has no version {version}"),
            Self::UnknownKind(kind) => write!(f, "unknown kind of record {kind}"),
            Self::Unsupported { field, version } => {
                write!(f, "{field} cannot be written in version {version}")
            }
            Self::Null { field } => write!(f, "{field} must not be null"),
            Self::TooLong => f.write_str("too long for its length field"),
        }
    }
}

impl core::error::Error for WireError {}
