//! Pages about one user.

pub mod overview;
