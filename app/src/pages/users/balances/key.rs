//! The key of a chart of balances.

use domain::balance::chart::Line;
use domain::balance::history::Measure;

/// What kind of line is what, as far as it is drawn.
pub(super) fn key(lines: &[Line]) -> String {
    let drawn = |measure: Measure| lines.iter().any(|it| it.measure == measure && !it.is_main);
    let main = |measure: Measure| lines.iter().any(|it| it.measure == measure && it.is_main);
    // An account whose bank does not say what is available is drawn by what is there.
    let solid = match (main(Measure::Available), main(Measure::Current)) {
        (true, true) => "Solid: available, or current where no bank said that",
        (false, true) => "Solid: current",
        _ => "Solid: available",
    };
    let grey = lines.iter().any(|line| line.colour.is_none());
    let negative = lines.iter().any(|line| !line.below_zero.is_empty());
    let parts = [
        (true, solid),
        (drawn(Measure::Current), "dashed: current"),
        (drawn(Measure::Limit), "dotted: limit"),
        (grey, "grey: accounts that never went as low"),
        (negative, "small triangles: below zero"),
    ];
    let parts = parts.iter().filter(|(is_drawn, _)| *is_drawn);
    let parts: Vec<_> = parts.map(|(_, words)| *words).collect();
    format!("{}.", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(measure: Measure) -> Line {
        Line {
            letter: "A".to_owned(),
            measure,
            colour: Some(0),
            is_main: true,
            runs: Vec::new(),
            dots: Vec::new(),
            below_zero: Vec::new(),
        }
    }

    #[test]
    fn the_key_says_what_the_solid_lines_are_and_not_what_they_mostly_are() {
        let (available, current) = (line(Measure::Available), line(Measure::Current));
        assert_eq!(key(std::slice::from_ref(&available)), "Solid: available.");
        assert_eq!(key(std::slice::from_ref(&current)), "Solid: current.");
        assert_eq!(
            key(&[available, current]),
            "Solid: available, or current where no bank said that."
        );
    }
}
