//! What once froze or filled a server: half-open connections, many sign-ins, a merge of many reordered
//! rules, many what-ifs, one after the other on one process. It answers throughout, its memory stays within
//! bounds, and nothing has to be restarted. `make torture` runs it at full load.

use crate::accounts::{PASSWORD, sign_in};
use crate::command_line::serve;
use crate::desk::built_site;
use crate::drafting::{choose, draft, proposal, step};
use crate::process::{Server, add_staff, ended, float_desk, with_open_files};
use crate::visitor::Visitor;
use app::api::rulebooks::RulebookPage;
use app::api::what_if::Progress;
use app::wire;
use domain::basis_points::BasisPoints;
use domain::id::RulebookId;
use domain::rulebook::{Rule, RuleType, Rulebook, RulebookType};
use domain::value::Attributes;
use futures::future::join_all;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::Duration;
use std::{env, fs};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Nothing here takes nearly as long.
const PATIENCE: Duration = Duration::from_mins(2);
/// So much more than when idle, in kB as the kernel counts them.
const MOST_MEMORY: u64 = 150 * 1_024;

/// Few, so that the half-open connections come to more than may be open.
const OPEN_FILES: usize = 256;

struct Load {
    half_open: usize,
    sign_ins: usize,
    rules: usize,
    what_ifs: usize,
    analysts: usize,
    users: u64,
}

fn load() -> Load {
    if env::var_os("FLOAT_DESK_TORTURE").is_some() {
        return Load {
            half_open: 500,
            sign_ins: 96,
            rules: 1_000,
            what_ifs: 20,
            analysts: 5,
            users: 150,
        };
    }
    Load {
        half_open: 150,
        sign_ins: 4,
        rules: 40,
        what_ifs: 6,
        analysts: 2,
        users: 10,
    }
}

/// A server with a ledger, an admin and analysts.
fn start(here: &Path, site: &TempDir, load: &Load) -> Server {
    let users = load.users.to_string();
    ended(float_desk(here, &["seed", "--users", &users])).assert_done();
    ended(float_desk(here, &["index"])).assert_done();
    add_staff(here, "ada", "admin", PASSWORD);
    for number in 0..load.analysts {
        add_staff(here, &analyst(number), "analyst", PASSWORD);
    }
    let arguments = ["--review", "off", "--trusted-proxy", "127.0.0.1"];
    let command = float_desk(here, &serve(site, &arguments));
    Server::start(with_open_files(&command, OPEN_FILES))
}

fn analyst(number: usize) -> String {
    format!("analyst-{number}")
}

async fn signed_in(server: &Server, name: &str) -> Visitor {
    let mut visitor = Visitor::at(&server.url).from(format!("10.1.0.{}", name.len()));
    let answer = sign_in(&mut visitor, name, PASSWORD).await;
    assert!(visitor.session.is_some(), "{name}: {}", answer.body);
    visitor
}

/// Asks for the health check and a user's page, over and over.
struct Probes {
    rounds: Arc<AtomicUsize>,
    enough: Arc<AtomicBool>,
    asking: JoinHandle<()>,
}

impl Probes {
    fn start(visitor: &Visitor) -> Self {
        let (rounds, enough) = (Arc::<AtomicUsize>::default(), Arc::<AtomicBool>::default());
        let (count, is_over) = (Arc::clone(&rounds), Arc::clone(&enough));
        let visitor = visitor.clone();
        let asking = tokio::spawn(async move {
            while !is_over.load(SeqCst) {
                for path in ["/healthz", "/users/load-000001"] {
                    let answer = timeout(PATIENCE, visitor.get(path)).await.unwrap();
                    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
                }
                count.fetch_add(1, SeqCst);
            }
        });
        Self {
            rounds,
            enough,
            asking,
        }
    }

