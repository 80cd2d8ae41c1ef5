//! Who is looking, for parts of a page that not everybody has.

use crate::error::AppError;
use crate::wire::Packed;
use domain::role::Staff;
use leptos::prelude::*;

/// Given by the frame, which reads it once for the whole page.
#[derive(Clone, Copy)]
pub struct Me(pub Resource<Result<Option<Staff>, AppError>, Packed>);

impl Me {
    pub async fn staff(self) -> Option<Staff> {
        self.0.await.ok().flatten()
    }
}
