//! `ConfigRecord`, record key 6, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `ConfigRecord`, record key 6, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConfigRecord {
    /// Versions 0+.
    pub resource: Str,
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+, nullable, default null.
    pub value: Option<Str>,
}

impl Part for ConfigRecord {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            resource: r.string(true)?,
            name: r.string(true)?,
            value: r.opt_string(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.resource)?;
        w.string(true, &self.name)?;
        w.opt_string(true, self.value.as_ref())?;
        w.no_tags();
        Ok(())
    }
}

impl Message for ConfigRecord {
    const NAME: &'static str = "ConfigRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl ConfigRecord {
    /// The number that tells this record from others of its log.
    pub const RECORD_KEY: i16 = 6;
}
