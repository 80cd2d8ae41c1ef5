//! Walks through the pages from link to link, and looks at each for elements that the payload made.

use super::poison::{MARK, PAYLOAD};
use crate::markup::{self, Element, FieldKind, Form};
use crate::visitor::{Answer, Visitor};
use app::paths;
use server::router::page_routes;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// How many of one route are opened that have a query.
const WITH_FIELDS: usize = 6;
/// How many of one route are opened by other roles too.
const FOR_OTHERS: usize = 2;

/// What a page is opened by: the route, and the names of its fields.
type Kind = (String, BTreeSet<String>);

pub struct Walk {
    pub visitor: Visitor,
    pub routes: Vec<String>,
    opened: BTreeMap<Kind, usize>,
    seen: BTreeSet<String>,
    waiting: VecDeque<String>,
    /// Routes whose page came with status 200, with some of those pages.
    pub pages: BTreeMap<String, Vec<String>>,
    /// Routes with a page that shows the payload as text.
    pub showing: BTreeSet<String>,
    /// The fields that pages of a route have in their address.
    pub fields: BTreeMap<String, BTreeSet<String>>,
    /// One page for each route and form that's on it.
    pub forms: BTreeMap<(String, String), (String, Form)>,
    /// What the payload made, and where.
    pub made: BTreeSet<String>,
}

impl Walk {
    pub fn new(visitor: Visitor) -> Self {
        let routes = page_routes().into_iter();
        Self {
            visitor,
            routes: routes.map(|route| route.path().to_owned()).collect(),
            opened: BTreeMap::new(),
            seen: BTreeSet::new(),
            waiting: VecDeque::new(),
            pages: BTreeMap::new(),
            showing: BTreeSet::new(),
            fields: BTreeMap::new(),
            forms: BTreeMap::new(),
            made: BTreeSet::new(),
        }
    }

    /// Opens these pages and what they lead to, so many of one route that differ in what they are about
    /// alone.
    pub async fn from(&mut self, addresses: impl IntoIterator<Item = String>, alike: usize) {
        self.opened.clear();
        self.seen.clear();
        self.waiting.extend(addresses);
        while let Some(address) = self.waiting.pop_front() {
            if self.is_wanted(&address, alike) {
                self.open(&address).await;
            }
        }
    }

    fn is_wanted(&mut self, address: &str, most: usize) -> bool {
        let Some(route) = self.route_of(address) else {
            return false;
        };
        let fields: BTreeSet<_> = field_names(address).collect();
        let known = self.fields.entry(route.clone()).or_default();
        known.extend(fields.iter().cloned());
        let alike = self.opened.iter().filter(|((of, _), _)| *of == route);
        let with_fields: usize = alike
            .filter(|((_, fields), _)| !fields.is_empty())
            .map(|(_, opened)| opened)
            .sum();
        let kind = (route, fields);
        let opened = self.opened.get(&kind).copied().unwrap_or_default();
        let has_room = if kind.1.is_empty() {
            opened < most
        } else {
            opened == 0 && with_fields < WITH_FIELDS
        };
        let is_wanted = has_room && self.seen.insert(address.to_owned());
        *self.opened.entry(kind).or_default() += usize::from(is_wanted);
        is_wanted
    }

    /// Opens one page, and notes what it leads to.
    pub async fn open(&mut self, address: &str) {
        let answer = self.visitor.get(address).await;
        let answer = self.follow(answer).await;
        let Some(elements) = self.look_at(address, &answer) else {
            return;
        };
        let route = self.route_of(address);
        let Some(route) = route.filter(|_| answer.status == 200) else {
            return;
        };
        let links = markup::links(&elements).filter(|link| link.starts_with('/'));
        let links = links.map(|link| link.split('#').next().unwrap_or(link).to_owned());
        self.waiting.extend(links);
        for form in markup::forms(&elements) {
            // Without fields of its own it's the same on every page.
            let is_alike = form.is_post && form.fields.iter().all(|it| it.kind == FieldKind::Fixed);
            let of = if is_alike { "" } else { &route };
            let key = (of.to_owned(), form.action.clone());
            self.forms.entry(key).or_insert((address.to_owned(), form));
        }
        let pages = self.pages.entry(route).or_default();
        if pages.len() < FOR_OTHERS && !pages.iter().any(|it| it == address) {
            pages.push(address.to_owned());
        }
    }

    /// Where an answer leads, as far as that's one of our pages.
    pub async fn follow(&self, mut answer: Answer) -> Answer {
        for _ in 0..3 {
            match answer.status {
                300..400 => {
                    let to = answer.location().to_owned();
                    assert!(
                        to.starts_with('/') && !to.starts_with("//"),
                        "leads to {to}"
                    );
                    answer = self.visitor.get(&to).await;
                }
                _ => break,
            }
        }
        answer
    }

    /// What the page consists of, if it is one.
    pub fn look_at(&mut self, address: &str, answer: &Answer) -> Option<Vec<Element>> {
        if !answer.is_html() {
            return None;
        }
        let elements = markup::elements(&answer.body);
        for element in elements.iter().filter(|it| it.attribute("id") == Some("x")) {
            self.made.insert(format!("<{}> at {address}", element.name));
        }
        let shows = |text: &str| text.contains(MARK);
        let is_showing =
            |it: &Element| shows(&it.text) || it.attributes.values().any(|it| shows(it));
        if elements.iter().any(is_showing)
            && let Some(route) = self.route_of(address)
        {
            self.showing.insert(route);
        }
        Some(elements)
    }

    /// The route that answers an address, by the one that names most of it.
    pub fn route_of(&self, address: &str) -> Option<String> {
        let path = address.split('?').next()?;
        let extension = Path::new(path).extension();
        let is_file = extension.is_some_and(|it| it == "csv" || it == "jsonl");
        let matching = self.routes.iter().filter(|route| is_at(route, path));
        let route = matching.min_by_key(|route| route.matches('{').count())?;
        (!is_file && !route.contains('*')).then(|| route.clone())
    }
}

fn is_at(route: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (route.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(name), Some(segment)) if name.starts_with('{') && !segment.is_empty() => {}
            (Some(name), Some(segment)) if name == segment => {}
            _ => return false,
        }
    }
}

fn field_names(address: &str) -> impl Iterator<Item = String> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    paths::fields(query).into_iter().map(|(name, _)| name)
}

/// The payload as a field of an address.
pub fn field(name: &str) -> String {
    let (name, value) = (paths::query_value(name), paths::query_value(PAYLOAD));
    format!("{name}={value}")
}
