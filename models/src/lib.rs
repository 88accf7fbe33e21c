//! Models: worlds of real core nodes that stateright explores exhaustively within stated bounds. One question
//! per file.

pub mod cluster;
pub mod disk;
pub mod groups;
pub mod links;
pub mod offsets;
pub mod one_log;
pub mod quorum;
pub mod replicas;
pub mod report;
pub mod rig;
pub mod shared;
pub mod walk;
