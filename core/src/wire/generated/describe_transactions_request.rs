//! `DescribeTransactionsRequest`, api key 65, version 0, flexible 0+.
//!
//! Generated from `core/schemas` by `ci/codegen`; do not edit.

use alloc::vec::Vec;

use crate::wire::{Message, Part, Reader, Request, Str, WireError, Writer};

/// `DescribeTransactionsRequest`, api key 65, version 0, flexible 0+.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DescribeTransactionsRequest {
    /// Versions 0+.
    pub transactional_ids: Vec<Str>,
}

impl Part for DescribeTransactionsRequest {
    const LEAST: usize = 2;

    fn read(r: &mut Reader, _: i16) -> Result<Self, WireError> {
        let it = Self {
            transactional_ids: r.strings(true)?,
        };
        r.skip_tags()?;
        Ok(it)
    }

    fn write(&self, w: &mut Writer, _: i16) -> Result<(), WireError> {
        w.strings(true, &self.transactional_ids)?;
        w.no_tags();
        Ok(())
    }
}

impl Message for DescribeTransactionsRequest {
    const NAME: &'static str = "DescribeTransactionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    const FLEXIBLE_FROM: Option<i16> = Some(0);
}

impl Request for DescribeTransactionsRequest {
    const API_KEY: i16 = 65;
    type Response = super::describe_transactions_response::DescribeTransactionsResponse;
}
