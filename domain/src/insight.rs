//! What the insight service knows about a user, one file per entity.
