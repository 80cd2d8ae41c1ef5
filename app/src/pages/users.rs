//! Pages about one user.

pub mod bypass;
pub mod new_version;
pub mod overview;
pub mod temporary_profiles;
