//! Where a value became one of another kind, also deep inside it.

use crate::value::Value;

/// Each such place in words; nothing where every kind is as it was.
pub(super) fn retyped(was: &Value, is: &Value) -> Vec<String> {
    let mut found = Vec::new();
    look(was, is, "", &mut found);
    found
}

fn look(was: &Value, is: &Value, at: &str, found: &mut Vec<String>) {
    match (was, is) {
        (Value::Map(was), Value::Map(is)) => {
            for (name, is) in is {
                if let Some(was) = was.get(name) {
                    look(was, is, &format!("{at}.{name}"), found);
                }
            }
        }
        (Value::List(was), Value::List(is)) => {
            for (index, is) in is.iter().enumerate() {
                // By place; where one was put in between, any that was there of its kind will do.
                let same = |was: &&Value| was.kind() == is.kind();
                let here = was.get(index).filter(same);
                if let Some(was) = here.or_else(|| was.iter().find(same)).or(was.first()) {
                    look(was, is, &format!("{at}[{index}]"), found);
                }
            }
        }
        _ if was.kind() == is.kind() => {}
        _ if at.is_empty() => {
            found.push(format!("It was {}, and is {} here.", was.kind(), is.kind()));
        }
        _ => {
            let at = at.trim_start_matches('.');
            found.push(format!(
                "{at} was {}, and is {} here.",
                was.kind(),
                is.kind()
            ));
        }
    }
}
