//! Sizes as people say them.

/// `512 B`, `1.4 KB`, `3.0 MB`.
pub fn spoken_bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if bytes < 1_000 {
        return format!("{bytes} B");
    }
    // In tenths, so that nothing is reckoned in fractions.
    let (mut tenths, mut unit) = (bytes * 10 / 1_024, 0);
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths /= 1_024;
        unit += 1;
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_at_most_four_digits_and_its_unit() {
        assert_eq!(spoken_bytes(0), "0 B");
        assert_eq!(spoken_bytes(999), "999 B");
        assert_eq!(spoken_bytes(1_434), "1.4 KB");
        assert_eq!(spoken_bytes(409_600), "400.0 KB");
        assert_eq!(spoken_bytes(3 * 1_024 * 1_024), "3.0 MB");
        assert_eq!(spoken_bytes(5 * 1_024 * 1_024 * 1_024), "5.0 GB");
    }
}
