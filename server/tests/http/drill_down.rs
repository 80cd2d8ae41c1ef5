//! What stood around one evaluation, as far as it is still known.

use crate::desk::{Desk, Engine, desk};
use crate::evaluations::{drill_down, list, now, put, sample, signed_in, taken};
use app::api::evaluations::EvaluationPage;
use app::api::temporary_profiles::Overrides;
use app::api::timeline::ProfileAt;
use domain::decision::attribution::Certainty;
use domain::effective::Source;
use domain::evaluation::CfiState;
use domain::instant::Instant;
use domain::ledger::LedgerEntry;
use domain::money::Cents;
use domain::value::{Attributes, Value};
use store::ledger::Retention;
use store::{TableId, evaluation, historical_evaluation, ledger};

#[tokio::test]
async fn of_an_expired_evaluation_the_one_before_is_the_last_on_which_something_was_taken() {
    let (desk, user) = (desk(), "evals-expired");
    let analyst = signed_in(desk, "analyst").await;
    let [first, second, third] = [60 * 24 * 60, 60 * 24 * 50, 60 * 24 * 40].map(|ago| {
        let mut one = taken(&sample(user, ago));
        one.cfi_state = Some(CfiState {
            current_limit: Some(Cents(ago / 1_440 * 100)),
            ..CfiState::default()
        });
        one
    });
    let items = [&first, &second, &third].map(historical_evaluation::encode);
    put(desk, items.into()).await;
    let form = [("user_id", user), ("result_id", third.result_id.as_str())];
    let page: EvaluationPage = analyst.post("/rpc/read_evaluation", &form).await.unpack();
    let previous = page.detail.unwrap().previous.unwrap();
    assert_eq!(previous.result_id, second.result_id);
    let text = drill_down(&analyst, &third.evaluation()).await.text();
    assert!(text.contains("was $50"), "{text}");
}

#[tokio::test]
async fn what_was_kept_with_a_float_and_lacks_the_results_has_them_from_the_ledger() {
    let (desk, user) = (desk(), "evals-without-results");
    let analyst = signed_in(desk, "analyst").await;
    let one = sample(user, 60 * 24 * 40);
    let mut kept = taken(&one);
    if let Some(float) = &mut kept.float_results {
        float.results.clear();
    }
    put(desk, vec![historical_evaluation::encode(&kept)]).await;
    let keep = Retention {
        now: now(),
        days: Retention::DEFAULT_DAYS,
    };
    let entry = LedgerEntry::of(&one);
    ledger::record(&desk.store, &[entry], keep).await.unwrap();
    let form = [("user_id", user), ("result_id", one.result_id.as_str())];
    let page: EvaluationPage = analyst.post("/rpc/read_evaluation", &form).await.unpack();
    let detail = page.detail.unwrap();
    assert!(detail.taken.is_some());
    let steps = detail.products[0].steps.iter();
    let answered: Vec<_> = steps.filter_map(|step| step.result.as_ref()).collect();
    assert_eq!(answered.len(), 1);
    let text = drill_down(&analyst, &one).await.text();
    let said = "It lacks what each rulebook said: that comes from the decision ledger, which does not keep what the rules saw.";
    assert!(text.contains(said), "{text}");
}

#[tokio::test]
async fn a_pinned_evaluation_whose_original_is_gone_reads_as_it_was() {
    let (desk, user) = (desk(), "evals-gone");
    let analyst = signed_in(desk, "analyst").await;
    let one = sample(user, 4);
    // As the pin leaves it once the table has forgotten the evaluation itself.
    let text = |value: &str| Value::text(value);
    let pinned = Attributes::from([
        ("PK".to_owned(), text(&format!("PIN#{user}"))),
        ("SK".to_owned(), text(one.result_id.as_str())),
        ("item_type".to_owned(), text("pinned_evaluation")),
        ("user_id".to_owned(), text(user)),
        ("result_id".to_owned(), text(one.result_id.as_str())),
        ("pinned_by".to_owned(), text("ana-analyst")),
        ("pinned_on".to_owned(), text(&now().stored())),
        ("reason".to_owned(), text("disputed")),
        ("copy".to_owned(), Value::Map(evaluation::encode(&one))),
    ]);
    let own = desk.store.table(TableId::FloatDesk);
    own.put_all(vec![pinned], |_| {}).await.unwrap();
    let text = drill_down(&analyst, &one).await.text();
    assert!(text.contains("this is the copy that was kept"), "{text}");
    assert!(text.contains("Kept by ana-analyst"), "{text}");
    let lines = list(&analyst, user, "").await.lines;
    let line = lines[0].as_ref().unwrap();
    assert!(line.is_pinned && !line.is_stored);
}

