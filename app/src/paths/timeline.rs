//! Links to parts of a user's timeline.

use super::user;
use domain::id::UserId;
use domain::instant::Instant;
use domain::timeline::Kind;

/// What happened to a user; see [`timeline`] for parts of it.
pub fn user_timeline(id: &UserId) -> String {
    format!("{}/timeline", user(id))
}

/// Which part of a timeline: of one kind, before a moment, with the profile at an instant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimelinePart {
    pub kind: Option<Kind>,
    pub before: Option<Instant>,
    pub at: Option<Instant>,
    /// The profile version that is shown opened.
    pub open: Option<Instant>,
}

pub fn timeline(id: &UserId, part: TimelinePart) -> String {
    let kind = part.kind.map(|kind| format!("kind={}", kind.word()));
    let moment = |name: &str, at: Option<Instant>| at.map(|at| format!("{name}={}", at.stored()));
    let query: Vec<_> = [
        kind,
        moment("before", part.before),
        moment("at", part.at),
        moment("open", part.open),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{}{mark}{}", user_timeline(id), query.join("&"))
}

/// A profile version, opened and first on the page.
pub fn user_version(id: &UserId, created_on: Instant) -> String {
    let part = TimelinePart {
        kind: Some(Kind::Version),
        before: Some(created_on.plus_seconds(1)),
        open: Some(created_on),
        ..TimelinePart::default()
    };
    timeline(id, part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_what_it_was() {
        let before = Instant::EPOCH.plus_seconds(59);
        assert_eq!(
            user_version(&UserId::new("a#b"), before),
            "/users/a~23b/timeline?kind=versions&before=1970-01-01T00:01:00Z&open=1970-01-01T00:00:59Z"
        );
        assert_eq!(
            timeline(&UserId::new("a"), TimelinePart::default()),
            "/users/a/timeline"
        );
    }
}
