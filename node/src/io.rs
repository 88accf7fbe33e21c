//! The one place that tells the real machine from the simulated one.

#[cfg(not(madsim))]
pub(crate) use highwater_io_real::{clock, disk, entropy, net, process, task};
#[cfg(madsim)]
pub(crate) use highwater_io_sim::{clock, disk, entropy, net, process, task};
