//! What `float-desk` does, one file a command.

pub mod index;
pub mod seed;
pub mod serve;
pub mod staff;
pub mod tables;
