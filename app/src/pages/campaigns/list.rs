//! `/campaigns`: the same override for many users, each time that was done or is planned.

use super::campaign_form::CampaignForm;
use super::report::state_badge;
use crate::api::campaigns::{CampaignsPage, list_campaigns};
use crate::paths;
use crate::ui::failure::Failure;
use crate::ui::moment::Moment;
use crate::ui::page_title::PageTitle;
use crate::ui::panel::{Panel, Skeleton};
use crate::wire::resource;
use domain::campaign::Campaign;
use domain::instant::Instant;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

#[component]
pub fn Campaigns() -> impl IntoView {
    let query = use_location().search;
    let after = Memo::new(move |_| paths::from_query(&query.read(), "after"));
    let page = resource(move || after.get(), list_campaigns);
    view! {
        <PageTitle text="Campaigns" />
        <h1>"Campaigns"</h1>
        <Suspense fallback=|| view! { <Skeleton lines=12 /> }>
            {move || Suspend::new(async move {
                match page.await {
                    Ok(page) => view! { <Body page /> }.into_any(),
                    Err(error) => view! { <Failure error /> }.into_any(),
                }
            })}
        </Suspense>
    }
}

#[component]
fn Body(page: CampaignsPage) -> impl IntoView {
    let CampaignsPage {
        now,
        campaigns,
        next,
        refused,
        refused_large,
        operation,
    } = page;
    let new = match refused {
        Some(refused) => view! {
            <Panel title="New campaign">
                <p class="quiet">{refused.to_string()}</p>
            </Panel>
        }
        .into_any(),
        None => view! { <CampaignForm operation refused_large /> }.into_any(),
    };
    let rows = campaigns
        .into_iter()
        .map(|campaign| match campaign {
            Ok(campaign) => view! { <Row campaign now /> }.into_any(),
            Err(broken) => view! { <tr><td colspan="5">{format!("{} cannot be read: {broken}", broken.key)}</td></tr> }.into_any(),
        })
        .collect::<Vec<_>>();
    let list = if rows.is_empty() {
        view! { <p class="empty">"There is no campaign yet. Make one below."</p> }.into_any()
    } else {
        view! {
            <div class="table-scroll" tabindex="0" role="region" aria-label="Every campaign">
                <table class="table linked">
                    <thead>
                        <tr>
                            <th scope="col">"Campaign"</th>
                            <th scope="col">"State"</th>
                            <th scope="col" class="figure">"Users"</th>
                            <th scope="col" class="wide-only">"Ends"</th>
                            <th scope="col" class="wide-only">"Made"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .into_any()
    };
    let more = next
        .map(|next| view! { <p><A href=paths::campaigns_after(&next)>"Older campaigns"</A></p> });
    view! {
        <Panel title="All, newest first">{list} {more}</Panel>
        {new}
    }
}

#[component]
fn Row(campaign: Campaign, now: Instant) -> impl IntoView {
    let href = paths::campaign(&campaign.id);
    view! {
        <tr>
            <th scope="row"><A href attr:class="row-link">{campaign.name.clone()}</A></th>
            <td>{state_badge(&campaign.state)}</td>
            <td class="figure">{campaign.users}</td>
            <td class="wide-only"><Moment at=campaign.expires_on now /></td>
            <td class="wide-only"><Moment at=campaign.created_on now /> " by " {campaign.created_by.label.clone()}</td>
        </tr>
    }
}
