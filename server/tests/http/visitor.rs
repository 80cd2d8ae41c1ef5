//! Somebody who asks for pages. Whatever comes back is looked over for what must never be there.

use crate::desk::Desk;
use reqwest::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderMap, LOCATION, REFERER, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use serde::de::DeserializeOwned;

pub const SESSION: &str = "__Host-float-desk";

/// What only the log may hold: the SDK's words, tables by name, addresses of machines.
const SECRETS: [&str; 16] = [
    "arn:aws",
    "prod-",
    "us-east-",
    "127.0.0.1",
    "SdkError",
    "DispatchFailure",
    "dispatch failure",
    "service error",
    "ResourceNotFound",
    "ValidationException",
    "Exception",
    "amazonaws",
    "hyper",
    "dynoxide",
    "panicked",
    "src/",
];

/// Attributes by which a page makes the browser go somewhere.
const LEADING: [&str; 7] = [
    "src",
    "href",
    "action",
    "formaction",
    "srcset",
    "poster",
    "data",
];

/// A browser without JavaScript, and with one cookie at most. Redirects are looked at, not followed.
#[derive(Clone)]
pub struct Visitor {
    client: Client,
    url: String,
    /// By hand: a cookie jar keeps `Secure` ones from a server without TLS.
    pub session: Option<String>,
    /// Where the proxy says that this visitor is, if not here.
    address: Option<String>,
    /// Whether pages are looked over for what must never be there.
    is_careful: bool,
}

impl Visitor {
    pub fn to(desk: &Desk) -> Self {
        Self::at(&desk.url)
    }

    pub fn at(url: &str) -> Self {
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        Self {
            client,
            url: url.to_owned(),
            session: None,
            address: None,
            is_careful: true,
        }
    }

    /// One at another address, which attempts to sign in are counted by.
    pub fn from(self, address: impl Into<String>) -> Self {
        Self {
            address: Some(address.into()),
            ..self
        }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub async fn signed_in_to(desk: &Desk) -> Self {
        let mut visitor = Self::to(desk);
        let answer = visitor.sign_in("support", "/").await;
        assert_eq!(
            (answer.status, answer.location()),
            (303, "/"),
            "{}",
            answer.body
        );
        visitor
    }

    /// Presses one of the demo's buttons and keeps the session, if there is one.
    pub async fn sign_in(&mut self, role: &str, next: &str) -> Answer {
        let answer = self
            .post("/sign-in/demo", &[("role", role), ("next", next)])
            .await;
        if let Some(session) = answer.session() {
            self.session = Some(session.to_owned());
        }
        answer
    }

    pub fn with_session(&self, session: impl Into<String>) -> Self {
        Self {
            session: Some(session.into()),
            ..self.clone()
        }
    }

    /// One who asks for pages that show what only the log may hold, because it was stored.
    pub fn careless(self) -> Self {
        Self {
            is_careful: false,
            ..self
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        self.send(self.request(Method::POST, path).form(form)).await
    }

    /// As a browser without JavaScript sends the form on `page`.
    pub async fn submit(&self, page: &str, path: &str, form: &[(&str, &str)]) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header(ACCEPT, "text/html,*/*;q=0.8")
            .header(REFERER, format!("{}{page}", self.url))
            .form(form);
        self.send(request).await
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let is_page = method == Method::GET;
        let request = self.client.request(method, format!("{}{path}", self.url));
        // As a browser has it. Leptos redirects only those who take HTML.
        let request = if is_page {
            request.header(ACCEPT, "text/html,*/*;q=0.8")
        } else {
            request
        };
        let request = match &self.address {
            Some(address) => request.header("x-forwarded-for", address),
            None => request,
        };
        match &self.session {
            Some(session) => request.header(COOKIE, format!("{SESSION}={session}")),
            None => request,
        }
    }

    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let response = request.send().await.unwrap();
        let (path, status) = (response.url().path().to_owned(), response.status().as_u16());
        let headers = response.headers().clone();
        let bytes = response.bytes().await.unwrap();
        let answer = Answer {
            path,
            status,
            headers,
            body: String::from_utf8_lossy(&bytes).into_owned(),
            bytes: bytes.to_vec(),
        };
        if self.is_careful {
            answer.look_over();
        }
        answer
    }
}

