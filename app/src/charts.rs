//! Draws what `domain` reckoned, as SVG: the same on the server and in the browser.
//!
//! No `style` attributes, which the content security policy forbids: places are attributes, looks are
//! classes. Across, places are percentages, so that a drawing fills any width and its letters stay as
//! large as they are.

pub mod balance_chart;
pub mod calibration_chart;
pub mod marks;
pub mod plot;
pub mod rates_chart;
pub mod trend_chart;
