//! `DefaultPrincipalData`, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use crate::wire::{Message, Part, Reader, Str, WireError, Writer};

/// `DefaultPrincipalData`, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DefaultPrincipalData {
    /// Versions 0+.
    pub type_: Str,
    /// Versions 0+.
    pub name: Str,
    /// Versions 0+.
    pub token_authenticated: bool,
}

impl Part for DefaultPrincipalData {
    const LEAST: usize = 4;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            type_: r.string(true)?,
            name: r.string(true)?,
            token_authenticated: r.bool()?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.string(true, &self.type_)?;
        w.string(true, &self.name)?;
        w.bool(self.token_authenticated);
        w.no_tags();
        Ok(())
    }
}

impl Message for DefaultPrincipalData {
    const NAME: &'static str = "DefaultPrincipalData";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}
