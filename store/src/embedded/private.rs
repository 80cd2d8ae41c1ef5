//! Keeps the database to the account that runs Float Desk: the directory is 0700, its files are 0600.
//! What an earlier version created with wider modes is narrowed at the next start.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{Error, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

const DIRECTORY_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// What Float Desk itself puts into its data directory, by how the names end.
const OUR_FILES: [&str; 5] = [
    ".lock",
    ".sqlite",
    ".sqlite-shm",
    ".sqlite-wal",
    "features.json",
];

/// Creates the directory if it is missing. An existing one is narrowed only if Float Desk has it to
/// itself: `--data-dir /srv` must not lock out everything else that lives there.
pub(super) fn create_directory(directory: &Path) -> Result<(), Error> {
    if directory.is_dir() {
        return if is_only_ours(directory)? {
            narrow(directory, DIRECTORY_MODE)
        } else {
            Ok(())
        };
    }
    DirBuilder::new()
        .recursive(true)
        .mode(DIRECTORY_MODE)
        .create(directory)
}

/// Opens a file for writing, creating it if it is missing, and keeps others out of it.
pub(super) fn open(path: &Path) -> Result<File, Error> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(FILE_MODE)
        .open(path)?;
    narrow(path, FILE_MODE)?;
    Ok(file)
}

/// Creates the database's file, so that it is private before anything is in it. `SQLite` gives the files
/// that it creates beside it the same mode; those left by an earlier run are narrowed.
pub(super) fn create_files(database: &Path) -> Result<(), Error> {
    open(database)?;
    for beside in ["sqlite-wal", "sqlite-shm"] {
        match narrow(&database.with_extension(beside), FILE_MODE) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn is_only_ours(directory: &Path) -> Result<bool, Error> {
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !OUR_FILES.iter().any(|ending| name.ends_with(ending)) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn narrow(path: &Path, mode: u32) -> Result<(), Error> {
    let is_narrow = fs::metadata(path)?.permissions().mode() & 0o777 == mode;
    if is_narrow {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(mode))
}
