//! Parts of pages that know the product.

pub mod alerts;
pub mod answer_card;
pub mod broken_items;
pub mod check_lines;
pub mod decision_panel;
pub mod export_links;
pub mod frame;
pub mod keys;
pub mod leaf_table;
pub mod loan_table;
pub mod next_change;
pub mod notes;
pub mod outcome_badge;
pub mod pin_form;
pub mod profile_changes;
pub mod recent_list;
pub mod search_box;
pub mod side_bar;
pub mod source_line;
pub mod stamp_fields;
pub mod switch_fields;
pub mod theme_switch;
pub mod tier_table;
pub mod user_header;
pub mod waterfall;
