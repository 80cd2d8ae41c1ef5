//! What must hold for the scripts and the tests themselves.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below a folder with one of these endings: name and text.
fn files(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let (mut folders, mut found) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push((name, fs::read_to_string(path).unwrap()));
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// The commands of a script, each in one line.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

#[test]
fn every_build_takes_the_versions_of_the_lock_files() {
    let scripts = [files("scripts", &[".sh"]), files(".github", &[".yml"])].concat();
    let mut builds = 0;
    for (name, text) in scripts {
        for command in commands(&text) {
            let is_build = [
                "build",
                "test",
                "clippy",
                "run",
                "leptos build",
                "leptos watch",
                "deny",
            ]
            .iter()
            .any(|verb| command.contains(&format!("cargo {verb} ")));
            // Says which version is there; an empty crate, which has no dependencies; what to try by hand.
            let is_exempt = command.contains("--version")
                || command.contains("$crate/target")
                || command.starts_with("say ");
            if is_build && !is_exempt {
                builds += 1;
                assert!(
                    command.contains("--locked") || command.contains("cargo-args=--locked"),
                    "{name}: {command}"
                );
            }
            assert!(!command.contains("npm install "), "{name}: {command}");
        }
    }
    assert!(builds >= 12, "{builds} builds found");
}

#[test]
fn no_test_looks_at_a_stopwatch() {
    let folders = [
        "server/tests",
        "store/tests",
        "fixtures/tests",
        "domain/src",
    ];
    for (name, text) in folders.iter().flat_map(|folder| files(folder, &[".rs"])) {
        // Where it ends a test that hangs.
        let is_patience = name == "process.rs" || name == "repository.rs";
        let measures = [".elapsed()", ".duration_since("]
            .iter()
            .any(|it| text.contains(it));
        assert!(is_patience || !measures, "{name} measures time");
    }
}
