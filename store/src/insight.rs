//! The insight service's entities, one file each.
