//! Pages as chunks of their own: in a release the browser fetches the code of a page when the page is
//! first opened, so that the first load stays small however many pages there are. Only the release
//! is cut up (`split`); the server is told the chunks in any case, to name them in the page's head.

use crate::pages;
use leptos::prelude::*;
use leptos_router::LazyRoute;

macro_rules! chunks {
    ( $( $name:ident = $page:path; )+ ) => { $(
        pub struct $name;

        #[cfg(any(feature = "ssr", feature = "split"))]
        #[leptos_router::lazy_route]
        impl LazyRoute for $name {
            fn data() -> Self {
                Self
            }

            fn view(_this: Self) -> AnyView {
                $page().into_any()
            }
        }

        #[cfg(not(any(feature = "ssr", feature = "split")))]
        impl LazyRoute for $name {
            fn data() -> Self {
                Self
            }

            async fn view(_this: Self) -> AnyView {
                $page().into_any()
            }
        }
    )+ };
}

chunks! {
    Audit = pages::audit::Audit;
    Bypass = pages::users::bypass::Bypass;
    Evaluation = pages::users::evaluation::Evaluation;
    Evaluations = pages::users::evaluations::Evaluations;
    Floats = pages::users::floats::Floats;
    Home = pages::home::Home;
    NewTemporaryProfile = pages::users::temporary_profiles::new::NewTemporaryProfile;
    NewVersion = pages::users::new_version::NewVersion;
    Overview = pages::users::overview::Overview;
    RuleOutcomes = pages::users::rule_outcomes::RuleOutcomes;
    Search = pages::search::Search;
    SignIn = pages::sign_in::SignIn;
    Staff = pages::staff::Staff;
    TemporaryProfileEnd = pages::users::temporary_profiles::end::TemporaryProfileEnd;
    TemporaryProfiles = pages::users::temporary_profiles::TemporaryProfiles;
    Timeline = pages::users::timeline::Timeline;
}
