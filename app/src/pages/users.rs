//! Pages about one user.

pub mod bypass;
pub mod overview;
