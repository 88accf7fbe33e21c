//! What generated messages have in common.

use super::{Reader, Uuid, WireError, Writer};

/// A value with a known place in a message: a struct, or a fixed-size element of an array.
pub trait Part: Sized {
    /// The fewest bytes it takes on the wire, in whichever version that is; at least 1.
    const LEAST: usize;

    /// Reads it as `version` of the enclosing message lays it out, which must be one of that
    /// message's versions.
    fn read(r: &mut Reader, version: i16) -> Result<Self, WireError>;

    /// Writes it as `version` of the enclosing message lays it out, which must be one of that
    /// message's versions. On an error the writer holds a partial value.
    fn write(&self, w: &mut Writer, version: i16) -> Result<(), WireError>;
}

/// A complete message: a request or response body, a header, or the payload of a record.
pub trait Message: Part {
    /// The message's name, as Kafka spells it.
    const NAME: &'static str;
    /// The first version.
    const MIN_VERSION: i16;
    /// The last version, whether stable or not.
    const MAX_VERSION: i16;
    /// The first version with compact lengths and tagged fields (KIP-482), if any has them.
    const FLEXIBLE_FROM: Option<i16>;
    /// Whether the last version may still change, and so must not be advertised by default.
    const UNSTABLE_LATEST: bool = false;

    /// Decodes the message. It need not end where the reader does.
    fn decode(r: &mut Reader, version: i16) -> Result<Self, WireError> {
        check_version::<Self>(version)?;
        Self::read(r, version)
    }

    /// Encodes the message. On an error the writer holds a partial message.
    fn encode(&self, w: &mut Writer, version: i16) -> Result<(), WireError> {
        check_version::<Self>(version)?;
        self.write(w, version)
    }
}

/// The body of a request.
pub trait Request: Message {
    /// The api key that announces it.
    const API_KEY: i16;
    /// The body of its response, in the same version.
    type Response: Message;
}

fn check_version<M: Message>(version: i16) -> Result<(), WireError> {
    if (M::MIN_VERSION..=M::MAX_VERSION).contains(&version) {
        Ok(())
    } else {
        Err(WireError::Version {
            message: M::NAME,
            version,
        })
    }
}

/// Refuses a value that the version lacks, unless it is the default.
pub(super) fn lacking(
    is_default: bool,
    field: &'static str,
    version: i16,
) -> Result<(), WireError> {
    if is_default {
        Ok(())
    } else {
        Err(WireError::Unsupported { field, version })
    }
}

/// Refuses a null that the version does not allow.
pub(super) fn required<T>(value: Option<T>, field: &'static str) -> Result<T, WireError> {
    value.ok_or(WireError::Null { field })
}

impl Part for bool {
    const LEAST: usize = 1;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        r.bool()
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.bool(*self);
        Ok(())
    }
}

impl Part for i8 {
    const LEAST: usize = 1;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        r.i8()
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i8(*self);
        Ok(())
    }
}

impl Part for i16 {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        r.i16()
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i16(*self);
        Ok(())
    }
}

impl Part for i32 {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        r.i32()
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i32(*self);
        Ok(())
    }
}

impl Part for i64 {
    const LEAST: usize = 8;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        r.i64()
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.i64(*self);
        Ok(())
    }
}

impl Part for Uuid {
    const LEAST: usize = 16;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        r.uuid()
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.uuid(*self);
        Ok(())
    }
}