#[derive(Debug)]
pub struct Answer {
    path: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
    bytes: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: impl reqwest::header::AsHeaderName) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn location(&self) -> &str {
        self.header(LOCATION).unwrap_or_default()
    }

    pub fn request_id(&self) -> &str {
        self.header("x-request-id").unwrap_or_default()
    }

    /// What a server function answers, its error included.
    pub fn unpack<T: DeserializeOwned>(&self) -> T {
        app::wire::unpack(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// What machines are answered.
    pub fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The session that this answer starts.
    pub fn session(&self) -> Option<&str> {
        let cookie = self
            .header(SET_COOKIE)?
            .strip_prefix(SESSION)?
            .strip_prefix('=')?;
        cookie.split(';').next().filter(|value| !value.is_empty())
    }

    pub fn is_html(&self) -> bool {
        self.header(CONTENT_TYPE)
            .is_some_and(|kind| kind.starts_with("text/html"))
    }

    /// Whether the page has what every page for signed-in staff has around it.
    pub fn has_frame(&self) -> bool {
        let parts = [
            "class=\"top-bar\"",
            "class=\"side-bar\"",
            "aria-label=\"Sign out\"",
        ];
        parts.iter().all(|part| self.body.contains(part))
    }

    /// What a person reads.
    pub fn text(&self) -> String {
        words(&self.body)
    }

    /// What a person reads in the first element whose opening tag contains `mark`.
    pub fn text_of(&self, mark: &str, closing: &str) -> String {
        let (_, rest) = self
            .body
            .split_once(mark)
            .unwrap_or_else(|| panic!("{mark}: {}", self.body));
        let (_, inside) = rest.split_once('>').unwrap();
        words(inside.split_once(closing).unwrap().0)
    }

    fn look_over(&self) {
        let (path, id) = (&self.path, self.request_id());
        assert!(!id.is_empty(), "{path} has no request id");
        let headers = format!("{:?}", self.headers);
        // The audit log tells those who may read it where somebody came from, here from loopback.
        let is_audit = path.contains("audit") || path.contains("raw");
        // What the tables are called, and where they are, is what the system's page is about.
        let is_system = path.contains("system");
        for secret in SECRETS {
            let is_about = match secret {
                "127.0.0.1" => is_audit,
                "prod-" | "us-east-" => is_system,
                _ => false,
            };
            if is_about {
                continue;
            }
            assert!(
                !self.body.contains(secret),
                "{path} says {secret}: {}",
                self.body
            );
            assert!(!headers.contains(secret), "{path} says {secret}: {headers}");
        }
        // Where a form was sent without JavaScript the answer may be a page.
        if path.starts_with("/rpc/") && self.status == 200 && !self.is_html() {
            let kind = self.header(CONTENT_TYPE);
            assert_eq!(
                kind,
                Some("application/octet-stream"),
                "{path} has no `output`"
            );
        }
        if self.is_html() {
            for target in targets(&self.body) {
                let is_ours = target.starts_with('/') && !target.starts_with("//");
                assert!(
                    is_ours || target.starts_with('#'),
                    "{path} leads to {target}"
                );
            }
        }
    }
}

/// Where a page makes the browser go.
fn targets(html: &str) -> impl Iterator<Item = &str> {
    LEADING.into_iter().flat_map(move |name| {
        html.split(name)
            .skip(1)
            .filter_map(|rest| rest.strip_prefix("=\"")?.split('"').next())
    })
}

fn words(html: &str) -> String {
    let html = html.replace("<!--<() />-->", "");
    let mut visible = String::new();
    for (index, part) in html.split("<script").enumerate() {
        let after = if index == 0 {
            part
        } else {
            part.split_once("</script>").map_or("", |it| it.1)
        };
        visible.push_str(after);
    }
    let mut text = String::new();
    let mut is_tag = false;
    for character in visible.chars() {
        match character {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            other if !is_tag => text.push(other),
            _ => {}
        }
    }
    let plain = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#39;", "'"),
    ];
    let text = plain
        .into_iter()
        .fold(text, |text, (escaped, plain)| text.replace(escaped, plain));
    text.replace("&amp;", "&")
}
