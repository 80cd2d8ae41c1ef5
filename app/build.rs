//! Gives the sources of what pages are made of a fingerprint, the same for the server's half and the
//! browser's: see `src/wire.rs`.

use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for sources in ["src", "../domain/src"] {
        println!("cargo::rerun-if-changed={sources}");
        add(Path::new(sources), &mut hasher)?;
    }
    println!(
        "cargo::rustc-env=FLOAT_DESK_SOURCES={:016x}",
        hasher.finish()
    );
    Ok(())
}

/// Folders in the order of their names, so that the same sources give the same on every machine.
fn add(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    if !path.is_dir() {
        hasher.write(&fs::read(path)?);
        return Ok(());
    }
    let inside: io::Result<Vec<_>> = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect();
    let mut inside = inside?;
    inside.sort();
    inside.iter().try_for_each(|path| add(path, hasher))
}
