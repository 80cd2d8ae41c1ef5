//! What the ACH model predicted, and what happened: drawn, and the same as a table.

use super::Notes;
use super::controls::choice;
use crate::charts::calibration_chart::CalibrationChart;
use crate::components::export_links::ExportLinks;
use crate::paths::{self, RepaymentFile};
use crate::ui::panel::Panel;
use domain::money::grouped;
use domain::rates::interval::percentage;
use domain::repayment::calibration::{Bin, Calibration, Fit, bin_name};
use domain::repayment::chart::CalibrationChart as Chart;
use domain::repayment::view::RepaymentView;
use leptos::prelude::*;

#[component]
pub fn CalibrationPanel(calibration: Calibration, view: RepaymentView) -> impl IntoView {
    let drawing = Chart::new(&calibration).map(|chart| {
        view! {
            <CalibrationChart chart />
            <p class="quiet chart-key">
                "Each point is a bin: across, what was predicted on average; up, the part that succeeded, with its 95 % interval. On the dashed line both are the same. A hollow point is one whose prediction lies outside the interval."
            </p>
        }
    });
    let csv = paths::repayment_export(&view, RepaymentFile::Calibration, "csv");
    let json_lines = paths::repayment_export(&view, RepaymentFile::Calibration, "jsonl");
    let debits = calibration.total().rate.decided;
    let foot = match debits {
        1 => "1 debit in ten bins.".to_owned(),
        debits => format!("{} debits in ten bins.", grouped(debits)),
    };
    view! {
        <Panel title="The ACH model's predictions">
            <p class="lead">{calibration.sentence()}</p>
            <Versions calibration=calibration.clone() view />
            <Notes notes=calibration.notes() />
            {drawing}
            <Bins bins=calibration.bins />
            <p class="list-foot">
                <span>{foot}</span>
                <ExportLinks csv json_lines />
            </p>
        </Panel>
    }
}

/// Which versions the predictions are of: links where there is a choice.
#[component]
fn Versions(calibration: Calibration, view: RepaymentView) -> impl IntoView {
    let Calibration {
        version, versions, ..
    } = calibration;
    let said = |name: &Option<String>, count: u64| {
        let name = name.as_deref().unwrap_or("no version");
        format!("{name} ({})", grouped(count))
    };
    if let ([(name, _)], None) = (versions.as_slice(), &version) {
        let name = name.clone().unwrap_or_else(|| "not recorded".to_owned());
        return view! { <p class="quiet">{format!("Version of the model: {name}.")}</p> }
            .into_any();
    }
    if versions.is_empty() && version.is_none() {
        return ().into_any();
    }
    let whole = choice(
        "All versions".to_owned(),
        &view.with(|view| view.version = None),
        version.is_none(),
    );
    // What was asked for is named, also where no debit is of that version.
    let absent = version
        .clone()
        .filter(|wanted| {
            !versions
                .iter()
                .any(|(name, _)| name.as_ref() == Some(wanted))
        })
        .map(|wanted| choice(said(&Some(wanted), 0), &view, true));
    let each = versions
        .iter()
        .map(|(name, count)| match name {
            Some(_) => {
                let other = view.with(|view| view.version.clone_from(name));
                choice(said(name, *count), &other, version == *name).into_any()
            }
            None => view! { <span class="quiet">{said(name, *count)}</span> }.into_any(),
        })
        .collect_view();
    view! { <nav class="chips versions" aria-label="Version of the model">{whole} {each} {absent}</nav> }
        .into_any()
}

#[component]
fn Bins(bins: Vec<Bin>) -> impl IntoView {
    let rows = bins.iter().enumerate().map(row).collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Predictions in ten bins">
            <table class="table narrow">
                <thead>
                    <tr>
                        <th scope="col">"Predicted"</th>
                        <th scope="col" class="figure">"Debits"</th>
                        <th scope="col" class="figure">"Mean"</th>
                        <th scope="col" class="figure">"Succeeded"</th>
                        <th scope="col" class="figure wide-only">"95 % interval"</th>
                        <th scope="col">"Came true"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn row((index, bin): (usize, &Bin)) -> impl IntoView + use<> {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "\u{2013}".to_owned());
    let interval = bin.rate.interval().map(|it| it.to_string());
    let succeeded = format!("{} ({})", bin.rate, grouped(bin.rate.approved));
    let succeeded = (bin.rate.decided > 0).then_some(succeeded);
    view! {
        <tr>
            <th scope="row">{bin_name(index)}</th>
            <td class="figure">{grouped(bin.rate.decided)}</td>
            <td class="figure">{or_dash(bin.mean().map(percentage))}</td>
            <td class="figure">{or_dash(succeeded)}</td>
            <td class="figure wide-only">{or_dash(interval)}</td>
            <td>{bin.fit().map_or("no debit", Fit::in_words)}</td>
        </tr>
    }
}
