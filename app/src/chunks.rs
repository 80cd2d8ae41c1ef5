//! The pages beyond the first ones, as a chunk of their own: in a release the browser fetches it when
//! one of them is first opened, so that the first load does not grow with every page there is. Only
//! the release is cut in two (`split`); the server is told of the chunk in any case, to name it in the
//! page's head.

use crate::pages;
use leptos::prelude::*;
use leptos_router::LazyRoute;

macro_rules! pages {
    ( $( $name:ident = $page:path; )+ ) => { $(
        pub struct $name {}

        impl LazyRoute for $name {
            fn data() -> Self {
                Self {}
            }

            async fn view(_this: Self) -> AnyView {
                $name().await
            }
        }

        #[cfg(any(feature = "ssr", feature = "split"))]
        #[allow(non_snake_case)]
        #[lazy(beyond)]
        fn $name() -> AnyView {
            $page().into_any()
        }

        #[cfg(not(any(feature = "ssr", feature = "split")))]
        #[allow(non_snake_case)]
        async fn $name() -> AnyView {
            $page().into_any()
        }
    )+ };
}

pages! {
    Audit = pages::audit::Audit;
    Bypass = pages::users::bypass::Bypass;
    Calendar = pages::calendar::Calendar;
    Campaign = pages::campaigns::campaign::Campaign;
    Campaigns = pages::campaigns::list::Campaigns;
    Evaluation = pages::users::evaluation::Evaluation;
    Evaluations = pages::users::evaluations::Evaluations;
    Floats = pages::users::floats::Floats;
    EditRulebook = pages::rulebooks::edit::EditRulebook;
    History = pages::history::list::History;
    NewRulebook = pages::rulebooks::edit::NewRulebook;
    NewTemporaryProfile = pages::users::temporary_profiles::new::NewTemporaryProfile;
    NewVersion = pages::users::new_version::NewVersion;
    Proposal = pages::proposals::proposal::Proposal;
    Proposals = pages::proposals::list::Proposals;
    RuleOutcomes = pages::users::rule_outcomes::RuleOutcomes;
    Rulebook = pages::rulebooks::rulebook::Rulebook;
    Rulebooks = pages::rulebooks::list::Rulebooks;
    Staff = pages::staff::Staff;
    TemporaryProfileEnd = pages::users::temporary_profiles::end::TemporaryProfileEnd;
    TemporaryProfiles = pages::users::temporary_profiles::TemporaryProfiles;
    Timeline = pages::users::timeline::Timeline;
    Update = pages::history::update::Update;
}
