//! The sentence for the customer, first on the page, and why it is so.

use crate::ui::badge::{Meaning, Shape};
use crate::ui::copy_button::CopyButton;
use domain::answer::{Answer, Tone};
use leptos::prelude::*;

#[component]
pub fn AnswerCard(answer: Answer) -> impl IntoView {
    let meaning = match answer.tone {
        Tone::Yes => Meaning::Good,
        Tone::No => Meaning::Bad,
        Tone::Unsure | Tone::NoRecord => Meaning::Attention,
    };
    view! {
        <section class=format!("answer {}", meaning.class()) aria-label="Answer for the customer">
            <Shape meaning size=22 />
            <div>
                <p class="answer-sentence">
                    {answer.sentence.clone()} " " <CopyButton text=answer.sentence label="Copy the sentence" />
                </p>
                <p class="answer-because"><span class="label">"For staff"</span> " " {answer.because}</p>
            </div>
        </section>
    }
}
