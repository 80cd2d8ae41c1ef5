//! `docs/ACCESS_PATTERNS.md` names the functions that there are.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What these ask is about tables, not about what is in them.
const NOT_PATTERNS: [&str; 4] = ["embedded", "lib", "schema", "table"];

/// The public functions that ask something of DynamoDB, each by its path.
fn functions(directory: &Path, module: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if NOT_PATTERNS.contains(&stem) {
            continue;
        }
        let module = format!("{module}::{stem}");
        if path.is_dir() {
            functions(&path, &module, found);
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        let names = source
            .lines()
            .filter_map(|line| line.strip_prefix("pub async fn "))
            .filter_map(|line| line.split(['(', '<']).next());
        found.extend(names.map(|name| format!("{module}::{name}")));
    }
}

#[test]
fn every_access_pattern_is_documented_and_every_documented_one_exists() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut existing = BTreeSet::new();
    functions(&package.join("src"), "store", &mut existing);
    // It moves work to another thread and asks no table.
    existing.remove("store::off_thread::off_thread");
    let document = fs::read_to_string(package.join("../docs/ACCESS_PATTERNS.md")).unwrap();
    let documented: BTreeSet<_> = document
        .split('`')
        .filter(|code| code.starts_with("store::"))
        .map(str::to_owned)
        .collect();
    assert_eq!(documented, existing);
}
