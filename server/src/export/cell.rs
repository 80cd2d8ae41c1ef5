//! Cells of a CSV file that a spreadsheet would run as formulas.

/// What a formula begins with, in full width too, which spreadsheets take for the same.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// What ends a cell where a spreadsheet reads the file by another separator than ours. The quotes around
/// a cell don't help there: `",=1+1"` is two cells to one that ignores them.
const SEPARATORS: [char; 6] = [',', ';', '\t', '|', '\n', '\r'];

/// A cell as it may be written: an apostrophe makes text of what would be a formula, at the start of the
/// cell and behind each separator. A number stays a number.
pub(super) fn guarded(cell: &str) -> String {
    let mut guarded = String::with_capacity(cell.len() + 1);
    for piece in cell.split_inclusive(SEPARATORS) {
        if is_formula(piece) {
            guarded.push('\'');
        }
        guarded.push_str(piece);
    }
    // A cell that begins with one of these is cut there, and what follows is looked at by itself.
    if cell.starts_with(['\t', '\r', '\n']) {
        guarded.insert(0, '\'');
    }
    guarded
}

/// Whether a spreadsheet would take this for a formula: blanks, quotes and what can't be seen are skipped.
fn is_formula(piece: &str) -> bool {
    let is_skipped =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '"' | '\u{feff}' | '\u{200b}');
    let text = piece.trim_matches(|c| is_skipped(c) || SEPARATORS.contains(&c));
    // The last number of a list has the list's bracket behind it.
    let number = text.trim_end_matches([']', '}', ')']);
    let is_number = number.parse::<f64>().is_ok_and(f64::is_finite);
    text.starts_with(SIGNS) && !is_number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (cell, written) in [
            ("=1+1", "'=1+1"),
            ("+1+cmd", "'+1+cmd"),
            ("-1+cmd", "'-1+cmd"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1+1", "'＝1+1"),
            ("＋1+1", "'＋1+1"),
            ("－1+1", "'－1+1"),
            ("＠SUM(A1)", "'＠SUM(A1)"),
            ("\n=1+1", "'\n'=1+1"),
            ("\r\n=1+1", "'\r\n'=1+1"),
            ("\t=1+1", "'\t'=1+1"),
            ("\nplain", "'\nplain"),
            ("  =1+1", "'  =1+1"),
            ("\u{feff}=1+1", "'\u{feff}=1+1"),
            ("\"=1+1\"", "'\"=1+1\""),
            (",=1+1", ",'=1+1"),
            (";=1+1", ";'=1+1"),
            ("|=1+1", "|'=1+1"),
            ("dana,=1+1", "dana,'=1+1"),
            ("dana; =cmd", "dana;' =cmd"),
            ("dana\t=1+1", "dana\t'=1+1"),
            ("dana\n@cmd", "dana\n'@cmd"),
            ("dana;＝1+1", "dana;'＝1+1"),
            ("a,\"=1+1\"", "a,'\"=1+1\""),
            ("=1;=2", "'=1;'=2"),
        ] {
            assert_eq!(guarded(cell), written, "{cell:?}");
        }
    }

    #[test]
    fn nothing_else_is_changed() {
        for cell in [
            "",
            "dana",
            "-1",
            "+1",
            "-0.125",
            "1707575400123456789",
            "core_v2, growth_v1",
            "2026-11-16T12:00:00Z",
            "a=b",
            "1,-2,3",
            "[1, -2]",
            "user-bea",
            "dana@example.com; bo@example.com",
            "min_days 90 -> 60",
            "'=1+1",
            "{\"limit\":-5,\"name\":\"x\"}",
        ] {
            assert_eq!(guarded(cell), cell, "{cell:?}");
        }
    }
}
