//! Fills in the forms that pages show, and sends them as a browser without JavaScript does.

use super::now;
use super::poison::{PAYLOAD, SHORT, id};
use super::walk::Walk;
use crate::markup::{self, Field, FieldKind, Form};
use app::paths;
use reqwest::Method;
use reqwest::header::{ACCEPT, REFERER};

/// What these fields take; all others take any text.
const TAKEN: [(&str, &str); 8] = [
    ("expires", "in 2 weeks"),
    ("start", "in 3 days"),
    ("list", "one-of-the-campaign"),
    ("at", "2024-02-15T00:00:00"),
    ("from", "2024-01-01"),
    ("to", ""),
    ("other_amount", "17"),
    // Checked to be a plain link before it's stored.
    ("ticket", "https://tickets.example/1"),
];

/// What is chosen where there is a choice; elsewhere it's what the page has chosen.
const CHOSEN: [(&str, &str); 1] = [("change[floats]", "off")];

/// What forms of pages call. Those for signing in and out would end the session.
const FUNCTIONS: &str = "/rpc/";

/// How a form is filled in.
#[derive(Clone, Copy)]
pub enum Filling {
    /// The payload in every field that a person types into.
    Payload,
    /// The same, except where a form takes no such text.
    Takeable,
}

impl Filling {
    fn fields(self, form: &Form) -> Vec<(String, String)> {
        let fields = form.fields.iter();
        fields
            .filter_map(|field| Some((field.name.clone(), self.value(field)?)))
            .collect()
    }

    /// Nothing where the field isn't sent.
    fn value(self, field: &Field) -> Option<String> {
        let chosen = CHOSEN.iter().find(|(name, _)| *name == field.name);
        let is_sent = match (self, field.kind, chosen) {
            (Self::Payload, FieldKind::Radio, _) | (_, FieldKind::Radio, None) => false,
            (Self::Takeable, FieldKind::Radio | FieldKind::Fixed, Some((_, value))) => {
                *value == field.value
            }
            _ => true,
        };
        let text = || match self {
            Self::Payload => PAYLOAD.to_owned(),
            Self::Takeable => takeable(field),
        };
        is_sent.then(|| match field.kind {
            FieldKind::Text => text(),
            _ => field.value.clone(),
        })
    }
}

fn takeable(field: &Field) -> String {
    if let Some((_, value)) = TAKEN.iter().find(|(name, _)| *name == field.name) {
        return (*value).to_owned();
    }
    match field.name.as_str() {
        // A rulebook's JSON: a draft of another rulebook, with the payload for its name.
        "draft" => field.value.replacen(
            "\"rulebook_name\": \"",
            &format!("\"rulebook_name\": \"{}", PAYLOAD.replace('"', "\\\"")),
            1,
        ),
        "name" => SHORT.to_owned(),
        "last_day" => now().plus_days(30).day().stored(),
        _ => id("because "),
    }
}

impl Walk {
    /// Sends every form that was found, and looks at what comes back. Forms that come back are sent too.
    pub async fn send_forms(&mut self, filling: Filling) -> Vec<String> {
        let mut sent = Vec::new();
        loop {
            let forms = self.forms.iter();
            let forms: Vec<_> = forms
                .filter(|(_, (_, form))| !form.is_post || form.action.starts_with(FUNCTIONS))
                .filter(|(key, _)| !sent.contains(*key))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            if forms.is_empty() {
                break;
            }
            for (key, (page, form)) in forms {
                self.send(&page, &form, filling).await;
                sent.push(key);
            }
        }
        sent.into_iter().map(|(_, action)| action).collect()
    }

    async fn send(&mut self, page: &str, form: &Form, filling: Filling) {
        if !form.is_post {
            let fields = filling.fields(form);
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| (name.as_str(), value.clone()))
                .collect();
            self.open(&paths::with_fields(&form.action, &fields)).await;
            return;
        }
        let fields = filling.fields(&self.as_it_is_now(page, form).await);
        let host = self.visitor.url().to_owned();
        let request = self.visitor.request(Method::POST, &form.action);
        let request = request
            .header(ACCEPT, "text/html,*/*;q=0.8")
            .header(REFERER, format!("{host}{page}"))
            .form(&fields);
        let answer = self.visitor.send(request).await;
        let answer = self.follow(answer).await;
        self.look_at(page, &answer);
    }

    /// What another form changed meanwhile, the page's own says too; if it's still there.
    async fn as_it_is_now(&self, page: &str, form: &Form) -> Form {
        let elements = markup::elements(&self.visitor.get(page).await.body);
        let mut forms = markup::forms(&elements).into_iter();
        let found = forms.find(|it| it.action == form.action);
        found.unwrap_or_else(|| form.clone())
    }
}
