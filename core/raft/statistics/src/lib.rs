//! Stands in for `base2histogram`, where openraft keeps statistics of itself: nobody reads them here, and its tables
//! take 26 MB in every process, which is several times what a node needs for everything else. Nothing is counted.
//! Once openraft can be built without statistics, this package goes.

use std::fmt;
use std::marker::PhantomData;

/// Counts nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram<T = ()>(PhantomData<T>);

impl<T> Histogram<T> {
    /// An empty one, as it stays.
    #[allow(
        clippy::new_without_default,
        reason = "it has the surface of what it stands in for"
    )]
    pub fn new() -> Self {
        Self(PhantomData)
    }

    /// Forgets `value`.
    pub fn record(&mut self, _value: u64) {}

    /// Forgets `value`, `count` times.
    pub fn record_n(&mut self, _value: u64, _count: u64) {}

    /// Of nothing.
    pub fn percentile_stats(&self) -> PercentileStats {
        PercentileStats::default()
    }
}

/// Percentiles of nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "every field is 0")]
pub struct PercentileStats {
    pub samples: u64,
    pub p0_1: u64,
    pub p1: u64,
    pub p5: u64,
    pub p10: u64,
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub p99_9: u64,
}

impl fmt::Display for PercentileStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no statistics")
    }
}

/// A chart of nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AsciiChart;

impl AsciiChart {
    /// An empty one, as it stays.
    pub fn new() -> Self {
        Self
    }

    /// Leaves the chart as it is.
    #[must_use]
    pub fn add(self, _name: &str, _histogram: Histogram) -> Self {
        self
    }
}

impl fmt::Display for AsciiChart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no statistics")
    }
}
