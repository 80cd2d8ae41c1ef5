//! The MDN HTTP Observatory's score of what a server answers behind TLS, by its published rules
//! (<https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring>).
//!
//! Redirection isn't the server's: without plain HTTP there's nothing to redirect, which costs nothing.

use crate::desk::{Desk, engine};
use crate::visitor::{Answer, Visitor};
use std::collections::BTreeMap;

/// Where everybody starts, and from where on extra credit counts.
const START: i32 = 100;
const EXTRA_FROM: i32 = 90;
const SIX_MONTHS: u64 = 15_768_000;
const BROAD: [&str; 8] = [
    "*",
    "http:",
    "https:",
    "ftp:",
    "http://*",
    "https://*",
    "http://*.*",
    "https://*.*",
];

/// What the rules look at.
struct Response<'a> {
    header: &'a dyn Fn(&str) -> Option<&'a str>,
    cookies: &'a [&'a str],
    html: &'a str,
}

impl Response<'_> {
    fn policy(&self) -> Option<BTreeMap<&str, Vec<&str>>> {
        let policy = (self.header)("content-security-policy")?;
        let directives = policy.split(';').filter_map(|directive| {
            let mut words = directive.split_whitespace();
            Some((words.next()?, words.collect()))
        });
        Some(directives.collect())
    }

    fn content_security_policy(&self) -> i32 {
        let Some(policy) = self.policy() else {
            return -25;
        };
        let or_default = |name: &str| -> Vec<&str> {
            let found = policy.get(name).or_else(|| policy.get("default-src"));
            found.cloned().unwrap_or_else(|| vec!["*"])
        };
        let (scripts, styles, objects) = (
            or_default("script-src"),
            or_default("style-src"),
            or_default("object-src"),
        );
        let is_inline = |source: &&str| {
            let is_nonce = |it: &&str| it.starts_with("'nonce-") || it.starts_with("'sha");
            *source == "data:" || (*source == "'unsafe-inline'" && !scripts.iter().any(is_nonce))
        };
        let is_broad = |source: &&str| BROAD.contains(source);
        let is_plain = |source: &&str| source.starts_with("http:") || source.starts_with("ftp:");
        if scripts.iter().any(|it| is_inline(it) || is_broad(it)) || objects.iter().any(&is_broad) {
            return -20;
        }
        let is_passive = |name: &str| ["img-src", "media-src"].contains(&name);
        let sources = |passive: bool| {
            let of_kind = policy
                .iter()
                .filter(move |(name, _)| is_passive(name) == passive);
            of_kind.flat_map(|(_, sources)| sources)
        };
        if sources(false).any(&is_plain) {
            -20
        } else if scripts
            .iter()
            .chain(&styles)
            .any(|it| *it == "'unsafe-eval'")
            || sources(true).any(is_plain)
        {
            -10
        } else if styles
            .iter()
            .any(|it| *it == "'unsafe-inline'" || *it == "data:" || is_broad(it))
        {
            0
        } else if policy
            .get("default-src")
            .is_some_and(|sources| sources == &["'none'"])
        {
            10
        } else {
            5
        }
    }

    fn cookies(&self) -> i32 {
        let has = |cookie: &str, flag: &str| {
            let mut flags = cookie.split(';').skip(1).map(str::trim);
            flags.any(|it| it.eq_ignore_ascii_case(flag))
        };
        let is_secure = |cookie: &&&str| has(cookie, "Secure");
        // Every cookie of ours is a session's.
        let is_hidden = |cookie: &&&str| has(cookie, "HttpOnly");
        let is_same_site =
            |cookie: &&&str| has(cookie, "SameSite=Lax") || has(cookie, "SameSite=Strict");
        let all = self.cookies.len();
        let count =
            |with: &dyn Fn(&&&str) -> bool| self.cookies.iter().filter(|it| with(it)).count();
        if all == 0 {
            0
        } else if count(&is_secure) < all {
            -40
        } else if count(&is_hidden) < all {
            -30
        } else if count(&is_same_site) < all {
            0
        } else {
            5
        }
    }

    /// Only what lets every origin send credentials costs anything.
    fn cross_origin_resource_sharing(&self) -> i32 {
        let is_open = (self.header)("access-control-allow-origin").is_some_and(|it| it != "*");
        let with_credentials = (self.header)("access-control-allow-credentials") == Some("true");
        if is_open && with_credentials { -50 } else { 0 }
    }

    fn strict_transport_security(&self) -> i32 {
        let Some(header) = (self.header)("strict-transport-security") else {
            return -20;
        };
        let mut parts = header.split(';').map(str::trim);
        let age = parts.find_map(|part| part.strip_prefix("max-age=")?.parse::<u64>().ok());
        match age {
            None => -20,
            Some(age) if age < SIX_MONTHS => -10,
            Some(_) => 0,
        }
    }

    fn referrer_policy(&self) -> i32 {
        match (self.header)("referrer-policy") {
            None => 0,
            Some(
                "no-referrer" | "same-origin" | "strict-origin" | "strict-origin-when-cross-origin",
            ) => 5,
            Some(_) => -5,
        }
    }

    /// Scripts of our own origin need no hash; others do.
    fn subresource_integrity(&self) -> i32 {
        let tags = self.html.split("<script").skip(1);
        let sources = tags.filter_map(|tag| {
            let (tag, _) = tag.split_once('>')?;
            let (_, source) = tag.split_once(" src=\"")?;
            Some((source.split('"').next()?, tag.contains(" integrity=\"")))
        });
        let is_ours = |source: &str| source.starts_with('/') && !source.starts_with("//");
        let others = sources.filter(|(source, _)| !is_ours(source));
        others
            .map(
                |(source, is_hashed)| match (source.starts_with("https:"), is_hashed) {
                    (true, true) => 0,
                    (true, false) => -5,
                    (false, true) => -20,
                    (false, false) => -50,
                },
            )
            .min()
            .unwrap_or_default()
    }

    fn content_type_options(&self) -> i32 {
        let is_set = (self.header)("x-content-type-options") == Some("nosniff");
        if is_set { 0 } else { -5 }
    }

    fn frame_options(&self) -> i32 {
        let by_policy = self.policy().and_then(|policy| {
            let ancestors = policy.get("frame-ancestors")?;
            Some(!ancestors.iter().any(|it| BROAD.contains(it)))
        });
        match (by_policy, (self.header)("x-frame-options")) {
            (Some(true), _) => 5,
            (_, Some("DENY" | "SAMEORIGIN")) => 0,
            _ => -20,
        }
    }

    fn resource_policy(&self) -> i32 {
        match (self.header)("cross-origin-resource-policy") {
            Some("same-origin" | "same-site") => 10,
            None | Some("cross-origin") => 0,
            Some(_) => -5,
        }
    }

    fn score(&self) -> i32 {
        let modifiers = [
            self.content_security_policy(),
            self.cookies(),
            self.cross_origin_resource_sharing(),
            self.strict_transport_security(),
            self.referrer_policy(),
            self.subresource_integrity(),
            self.content_type_options(),
            self.frame_options(),
            self.resource_policy(),
        ];
        let base = START + modifiers.iter().filter(|it| **it < 0).sum::<i32>();
        let extra: i32 = modifiers.iter().filter(|it| **it > 0).sum();
        base.max(0) + if base >= EXTRA_FROM { extra } else { 0 }
    }
}

