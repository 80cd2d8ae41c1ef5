//! Listens to the work on the server. Closing the line ends the work.

use crate::api::what_if::Progress;

/// What comes over the line.
pub enum Heard {
    Progress(Box<Progress>),
    /// The server cannot go on, and says why.
    Failed(String),
    /// The line is broken, or never came about.
    Lost,
}

/// An open line.
pub struct Line {
    source: web_sys::EventSource,
    // Called for as long as they are kept.
    _message: Heeded<web_sys::MessageEvent>,
    _failed: Heeded<web_sys::MessageEvent>,
    _lost: Heeded<web_sys::Event>,
}

type Heeded<E> = web_sys::wasm_bindgen::closure::Closure<dyn FnMut(E)>;

impl Line {
    /// Nothing where the browser does not open one.
    pub fn open(address: &str, hear: impl Fn(Heard) + Clone + 'static) -> Option<Self> {
        use crate::wire;
        use web_sys::wasm_bindgen::JsCast;
        use web_sys::{EventSource, MessageEvent};
        let source = EventSource::new(address).ok()?;
        let text = |event: &MessageEvent| event.data().as_string().unwrap_or_default();
        let on = hear.clone();
        let message = Heeded::new(move |event: MessageEvent| {
            on(match wire::from_text(&text(&event)) {
                Ok(progress) => Heard::Progress(Box::new(progress)),
                Err(unread) => Heard::Failed(unread.to_string()),
            });
        });
        let on = hear.clone();
        let failed = Heeded::new(move |event: MessageEvent| on(Heard::Failed(text(&event))));
        let lost = Heeded::new(move |_: web_sys::Event| hear(Heard::Lost));
        source.set_onmessage(Some(message.as_ref().unchecked_ref()));
        source.set_onerror(Some(lost.as_ref().unchecked_ref()));
        let heard = failed.as_ref().unchecked_ref();
        source
            .add_event_listener_with_callback("failed", heard)
            .ok()?;
        Some(Self {
            source,
            _message: message,
            _failed: failed,
            _lost: lost,
        })
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.source.close();
    }
}