    /// Waits until so many more rounds were answered.
    async fn wait_for(&self, more: usize) {
        let begun = self.rounds.load(SeqCst);
        while self.rounds.load(SeqCst) < begun + more {
            assert!(!self.asking.is_finished(), "a probe failed");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// How many rounds were answered while it lasted.
    async fn during<T>(&self, burst: impl Future<Output = T>) -> T {
        let begun = self.rounds.load(SeqCst);
        let done = timeout(PATIENCE, burst).await.expect("it ends");
        // One that was under way ends, too.
        self.wait_for(1).await;
        assert!(self.rounds.load(SeqCst) > begun);
        done
    }

    async fn end(self) {
        self.enough.store(true, SeqCst);
        self.asking.await.unwrap();
    }
}

/// Half of them say nothing, the other half never end the head of their request.
async fn half_open(server: &Server, count: usize, probes: &Probes) {
    let address = server.url.trim_start_matches("http://");
    let connections: Vec<_> = (0..count)
        .map(|number| {
            let mut stream = TcpStream::connect(address).unwrap();
            if number % 2 == 1 {
                // Where the limit is reached it may be closed already.
                let _ = stream.write_all(b"GET /users/load-000001 HTTP/1.1\r\nhost: 127");
            }
            stream
        })
        .collect();
    probes.wait_for(3).await;
    drop(connections);
}

/// Strangers at addresses of their own, each under another name: every one costs a hash.
async fn sign_ins(server: &Server, count: usize) {
    let attempts = (0..count).map(async |number| {
        let mut stranger = Visitor::at(&server.url).from(format!("10.2.{number}.1"));
        let answer = sign_in(&mut stranger, &format!("stranger-{number}"), PASSWORD).await;
        assert!(stranger.session.is_none());
        // Refused, or told to come back later.
        assert!([303, 429, 503].contains(&answer.status), "{}", answer.body);
    });
    join_all(attempts).await;
}

fn rule(number: usize) -> Rule {
    Rule {
        rule: format!("Rule{number:04}"),
        rule_arn: Some(String::new()),
        props: Some(Attributes::new()),
        rule_type: RuleType::All,
        ab_group: None,
        unknown: Attributes::new(),
    }
}

async fn live(visitor: &Visitor, id: &RulebookId) -> Rulebook {
    let form = [("id", id.as_str())];
    let answer = visitor.post("/rpc/read_rulebook", &form).await;
    let page: RulebookPage = answer.unpack();
    page.rulebook
}

/// Two people put the same rules into another order; the second one's draft is brought up to date.
async fn merge(admin: &Visitor, rules: usize) {
    let new = Rulebook {
        rulebook_id: RulebookId::new("overload_v1"),
        rulebook_name: "Overload".to_owned(),
        kind: RulebookType::Floats,
        rules: (0..rules).map(rule).collect(),
        apply_to: Some(BasisPoints(0)),
        priority: 1,
        superseding: Some(false),
        last_updated: None,
        ab_group: None,
        unknown: Attributes::new(),
    };
    let publish = async |address: &str, version: &str| {
        let published = step(admin, address, "publish", version).await;
        assert_eq!(published.status, 200, "{}", published.body);
    };
    publish(&draft(admin, None, &new).await, "1").await;
    let base = live(admin, &new.rulebook_id).await;
    let (mut mine, mut theirs) = (base.clone(), base.clone());
    mine.rules.reverse();
    theirs.rules.rotate_left(rules / 2);
    let mine_at = draft(admin, Some(&base), &mine).await;
    publish(&draft(admin, Some(&base), &theirs).await, "1").await;
    assert_eq!(admin.get(&mine_at).await.status, 200);
    let page = proposal(admin, &mine_at).await;
    assert!(!page.stale.is_empty());
    let chosen = choose(admin, &page, "mine").await;
    assert_eq!(chosen.status, 200, "{}", chosen.body);
    publish(&mine_at, "2").await;
    assert_eq!(live(admin, &new.rulebook_id).await.rules, mine.rules);
}

/// Gives how many of them ran to their end; the others were refused.
async fn what_ifs(analysts: &[Visitor], count: usize) -> usize {
    let runs = (0..count).map(async |number| {
        let analyst = &analysts[number % analysts.len()];
        let answer = analyst.get("/what-if/run?days=31").await;
        if answer.status != 200 {
            assert!([429, 503].contains(&answer.status), "{}", answer.body);
            return 0;
        }
        let lines = answer.body.lines();
        let last = lines
            .filter_map(|line| line.strip_prefix("data: "))
            .next_back();
        let last: Progress = wire::from_text(last.unwrap()).unwrap();
        assert!(last.is_done && last.found.entries > 0, "{}", answer.body);
        1
    });
    join_all(runs).await.into_iter().sum()
}

/// From `/proc`: how much memory the process has, or has had at most since [`forget_peak`].
fn memory(pid: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.unwrap().trim_start_matches(':').trim();
    kilobytes.trim_end_matches(" kB").parse().unwrap()
}

fn forget_peak(pid: u32) {
    fs::write(format!("/proc/{pid}/clear_refs"), "5").unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_overloaded_server_answers_throughout_and_keeps_its_memory() {
    let (here, site, load) = (TempDir::new().unwrap(), built_site(), load());
    let server = start(here.path(), &site, &load);
    let admin = signed_in(&server, "ada").await;
    let mut analysts = Vec::new();
    for number in 0..load.analysts {
        analysts.push(signed_in(&server, &analyst(number)).await);
    }
    // Everything once, so that what is loaded once isn't counted below.
    assert_eq!(admin.get("/users/load-000001").await.status, 200);
    assert_eq!(what_ifs(&analysts, 1).await, 1);
    forget_peak(server.pid());
    let idle = memory(server.pid(), "VmRSS");

    let probes = Probes::start(&admin);
    let mut peaks = vec![("idle", idle)];
    let mut note = |burst| {
        peaks.push((burst, memory(server.pid(), "VmHWM")));
        forget_peak(server.pid());
    };
    probes
        .during(half_open(&server, load.half_open, &probes))
        .await;
    note("half-open connections");
    probes.during(sign_ins(&server, load.sign_ins)).await;
    note("sign-ins");
    probes.during(merge(&admin, load.rules)).await;
    note("merge");
    let ran = probes.during(what_ifs(&analysts, load.what_ifs)).await;
    assert!(ran >= 1, "all were refused");
    note("what-ifs");
    probes.end().await;
    let is_bounded = peaks.iter().all(|(_, most)| *most <= idle + MOST_MEMORY);
    assert!(is_bounded, "kB at most: {peaks:?}");

    // The same process goes on as before.
    let again = signed_in(&server, "ada").await;
    assert_eq!(again.get("/users/load-000001").await.status, 200);
    assert_eq!(what_ifs(&analysts, 1).await, 1);
    server.tell_to_stop();
    let (code, err) = server.ended();
    assert_eq!(code, Some(0), "{err}");
}
