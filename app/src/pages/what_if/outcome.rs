//! The work as it goes on: how far it is, how to stop it, and what was found so far.

use super::result::Found;
use crate::api::what_if::Progress;
use crate::ui::panel::Panel;
use domain::day::Day;
use domain::money::grouped;
use domain::what_if::change::Changes;
use domain::what_if::unestimated::Unestimated;
use leptos::prelude::*;

/// How the work stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    /// The server worked out the newest days, as it does without JavaScript.
    Newest,
    Working,
    Stopped,
    Failed(String),
    Done,
}

impl Standing {
    /// What is read out. The numbers change several times a second, this only with how the work stands.
    fn announcement(&self) -> &'static str {
        match self {
            // The page itself says so.
            Self::Newest => "",
            Self::Working => "Working out the decisions again.",
            Self::Stopped => "Stopped.",
            Self::Failed(_) => "The work broke off.",
            Self::Done => "All decisions are worked out.",
        }
    }
}

/// `newest` came with the page; the rest follows where there is JavaScript.
#[component]
pub fn Outcome(
    newest: Progress,
    days: (Day, Day),
    changes: Changes,
    unestimated: Unestimated,
    query: String,
) -> impl IntoView {
    let standing = RwSignal::new(if newest.is_done {
        Standing::Done
    } else {
        Standing::Newest
    });
    let progress = RwSignal::new(newest);
    let stop = go_on(progress, standing, query);
    let expected = move || progress.read().expected;
    // Until the stream has caught up with what came with the page, that is shown.
    let words = move || said(&progress.read(), &standing.read(), days);
    let announced = Memo::new(move |_| standing.read().announcement());
    let is_working = move || *standing.read() == Standing::Working;
    view! {
        <Panel title="What would have come out">
            <div class="what-if-progress">
                <progress
                    aria-label="Evaluations worked out"
                    max=move || expected().max(1).to_string()
                    value=move || progress.read().found.entries.min(expected().max(1)).to_string()
                ></progress>
                <button
                    type="button"
                    class="secondary needs-js"
                    disabled=move || !is_working()
                    on:click=move |_| stop.run(())
                >
                    "Stop"
                </button>
            </div>
            <p>{words}</p>
            <p role="status" class="sr-only">{move || announced.get()}</p>
            {move || view! { <Found progress=progress.get() changes=changes.clone() unestimated=unestimated.clone() /> }}
        </Panel>
    }
}

fn said(progress: &Progress, standing: &Standing, (from, to): (Day, Day)) -> String {
    let looked = grouped(progress.found.entries);
    let all = grouped(progress.expected);
    let broken = match progress.broken {
        0 => String::new(),
        count => format!(" {} more could not be read.", grouped(count)),
    };
    match standing {
        Standing::Done => {
            format!(
                "Worked out {looked} evaluations from {from} to {to}, all that the ledger has.{broken}"
            )
        }
        Standing::Newest => match progress.looked.in_words() {
            Some(back) => format!(
                "Worked out the newest days only, {back}: {looked} of {all} evaluations. With JavaScript the rest follows by itself.{broken}"
            ),
            None => format!("The ledger has no evaluation from {from} to {to}."),
        },
        Standing::Working => {
            format!(
                "Working: {looked} of {all} evaluations from {from} to {to}, the newest first.{broken}"
            )
        }
        Standing::Stopped => {
            format!(
                "Stopped: {looked} of {all} evaluations were worked out, the newest first.{broken}"
            )
        }
        Standing::Failed(why) => {
            format!("{why} {looked} of {all} evaluations were worked out.{broken}")
        }
    }
}

/// Has the server work out everything, and gives the way to stop it.
#[cfg(feature = "hydrate")]
fn go_on(
    progress: RwSignal<Progress>,
    standing: RwSignal<Standing>,
    query: String,
) -> Callback<()> {
    use super::feed::{Heard, Line};
    use crate::paths;
    let line = StoredValue::new_local(None::<Line>);
    let close = move || {
        // Not while one of its own closures runs, which would go with it.
        set_timeout(
            move || {
                let _ = line.try_update_value(|line| *line = None);
            },
            std::time::Duration::ZERO,
        );
    };
    let hear = move |heard| match heard {
        _ if standing.try_get_untracked() != Some(Standing::Working) => {}
        Heard::Progress(new) => {
            let is_done = new.is_done;
            // What came with the page stays until there is more.
            if is_done || new.found.entries >= progress.read_untracked().found.entries {
                progress.set(*new);
            }
            if is_done {
                standing.set(Standing::Done);
                close();
            }
        }
        Heard::Failed(why) => {
            standing.set(Standing::Failed(why));
            close();
        }
        Heard::Lost => {
            let why = "The connection to the server broke off, or it is busy with other what-ifs. Load the page again.";
            standing.set(Standing::Failed(why.to_owned()));
            close();
        }
    };
    Effect::new(move || {
        if standing.get_untracked() == Standing::Newest {
            standing.set(Standing::Working);
            let opened = Line::open(&paths::what_if_run(&query), hear);
            if opened.is_none() {
                hear(Heard::Lost);
            }
            line.set_value(opened);
        }
    });
    on_cleanup(move || {
        let _ = line.try_update_value(|line| *line = None);
    });
    Callback::new(move |()| {
        standing.set(Standing::Stopped);
        close();
    })
}

/// On the server there is nothing to listen to: the page is whole as it is.
#[cfg(not(feature = "hydrate"))]
fn go_on(_: RwSignal<Progress>, _: RwSignal<Standing>, _: String) -> Callback<()> {
    // Named, so that both halves know every way in which the work can stand.
    let _ = (Standing::Working, Standing::Stopped, Standing::Failed);
    Callback::new(|()| ())
}
