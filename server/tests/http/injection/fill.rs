//! Fills in the forms that pages show, and sends them as a browser without JavaScript does.

use super::poison::{PAYLOAD, id};
use super::walk::Walk;
use crate::markup::Form;
use app::paths;
use reqwest::Method;
use reqwest::header::{ACCEPT, REFERER};

/// What these fields take; all others take any text.
const TAKEN: [(&str, &str); 7] = [
    ("expires", "in 2 weeks"),
    ("start", ""),
    ("last_day", "2999-01-01"),
    ("list", "one-of-the-campaign"),
    ("at", "2024-02-15T00:00:00"),
    ("from", "2024-01-01"),
    ("to", ""),
];

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
            .map(|field| {
                let taken = TAKEN.iter().find(|(name, _)| *name == field.name);
                let value = match (self, taken, field.name.as_str()) {
                    _ if !field.is_text => field.value.clone(),
                    (Self::Takeable, Some((_, value)), _) => (*value).to_owned(),
                    (Self::Takeable, _, "ticket") => {
                        format!("https://tickets.example/{PAYLOAD}")
                    }
                    // A rulebook's JSON: a draft of another rulebook, with the payload for its name.
                    (Self::Takeable, _, "draft") => field.value.replacen(
                        "\"rulebook_name\": \"",
                        &format!("\"rulebook_name\": \"{}", PAYLOAD.replace('"', "\\\"")),
                        1,
                    ),
                    (Self::Takeable, _, _) => id("because "),
                    (Self::Payload, _, _) => PAYLOAD.to_owned(),
                };
                (field.name.clone(), value)
            })
            .collect()
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
        let fields = filling.fields(form);
        if !form.is_post {
            let fields: Vec<_> = fields
                .iter()
                .map(|(name, value)| (name.as_str(), value.clone()))
                .collect();
            self.open(&paths::with_fields(&form.action, &fields)).await;
            return;
        }
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
}
