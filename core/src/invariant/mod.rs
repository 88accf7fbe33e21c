//! What must hold, written once and used by every driver: always on in production (`fast`), after each step
//! of models and simulations (`deep`), and over histories that clients saw (`history`).

pub mod deep;
pub mod delivery;
pub mod fast;
pub mod history;
