//! What must hold, written once and used by every driver: always on in production (`fast`), after each step
//! of models and simulations (`deep`), and over histories that clients saw (`history`)
//! or that a cluster left behind (`replicas`).

pub mod deep;
pub mod delivery;
pub mod fast;
pub mod history;
pub mod replicas;
