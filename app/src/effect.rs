//! Whether a server function changes anything. It is declared beside the function, because neither its
//! name nor its method tells: all of them are sent by POST. A request that times out or panics goes by
//! this: after a read, nothing was saved.

/// What calling a server function does to stored data. The record of the look itself (audit log,
/// recently viewed, session use) doesn't count.
#[cfg(feature = "ssr")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Reads,
    Writes,
}

#[cfg(feature = "ssr")]
pub(crate) struct Declared {
    pub path: &'static str,
    pub effect: Effect,
}

#[cfg(feature = "ssr")]
leptos::server_fn::inventory::collect!(Declared);

/// What the server function at this path declares; `None` where there is no such function.
#[cfg(feature = "ssr")]
pub fn of(path: &str) -> Option<Effect> {
    let mut declared = leptos::server_fn::inventory::iter::<Declared>.into_iter();
    declared.find(|it| it.path == path).map(|it| it.effect)
}

/// Declares that a server function, named by its argument type, only reads.
macro_rules! reads {
    ($function:ident) => {
        crate::effect::declare!($function, Reads);
    };
}

/// Declares that a server function, named by its argument type, may change something.
macro_rules! writes {
    ($function:ident) => {
        crate::effect::declare!($function, Writes);
    };
}

macro_rules! declare {
    ($function:ident, $effect:ident) => {
        #[cfg(feature = "ssr")]
        leptos::server_fn::inventory::submit! {
            crate::effect::Declared {
                path: <$function as leptos::server_fn::ServerFn>::PATH,
                effect: crate::effect::Effect::$effect,
            }
        }
    };
}

pub(crate) use {declare, reads, writes};
