//! Values on their way into fields and back: what nobody touched comes out as it went in.

use domain::rulebook::plain::AB_GROUP;
use domain::value::{Attributes, Value};

/// Takes a field out as text; a null stays where it is.
pub(super) fn text(plain: &mut Attributes, name: &str) -> String {
    match plain.get(name) {
        None | Some(Value::Null) => return String::new(),
        Some(_) => {}
    }
    match plain.remove(name) {
        Some(Value::Text(text)) => text,
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

/// Takes a yes or no out, as text; a null stays where it is.
pub(super) fn yes_or_no(plain: &mut Attributes, name: &str) -> String {
    match plain.get(name) {
        Some(Value::Bool(yes)) => {
            let yes = yes.to_string();
            plain.remove(name);
            yes
        }
        _ => String::new(),
    }
}

/// Whether an empty field means that there is no group: only one that is stored as an empty text stays so.
pub(super) fn may_lack_group(plain: &Attributes) -> bool {
    plain.get(AB_GROUP) != Some(&Value::text(""))
}

pub(super) fn group_into(plain: &mut Attributes, group: String, may_lack: bool) {
    if !group.is_empty() || !may_lack {
        plain.insert(AB_GROUP.to_owned(), Value::Text(group));
    }
}
