//! What somebody is called and what their role is, from what an identity provider says of them.

use domain::role::Role;
use domain::staff_account::LONGEST_NAME;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Claims besides those that every provider has.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct OtherClaims {
    #[serde(flatten)]
    claims: Map<String, Value>,
}

impl openidconnect::AdditionalClaims for OtherClaims {}

/// Where to find what in the claims.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    pub(super) name_claim: String,
    pub(super) role_claim: String,
    pub(super) roles: Vec<(Role, String)>,
}

/// Everything that a provider says of one person.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Claims(Map<String, Value>);

impl Claims {
    /// From a token or an answer that has been verified.
    pub(super) fn of(verified: &impl Serialize) -> Self {
        match serde_json::to_value(verified) {
            Ok(Value::Object(claims)) => Self(claims),
            _ => Self::default(),
        }
    }

    /// Adds what is not there yet: what is signed counts more than what was asked for later. That an
    /// address is verified is said of that address only.
    pub(super) fn or(mut self, mut others: Self) -> Self {
        if self
            .0
            .get("email")
            .is_some_and(|ours| others.0.get("email") != Some(ours))
        {
            others.0.remove("email_verified");
        }
        for (name, value) in others.0 {
            self.0.entry(name).or_insert(value);
        }
        self
    }

    fn text(&self, name: &str) -> Option<&str> {
        let text = self.0.get(name)?.as_str()?;
        (!text.is_empty()).then_some(text)
    }

    /// An address that somebody only says is theirs may be somebody else's.
    fn verified_email(&self) -> Option<&str> {
        let is_verified = self.0.get("email_verified") == Some(&Value::Bool(true));
        self.text("email").filter(|_| is_verified)
    }
}

impl Reading {
    /// Whether the claims that are asked for are there.
    pub(super) fn is_complete(&self, claims: &Claims) -> bool {
        let has_name = match self.name_claim.as_str() {
            "email" => claims.verified_email().is_some(),
            other => claims.text(other).is_some(),
        };
        has_name && claims.0.contains_key(&self.role_claim)
    }

    /// What to call somebody, if they have a name that can be used. Who they are is another question.
    pub(super) fn label(&self, claims: &Claims) -> Option<String> {
        let email = claims.verified_email();
        let configured = match self.name_claim.as_str() {
            "email" => email,
            other => claims.text(other),
        };
        let name = configured.or(email).or_else(|| claims.text("sub"))?;
        // In brackets are those who are no people, such as the command line.
        let is_usable = name.len() <= LONGEST_NAME
            && name.chars().all(|c| c.is_ascii_graphic())
            && !name.starts_with('(');
        is_usable.then(|| name.to_owned())
    }

    /// The highest role that one of the claim's values stands for.
    pub(super) fn role(&self, claims: &Claims) -> Option<Role> {
        let values: Vec<&str> = match claims.0.get(&self.role_claim)? {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let has = |role| {
            self.roles
                .iter()
                .any(|(means, value)| *means == role && values.contains(&value.as_str()))
        };
        Role::ALL.into_iter().rev().find(|role| has(*role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn claims(value: Value) -> Claims {
        Claims::of(&value)
    }

    fn reading() -> Reading {
        let role = |role: Role, value: &str| (role, value.to_owned());
        Reading {
            name_claim: "preferred_username".to_owned(),
            role_claim: "groups".to_owned(),
            roles: vec![
                role(Role::Admin, "desk-admins"),
                role(Role::Support, "desk"),
                role(Role::Support, "help desk"),
                role(Role::Analyst, "risk"),
            ],
        }
    }

    fn name(value: Value) -> Option<String> {
        reading().label(&claims(value))
    }

    fn role(groups: Value) -> Option<Role> {
        reading().role(&claims(json!({ "groups": groups })))
    }

    #[test]
    fn the_name_is_the_first_claim_that_is_there() {
        let all = json!({"preferred_username": "dana", "email": "d@x.example", "sub": "1"});
        assert_eq!(name(all).as_deref(), Some("dana"));
        let email = json!({
            "preferred_username": "", "email": "d@x.example", "email_verified": true, "sub": "1"
        });
        assert_eq!(name(email).as_deref(), Some("d@x.example"));
        assert_eq!(name(json!({"sub": "1"})).as_deref(), Some("1"));
        assert_eq!(name(json!({})), None);
    }

    #[test]
    fn an_address_that_is_not_verified_is_no_name() {
        for verified in [json!(false), json!(null), json!("true"), json!(1)] {
            let email = json!({"email": "boss@x.example", "email_verified": verified, "sub": "1"});
            assert_eq!(name(email.clone()).as_deref(), Some("1"), "{email}");
        }
        let unsaid = json!({"email": "boss@x.example", "sub": "1"});
        assert_eq!(name(unsaid.clone()).as_deref(), Some("1"));
        let by_email = Reading {
            name_claim: "email".to_owned(),
            ..reading()
        };
        assert_eq!(by_email.label(&claims(unsaid)).as_deref(), Some("1"));
    }

    #[test]
    fn one_address_is_not_verified_by_what_is_said_of_another() {
        let signed = claims(json!({"email": "boss@x.example", "sub": "1"}));
        let asked = |email: &str| claims(json!({"email": email, "email_verified": true}));
        let other = signed.clone().or(asked("me@x.example"));
        assert_eq!(reading().label(&other).as_deref(), Some("1"));
        let same = signed.or(asked("boss@x.example"));
        assert_eq!(reading().label(&same).as_deref(), Some("boss@x.example"));
    }

    #[test]
    fn a_name_that_could_be_mistaken_lets_nobody_in() {
        for odd in [
            "(command line)",
            "two words",
            "a\nb",
            "аda",
            &"x".repeat(65),
        ] {
            let odd = json!({"preferred_username": odd, "sub": "1"});
            assert_eq!(name(odd.clone()), None, "{odd}");
        }
    }

    #[test]
    fn the_highest_role_counts() {
        assert_eq!(role(json!("desk")), Some(Role::Support));
        assert_eq!(role(json!(["help desk", 7, "other"])), Some(Role::Support));
        assert_eq!(
            role(json!(["desk", "desk-admins", "risk"])),
            Some(Role::Admin)
        );
        assert_eq!(role(json!(["risk", "desk"])), Some(Role::Analyst));
    }

    #[test]
    fn without_a_known_value_there_is_no_role() {
        for none in [
            json!([]),
            json!("admin"),
            json!("desk risk"),
            json!(null),
            json!({"desk": true}),
        ] {
            assert_eq!(role(none.clone()), None, "{none}");
        }
        assert_eq!(reading().role(&claims(json!({}))), None);
    }

    #[test]
    fn what_is_signed_counts_more_than_what_is_asked_for_later() {
        let signed = claims(json!({"sub": "1", "groups": ["desk"]}));
        let asked = claims(json!({"groups": ["desk-admins"], "preferred_username": "dana"}));
        let both = signed.clone().or(asked);
        assert!(!reading().is_complete(&signed) && reading().is_complete(&both));
        assert_eq!(reading().role(&both), Some(Role::Support));
    }
}
