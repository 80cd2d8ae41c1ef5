//! What drawings share: places across, and lines through points.

use domain::balance::axis::WIDTH;
use std::fmt::Write;

/// A place across, as an attribute.
pub fn across(x: f64) -> String {
    format!("{:.2}%", x / WIDTH * 100.0)
}

/// A line through points, as the `d` of a path.
pub fn path(points: &[(f64, f64)]) -> String {
    let mut out = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let step = if index == 0 { 'M' } else { 'L' };
        // Writing to a String cannot fail.
        let _ = write!(out, "{step}{x} {y}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_through_its_points() {
        assert_eq!(path(&[(0.0, 10.5), (31.2, 7.0)]), "M0 10.5L31.2 7");
        assert_eq!(path(&[]), "");
        assert_eq!(across(125.0), "12.50%");
    }
}
