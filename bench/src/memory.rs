//! What a server holds beyond what it holds anyway, while it sends all of a large ledger as a file, and
//! while it works all of it out again.

use crate::Failure;
use crate::desk::Desk;
use crate::process::Process;
use crate::report::{Report, megabytes};
use crate::sizes::grouped;
use app::api::what_if::Progress;
use app::{paths, wire};
use domain::day::Day;
use http::header::COOKIE;
use reqwest::{Client, Response};
use std::env;
use std::time::{Duration, Instant};

/// In megabytes over idle.
pub(crate) const MOST: f64 = 64.0;
/// Long enough for a server that was just started to have looked at everything once.
const SETTLED: Duration = Duration::from_secs(5);
const PASSWORD: &str = "a password for the bench";

/// A desk with somebody who may read decisions on any server that works on its tables.
pub(crate) struct Memory<'a> {
    desk: &'a Desk,
    cookie: String,
    range: (Day, Day),
    count: usize,
}

impl<'a> Memory<'a> {
    /// Adds an analyst, as an installation that is no demo does, and signs in here: checking a password
    /// takes memory, which the servers that are measured must not have had before.
    pub(crate) async fn of(
        desk: &'a Desk,
        range: (Day, Day),
        count: usize,
    ) -> Result<Self, Failure> {
        let arguments = ["staff", "add", "bench", "--role", "analyst"];
        let hired = Process::start(desk, &arguments, &format!("{PASSWORD}\n"))?;
        hired.ended().await?;
        let form = format!("name=bench&password={}", PASSWORD.replace(' ', "+"));
        Ok(Self {
            cookie: desk.session(paths::SIGN_IN_BY_PASSWORD, &form).await?,
            desk,
            range,
            count,
        })
    }

    pub(crate) async fn of_what_if(&self, report: &mut Report) -> Result<(), Failure> {
        let server = Server::start(self).await?;
        let days = self.range.1.number() - self.range.0.number() + 1;
        let query = format!("days={days}&share.stringent_v1=50&drop.winback_v1=yes&run=1");
        let started = Instant::now();
        let events = server.get(&paths::what_if_run(&query)).await?;
        let done = worked_out(events).await?;
        server.tell(report, "what-if", (done, self.count), started)
    }

    /// On a server of its own: what a what-if leaves behind would hide what this needs.
    pub(crate) async fn of_export(&self, report: &mut Report) -> Result<(), Failure> {
        let server = Server::start(self).await?;
        let (from, to) = (self.range.0.stored(), self.range.1.stored());
        let file = format!("/evaluations.csv?from={from}&to={to}");
        let started = Instant::now();
        let lines = lines(server.get(&file).await?).await?;
        let done = lines.saturating_sub(1);
        server.tell(report, "export", (done, self.count), started)
    }
}

/// `float-desk serve`, and what it holds while nobody asks it anything.
struct Server {
    process: Process,
    url: String,
    cookie: String,
    idle: u64,
}

impl Server {
    async fn start(of: &Memory<'_>) -> Result<Self, Failure> {
        let root = env::var("LEPTOS_SITE_ROOT").map_err(|_| "LEPTOS_SITE_ROOT is not set")?;
        let arguments = ["serve", "--addr", "127.0.0.1:0", "--site-root", &root];
        let mut process = Process::start(of.desk, &arguments, "")?;
        let line = process.first_line()?;
        let (_, url) = line
            .rsplit_once(' ')
            .ok_or("float-desk serve did not start")?;
        let mut server = Self {
            url: url.to_owned(),
            cookie: of.cookie.clone(),
            process,
            idle: 0,
        };
        // A server that nobody has ever asked for a page is not at rest but asleep.
        server.get(paths::HOME).await?.bytes().await?;
        tokio::time::sleep(SETTLED).await;
        server.idle = server.process.resident()?;
        Ok(server)
    }

    async fn get(&self, path: &str) -> Result<Response, Failure> {
        let asked = Client::new().get(format!("{}{path}", self.url));
        let answer = asked.header(COOKIE, &self.cookie).send().await?;
        Ok(answer.error_for_status()?)
    }

    fn tell(
        &self,
        report: &mut Report,
        what: &str,
        (done, count): (usize, usize),
        started: Instant,
    ) -> Result<(), Failure> {
        if done < count {
            return Err(format!("{what}: {done} of {count} entries").into());
        }
        let peak = self.process.peak()?;
        report.megabytes(
            &format!("{what} of {} entries: memory over idle", grouped(count)),
            peak.saturating_sub(self.idle),
            MOST,
            format!(
                "{:.0} MB idle, {:.1} s",
                megabytes(self.idle),
                started.elapsed().as_secs_f64()
            ),
        );
        Ok(())
    }
}

/// How many entries a what-if went through, by its last event.
async fn worked_out(events: Response) -> Result<usize, Failure> {
    let events = events.text().await?;
    let last = events.lines().rfind(|line| line.starts_with("data: "));
    let last = last.and_then(|line| line.strip_prefix("data: "));
    let last: Progress = wire::from_text(last.ok_or("the what-if said nothing")?)?;
    if last.is_done {
        Ok(usize::try_from(last.found.entries)?)
    } else {
        Err("the what-if did not come to its end".into())
    }
}

async fn lines(mut file: Response) -> Result<usize, Failure> {
    let mut lines = 0;
    while let Some(part) = file.chunk().await? {
        let parts = part.split(|byte| *byte == b'\n').count();
        lines += parts.saturating_sub(1);
    }
    Ok(lines)
}
