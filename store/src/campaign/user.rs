//! The users of a campaign: `CAMPAIGN#<id>` / `USER#<user>`.

use super::change_item::{decode_offer_change, encode_offer_change};
use super::{partition, while_in};
use crate::encoder::Encoder;
use crate::fields::ItemFields;
use crate::page::{Cursor, PageRequest};
use crate::table::{Condition, Query, SortRange, Write};
use crate::{Store, StoreError, TableId};
use domain::campaign::{CampaignState, CampaignUser, Finding, UserState};
use domain::id::{CampaignId, UserId};
use domain::item::Stored;
use domain::value::{Attributes, Value};

const PREFIX: &str = "USER#";
const ITEM_TYPE: &str = "campaign_user";
/// So many are read at a time.
const PART: u32 = 1_000;

fn sort(user: &UserId) -> String {
    format!("{PREFIX}{user}")
}

/// Part of a campaign's users, in the order of their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Users {
    pub users: Vec<Stored<CampaignUser>>,
    /// Where the next part starts: a place within the campaign.
    pub next: Option<String>,
}

/// So many users from behind the place `after`, of one state only where that is asked for. The list is
/// read on until the part is full or the campaign ends.
pub async fn list(
    store: &Store,
    id: &CampaignId,
    state: Option<&UserState>,
    size: usize,
    after: Option<&str>,
) -> Result<Users, StoreError> {
    let mut part = Users {
        users: Vec::new(),
        next: after.map(str::to_owned),
    };
    loop {
        let read = page(store, id, part.next.as_deref()).await?;
        let mut users = read.users.into_iter();
        while part.users.len() < size {
            let Some(user) = users.next() else { break };
            let sort = user.as_ref().map_or_else(
                |broken| broken.key.sort.clone().unwrap_or_default(),
                |record| record.key.sort.clone().unwrap_or_default(),
            );
            part.next = Some(sort);
            let is_wanted = match (&user, state) {
                (Ok(record), Some(state)) => record.value.state == *state,
                (Err(_), Some(_)) => false,
                (_, None) => true,
            };
            if is_wanted {
                part.users.push(user);
            }
        }
        let is_left = users.next().is_some();
        if part.users.len() >= size && (is_left || read.next.is_some()) {
            return Ok(part);
        }
        part.next = read.next;
        if part.next.is_none() {
            return Ok(part);
        }
    }
}

async fn page(store: &Store, id: &CampaignId, after: Option<&str>) -> Result<Users, StoreError> {
    // A place that is none of this list starts it anew; the table would refuse it.
    let start = after
        .filter(|sort| sort.starts_with(PREFIX))
        .map(|sort| Cursor(Encoder::new().keys(partition(id), sort).done()));
    let query = Query::new(partition(id), SortRange::Prefix(PREFIX.to_owned()));
    let request = PageRequest {
        size: PART,
        after: start,
    };
    let page = store.table(TableId::FloatDesk).page(query, request).await?;
    Ok(Users {
        users: page.items.into_iter().map(decode).collect(),
        next: page
            .next
            .and_then(|Cursor(mut key)| match key.remove("SK") {
                Some(Value::Text(sort)) => Some(sort),
                _ => None,
            }),
    })
}

/// Every user of a campaign that was checked. Thousands at most.
pub async fn all(store: &Store, id: &CampaignId) -> Result<Vec<CampaignUser>, StoreError> {
    let mut users = Vec::new();
    let mut after = None;
    loop {
        let part = page(store, id, after.as_deref()).await?;
        let sound = part.users.into_iter().filter_map(Result::ok);
        users.extend(sound.map(|record| record.value));
        match part.next {
            Some(next) => after = Some(next),
            None => return Ok(users),
        }
    }
}

/// Notes what was found out about some users, all or none, while the campaign is being checked.
pub(crate) async fn add(
    store: &Store,
    id: &CampaignId,
    users: &[CampaignUser],
) -> Result<(), StoreError> {
    let items = users.iter().map(|user| encode(id, user));
    let mut writes: Vec<_> = items
        .map(|item| Write::new_item(TableId::FloatDesk, item))
        .collect();
    writes.push(while_in(id, &CampaignState::Checking));
    store.transact(writes).await
}

/// The writes that take a user on, if nobody else has, while the campaign is in that state.
pub(crate) fn went_on(
    id: &CampaignId,
    before: &UserState,
    after: &CampaignUser,
    during: &CampaignState,
) -> [Write; 2] {
    let was = Condition::Is("state", Value::text(before.as_stored()));
    [
        Write::put(TableId::FloatDesk, encode(id, after), was),
        while_in(id, during),
    ]
}

pub fn encode(id: &CampaignId, user: &CampaignUser) -> Attributes {
    Encoder::new()
        .keys(partition(id), sort(&user.user_id))
        .text("item_type", ITEM_TYPE)
        .text("user_id", user.user_id.as_str())
        .text("finding", user.finding.as_stored())
        .text("state", user.state.as_stored())
        .text("detail", &user.detail)
        .optional_instant("written_on", user.written_on)
        .optional(
            "change",
            user.change
                .as_ref()
                .map(|change| Value::Map(encode_offer_change(change))),
        )
        .done()
}

pub fn decode(item: Attributes) -> Stored<CampaignUser> {
    let mut fields = ItemFields::open(TableId::FloatDesk, item);
    fields.discriminator("item_type", ITEM_TYPE);
    let user = CampaignUser {
        user_id: UserId::new(fields.text("user_id")),
        finding: Finding::from_stored(&fields.text("finding")),
        state: UserState::from_stored(&fields.text("state")),
        detail: fields.text("detail"),
        written_on: fields.optional_instant("written_on"),
        change: fields.optional_nested("change", decode_offer_change),
    };
    fields.sorts_at(&sort(&user.user_id));
    fields.close(user)
}
