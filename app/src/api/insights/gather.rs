//! Reads every insight at the same time. The tables can be away one by one.

use super::{InsightsPage, PaveInsights, StoredSettings};
use crate::audit;
use crate::error::AppError;
use crate::request::{contents, failure, now, store};
use crate::sieve::Sieve;
use domain::audit::{Action, AuditEvent};
use domain::id::UserId;
use domain::insight::income_verification::{IncomeVerification, masked};
use domain::insight::mining_run::{Findings, Mined};
use domain::insight::payday::holding_first;
use domain::instant::Instant;
use domain::item::{Record, Stored};
use domain::role::{LookUpUsers, Permit, RevealIncome};
use futures::{join, try_join};
use store::insight::{
    balance_alert, balance_settings, card_funds_notification, cash_advance_score, data_capture,
    income_detection, income_source, income_verification, last_page, mine, mining_label, payday,
    recurring, ritual, savings_month,
};
use store::{PageRequest, Store, StoreError};

/// Requests to mine and predictions of a payday are never deleted; so many are shown.
const SHOWN: u32 = 25;

pub(super) async fn read(
    permit: &Permit<LookUpUsers>,
    user_id: UserId,
) -> Result<InsightsPage, AppError> {
    let (store, now) = (store()?, now());
    let reads = async {
        Ok(join!(
            Box::pin(pave(&store, &user_id, now)),
            income_detection::runs(&store, &user_id),
            data_capture::all(&store, &user_id),
            balance_settings::get(&store, &user_id),
        ))
    };
    let (parts, ()) = try_join!(reads, audit::looked_at(permit.staff(), &user_id))?;
    let (pave, detections, captured, settings) = parts;
    let mut missing = Vec::new();
    let mut sieve = Sieve::default();
    let pave = known(pave, &mut missing).map(|(pave, found)| {
        sieve = found;
        pave
    });
    let detections = known(detections, &mut missing).map(|found| sieve.records(found));
    let captured = known(captured, &mut missing).map(|found| sieve.records(found));
    let unit = store.assumptions().low_balance_unit;
    let settings = known(settings, &mut missing).map(|found| {
        let record = found.and_then(|stored| sieve.record(stored));
        let threshold = record.as_ref().and_then(|it| it.value.threshold(unit));
        StoredSettings { record, threshold }
    });
    Ok(InsightsPage {
        user_id,
        now,
        pave,
        detections,
        captured,
        settings,
        missing,
        broken: sieve.broken,
        notices: sieve.notices,
    })
}

/// A table that the page can do without: its failure goes to the log, and the page says what is missing.
fn known<T>(read: Result<T, StoreError>, missing: &mut Vec<String>) -> Option<T> {
    read.map_err(|error| {
        failure(&error);
        missing.push(contents(error.table).to_owned());
    })
    .ok()
}

async fn pave(
    store: &Store,
    user: &UserId,
    now: Instant,
) -> Result<(PaveInsights, Sieve), StoreError> {
    let marks = async {
        try_join!(
            mine::history(store, user, PageRequest::first(SHOWN)),
            mining_label::get(store, user),
            last_page::all(store, user),
            balance_alert::get(store, user),
            card_funds_notification::all(store, user),
            income_verification::get(store, user),
        )
    };
    let found = async {
        try_join!(
            recurring::all(store, user),
            ritual::all(store, user),
            income_source::get(store, user),
            cash_advance_score::history(store, user),
            savings_month::all(store, user),
            payday::history(store, user, PageRequest::first(SHOWN)),
        )
    };
    let (marks, found) = try_join!(marks, found)?;
    let (mines, label, last_pages, alert, card_funds, verification) = marks;
    let (recurring, rituals, income, scores, savings, mut paydays) = found;
    let mut sieve = Sieve::default();
    holding_first(&mut paydays.items, now.day());
    let mut scores = sieve.records(scores);
    scores.reverse();
    let pave = PaveInsights {
        mines_go_on: mines.next.is_some(),
        mines: sieve.records(mines.items),
        label: label.and_then(|stored| sieve.record(stored)),
        last_pages: sieve.records(last_pages),
        recurring: sieve.findings(now, recurring),
        rituals: sieve.findings(now, rituals),
        income: income.and_then(|stored| sieve.record(stored)),
        scores,
        savings: sieve.records(savings),
        alert: alert.and_then(|stored| sieve.record(stored)),
        card_funds: sieve.records(card_funds),
        verification: verification
            .and_then(|stored| sieve.record(stored))
            .map(|record| masked(&record)),
        paydays_go_on: paydays.next.is_some(),
        paydays: sieve.records(paydays.items),
    };
    Ok((pave, sieve))
}

impl Sieve {
    fn records<T>(&mut self, stored: Vec<Stored<T>>) -> Vec<Record<T>> {
        let sound = stored.into_iter();
        sound.filter_map(|stored| self.record(stored)).collect()
    }

    fn findings<T: Mined>(&mut self, now: Instant, stored: Vec<Stored<T>>) -> Findings<T> {
        let sound = self.records(stored);
        Findings::at(now, sound.into_iter().map(Ok).collect())
    }
}

/// What cannot be recorded is not shown.
pub(super) async fn reveal(
    permit: &Permit<RevealIncome>,
    user: UserId,
) -> Result<Option<Record<IncomeVerification>>, AppError> {
    let store = store()?;
    let found = income_verification::get(&store, &user)
        .await
        .map_err(|error| failure(&error))?;
    let Some(found) = found.and_then(Result::ok) else {
        return Ok(None);
    };
    audit::record(AuditEvent {
        user: Some(user),
        subject: "income verification".to_owned(),
        ..audit::event(permit.staff(), Action::IncomeRevealed)
    })
    .await?;
    Ok(Some(found))
}