fn score(page: &Answer, cookies: &[&str]) -> i32 {
    Response {
        header: &|name| page.header(name),
        cookies,
        html: &page.body,
    }
    .score()
}

#[test]
fn a_server_that_says_nothing_scores_what_the_rules_say() {
    let nothing = Response {
        header: &|_| None,
        cookies: &["session=x"],
        html: "<script src=\"//cdn.example/x.js\"></script>",
    };
    // 25 for the policy, 40 for the cookie, 20 for HSTS, 50 for the script, 5 and 20 for the rest.
    assert_eq!(nothing.score(), 0);
    let bare = Response {
        header: &|name| (name == "strict-transport-security").then_some("max-age=63072000"),
        cookies: &[],
        html: "",
    };
    assert_eq!(bare.score(), 100 - 25 - 5 - 20);
    let unsafe_policy = Response {
        header: &|name| match name {
            "content-security-policy" => {
                Some("default-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
            }
            "strict-transport-security" => Some("max-age=1000"),
            "x-content-type-options" => Some("nosniff"),
            "cross-origin-resource-policy" => Some("same-origin"),
            _ => None,
        },
        cookies: &[],
        html: "",
    };
    assert_eq!(
        unsafe_policy.score(),
        100 - 20 - 10,
        "no extra credit below 90"
    );
}

#[tokio::test]
async fn behind_tls_every_page_scores_130_or_more() {
    let desk = Desk::open_behind_tls(&engine().config()).await;
    let mut visitor = Visitor::to(&desk);
    // As the Observatory sees it, which isn't signed in; a page that it's sent to sets no cookie.
    let stranger = visitor.get("/sign-in").await;
    let cookies: Vec<_> = stranger.header("set-cookie").into_iter().collect();
    assert!(score(&stranger, &cookies) >= 130, "{:?}", stranger.headers);
    let signed_in = visitor.sign_in("support", "/").await;
    let cookie = signed_in.header("set-cookie").unwrap().to_owned();
    for path in ["/", "/users/user-12345", "/nowhere"] {
        let page = visitor.get(path).await;
        let score = score(&page, &[&cookie]);
        assert!(score >= 135, "{path}: {score}, {:?}", page.headers);
    }
}
