//! One line of a list, cut where its separators are. In quotation marks anything goes, and two of them
//! stand for one.

pub(super) struct Cells {
    pub(super) cells: Vec<String>,
    /// A quotation is opened and not closed; what follows it is no cell.
    pub(super) is_open: bool,
}

pub(super) fn cells(line: &str, separators: &[char]) -> Cells {
    let mut cells = Vec::new();
    let mut rest = line.trim();
    loop {
        let is_space = |c: char| c.is_whitespace() && !separators.contains(&c);
        rest = rest.trim_start_matches(is_space);
        let after = if let Some(quoted) = rest.strip_prefix('"') {
            let Some((cell, after)) = quotation(quoted) else {
                return Cells {
                    cells,
                    is_open: true,
                };
            };
            cells.push(cell);
            // What stands between the quotation and the next separator belongs to neither.
            after.find(separators).map(|at| &after[at..])
        } else {
            let at = rest.find(separators);
            cells.push(rest[..at.unwrap_or(rest.len())].trim().to_owned());
            at.map(|at| &rest[at..])
        };
        let Some(after) = after else {
            return Cells {
                cells,
                is_open: false,
            };
        };
        let mut characters = after.chars();
        characters.next();
        rest = characters.as_str();
    }
}

/// What a quotation says, and what follows it.
fn quotation(text: &str) -> Option<(String, &str)> {
    let mut said = String::new();
    let mut rest = text;
    loop {
        let at = rest.find('"')?;
        said.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                said.push('"');
                rest = after;
            }
            None => return Some((said, rest)),
        }
    }
}
