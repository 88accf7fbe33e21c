//! The protocol of Highwater, as plain synchronous state machines over plain data.
#![no_std]
extern crate alloc;

pub mod wire;