#[tokio::test]
async fn what_a_cancelled_promotion_allowed_then_is_known_from_its_copy() {
    let (desk, user) = (desk(), "evals-promotion");
    let (ada, analyst) = (
        signed_in(desk, "admin").await,
        signed_in(desk, "analyst").await,
    );
    let form = [("user_id", user)];
    let seen: Overrides = ada.post("/rpc/read_override_form", &form).await.unpack();
    let draft = "start=&expires=in 2 weeks&reason=Spring&floats=on&tier=1&tier=2&tier=5";
    let version = seen.stamp.version.to_string();
    let save = [
        ("user_id", user),
        ("draft", draft),
        ("form", &seen.stamp.form),
        ("version", &version),
        ("confirmed", "yes"),
    ];
    assert_eq!(ada.post("/rpc/save_override", &save).await.status, 200);
    let mut during = sample(user, 0);
    during.created_date = now();
    // The promotion lasts for some seconds, and the evaluation is made in one of them.
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    put(desk, vec![evaluation::encode(&during)]).await;
    let seen: Overrides = ada.post("/rpc/read_override_form", &form).await.unpack();
    let version = seen.stamp.version.to_string();
    let cancel = [
        ("user_id", user),
        ("of", seen.context.standing[0].held.sort.as_str()),
        ("reason", "over"),
        ("form", &seen.stamp.form),
        ("version", &version),
    ];
    assert_eq!(ada.post("/rpc/cancel_override", &cancel).await.status, 200);
    let form = [("user_id", user), ("result_id", during.result_id.as_str())];
    let page: EvaluationPage = analyst.post("/rpc/read_evaluation", &form).await.unpack();
    let source = page.detail.unwrap().profile.floats.source;
    assert!(
        matches!(&source, Source::Temporary { reason, .. } if reason == "Spring"),
        "{source:?}"
    );
    // The same is what the timeline says about that moment, and no longer about this one.
    let at = async |at: Instant| -> ProfileAt {
        let form = [("user_id", user), ("at", &at.stored())];
        ada.post("/rpc/read_profile_at", &form).await.unpack()
    };
    let then = at(during.created_date).await.profile.floats.source;
    assert!(matches!(then, Source::Temporary { .. }), "{then:?}");
    let since = at(now().plus_seconds(1)).await.profile.floats.source;
    assert_eq!(since, Source::Default);
}

#[tokio::test]
async fn beside_a_rulebook_change_that_cannot_be_read_no_other_is_certain() {
    let own = Engine::start().await;
    let desk = Desk::open(&own.config()).await;
    let (analyst, user) = (signed_in(&desk, "analyst").await, "evals-unreadable");
    let one = sample(user, 60);
    put(&desk, vec![evaluation::encode(&one)]).await;
    let certainty = async || {
        let form = [("user_id", user), ("result_id", one.result_id.as_str())];
        let page: EvaluationPage = analyst.post("/rpc/read_evaluation", &form).await.unpack();
        page.detail.unwrap().configuration.unwrap().certainty
    };
    assert_eq!(certainty().await, Certainty::Certain);
    let at = one.created_date.plus_seconds(-3_600).stored();
    let broken = [
        ("PK", "RULEBOOKCONFIGUPDATE".to_owned()),
        ("SK", format!("USER#{at}#ada")),
        ("item_type", "rulebook_update".to_owned()),
    ];
    let broken = broken.map(|(name, value)| (name.to_owned(), Value::text(value)));
    put(&desk, vec![broken.into()]).await;
    assert_eq!(certainty().await, Certainty::OneOf);
    let text = drill_down(&analyst, &one).await.text();
    assert!(
        text.contains("may have been in force cannot be read"),
        "{text}"
    );
}
