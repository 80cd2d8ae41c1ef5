//! Money in whole cents. There is no floating-point money anywhere in Float Desk.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An amount of US cents; negative where a balance is below zero.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    pub const ZERO: Self = Self(0);

    pub const fn from_dollars(dollars: i64) -> Self {
        Self(dollars * 100)
    }

    /// Reads what people type: `30`, `$30`, `1,234.56`; nothing where it is no amount.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let plain = text.strip_prefix('$').unwrap_or(text).replace(',', "");
        let (dollars, cents) = plain.split_once('.').unwrap_or((&plain, "00"));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if dollars.is_empty() || cents.len() != 2 || !is_number(dollars) || !is_number(cents) {
            return None;
        }
        let whole: i64 = dollars.parse().ok()?;
        let whole = whole.checked_mul(100)?;
        whole.checked_add(cents.parse().ok()?).map(Self)
    }

    /// As it is typed: `30`, `30.50`.
    pub fn typed(self) -> String {
        Spoken(self).to_string().replace(['$', ','], "")
    }

    /// The sum, or nothing where it would not fit: stored amounts may be anything.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// What part of `whole` this is, in hundredths of a percent, rounded half up: $4 of $30 is 1333.
    pub fn share_of(self, whole: Self) -> Option<i64> {
        if whole.0 <= 0 || self.0 < 0 {
            return None;
        }
        let hundredths =
            (i128::from(self.0) * 10_000 + i128::from(whole.0) / 2) / i128::from(whole.0);
        i64::try_from(hundredths).ok()
    }
}

/// `$1,234.56`, negative with a true minus sign.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "\u{2212}" } else { "" };
        write!(
            f,
            "{sign}${}.{:02}",
            grouped(magnitude / 100),
            magnitude % 100
        )
    }
}

/// An amount as people say it: `$30` rather than `$30.00`, but `$30.50` where there are cents.
pub struct Spoken(pub Cents);

impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let full = self.0.to_string();
        f.write_str(full.strip_suffix(".00").unwrap_or(&full))
    }
}

/// An amount in the currency that is stored beside it: `$1,234.56`, `1,234.56 EUR`. Where no currency is
/// stored, none is made up.
pub struct Amount<'a> {
    pub cents: Cents,
    pub currency: Option<&'a str>,
}

impl fmt::Display for Amount<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = self.cents.to_string();
        match self.currency {
            Some("USD") => f.write_str(&dollars),
            Some(code) => write!(f, "{} {code}", dollars.replace('$', "")),
            None => f.write_str(&dollars.replace('$', "")),
        }
    }
}

/// Hundredths of a percent with the digits that matter: `10 %`, `13.33 %`.
pub fn percent(hundredths: i64) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A number with separators: `1,204`.
pub fn grouped(whole: u64) -> String {
    let digits = whole.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_dollars_with_separators_and_a_true_minus() {
        assert_eq!(Cents(123_456).to_string(), "$1,234.56");
        assert_eq!(Cents(-5).to_string(), "\u{2212}$0.05");
        assert_eq!(Cents(100_000_000).to_string(), "$1,000,000.00");
        assert_eq!(
            Cents(i64::MIN).to_string(),
            "\u{2212}$92,233,720,368,547,758.08"
        );
    }

    #[test]
    fn speaks_whole_dollars_without_cents() {
        assert_eq!(Spoken(Cents(3000)).to_string(), "$30");
        assert_eq!(Spoken(Cents(3050)).to_string(), "$30.50");
    }

    #[test]
    fn what_people_type_is_read_and_told_back() {
        for (text, cents) in [("30", 3_000), (" $1,234.56 ", 123_456), ("0.05", 5)] {
            assert_eq!(Cents::parse(text), Some(Cents(cents)), "{text}");
            assert_eq!(Cents::parse(&Cents(cents).typed()), Some(Cents(cents)));
        }
        for text in ["", "$", "-3", "3.5", "3.", "1e3", "99999999999999999999"] {
            assert_eq!(Cents::parse(text), None, "{text}");
        }
    }

    #[test]
    fn another_currency_is_never_shown_as_dollars() {
        let said = |currency| {
            let cents = Cents(-123_456);
            Amount { cents, currency }.to_string()
        };
        assert_eq!(said(Some("USD")), "\u{2212}$1,234.56");
        assert_eq!(said(Some("EUR")), "\u{2212}1,234.56 EUR");
        assert_eq!(said(None), "\u{2212}1,234.56");
    }

    #[test]
    fn four_dollars_on_thirty_are_thirteen_and_a_third_percent() {
        let share = Cents(400).share_of(Cents(3000));
        assert_eq!(share, Some(1333));
        assert_eq!(percent(1333), "13.33 %");
        assert_eq!(percent(1000), "10 %");
        assert_eq!(percent(1250), "12.5 %");
    }

    #[test]
    fn a_share_of_nothing_is_not_a_number() {
        assert_eq!(Cents(400).share_of(Cents::ZERO), None);
        assert_eq!(Cents(-1).share_of(Cents(100)), None);
    }
}
