//! The pages that a first visit to a user does not need, as chunks of their own: in a release the
//! browser fetches one when a page in it is first opened, so that the first load does not grow with
//! every page there is. Only the release is cut (`split`); the server is told of the chunks in any case,
//! to name them in the page's head.

use crate::pages;
use leptos::prelude::*;
use leptos_router::ChooseView;

/// Which page of a chunk is a value and not a type, or the router would hold code for each of them.
macro_rules! chunk {
    ( $chunk:ident, $preload:ident = $pages:ident { $( $name:ident = $page:path; )+ } ) => {
        #[derive(Debug, Clone, Copy)]
        pub enum $pages {
            $( $name, )+
        }

        impl ChooseView for $pages {
            async fn choose(self) -> AnyView {
                $chunk(self).await
            }

            /// The router puts a page onto what the server sent only where the page is there at once.
            async fn preload(&self) {
                #[cfg(feature = "split")]
                $preload().await;
            }
        }

        #[cfg(any(feature = "ssr", feature = "split"))]
        #[lazy($chunk)]
        fn $chunk(page: $pages) -> AnyView {
            match page {
                $( $pages::$name => $page().into_any(), )+
            }
        }

        #[cfg(not(any(feature = "ssr", feature = "split")))]
        async fn $chunk(page: $pages) -> AnyView {
            match page {
                $( $pages::$name => $page().into_any(), )+
            }
        }
    };
}

chunk! {
    entrance, __preload_entrance = Entrance {
        Home = pages::home::Home;
        Search = pages::search::Search;
        SignIn = pages::sign_in::SignIn;
    }
}

chunk! {
    beyond, __preload_beyond = Beyond {
        Audit = pages::audit::Audit;
        Balances = pages::users::balances::Balances;
        Bypass = pages::users::bypass::Bypass;
        Calendar = pages::calendar::Calendar;
        Campaign = pages::campaigns::campaign::Campaign;
        Campaigns = pages::campaigns::list::Campaigns;
        Evaluation = pages::users::evaluation::Evaluation;
        Evaluations = pages::users::evaluations::Evaluations;
        Floats = pages::users::floats::Floats;
        EditRulebook = pages::rulebooks::edit::EditRulebook;
        History = pages::history::list::History;
        Insights = pages::users::insights::Insights;
        Ledger = pages::ledger::Ledger;
        NewRulebook = pages::rulebooks::edit::NewRulebook;
        NewTemporaryProfile = pages::users::temporary_profiles::new::NewTemporaryProfile;
        NewVersion = pages::users::new_version::NewVersion;
        Proposal = pages::proposals::proposal::Proposal;
        Proposals = pages::proposals::list::Proposals;
        Raw = pages::users::raw::Raw;
        Rates = pages::rates::Rates;
        Repayment = pages::repayment::Repayment;
        RuleOutcomes = pages::users::rule_outcomes::RuleOutcomes;
        Rulebook = pages::rulebooks::rulebook::Rulebook;
        Rulebooks = pages::rulebooks::list::Rulebooks;
        Staff = pages::staff::Staff;
        System = pages::system::System;
        TemporaryProfileEnd = pages::users::temporary_profiles::end::TemporaryProfileEnd;
        TemporaryProfiles = pages::users::temporary_profiles::TemporaryProfiles;
        Timeline = pages::users::timeline::Timeline;
        Update = pages::history::update::Update;
        WhatIf = pages::what_if::WhatIf;
    }
}
