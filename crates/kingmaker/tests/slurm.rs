//! The job scripts of `examples/cluster`: Slurm on this machine with two nodes, of which one is killed, and GNU parallel. The merged
//! store is that of a single run. Part of `cargo xtask cluster`.

#![cfg(target_os = "linux")]

#[path = "server/port.rs"]
mod port;
mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use port::free_port;
use program::{fresh_folder, output};

const TASKS: usize = 8;

/// About twenty seconds of games, so that there is something to kill.
const EXPERIMENT: &str = "title = 'nodes'\n[[match]]\ngame = 'rolit(players=3)'\nplayers = ['mcts', 'random']\n\
     games = 960\nplayouts = 100\n[[match]]\ngame = 'pig(players=3)'\nplayers = ['greedy', 'random']\ngames = 96\n";

/// Everything that a store has, and what a report says of it.
fn contents(store: &Path) -> (String, String) {
    let store = store.display().to_string();
    let games = output(&["export", "--db", &store, "--format", "jsonl"]);
    (games, output(&["report", "--db", &store, "--format", "csv"]))
}

/// A script of the examples.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cluster").join(name)
}

/// A command that finds the program that is tested.
fn with_program(name: &str, folder: &Path) -> Command {
    let program = assert_cmd::cargo::cargo_bin!("kingmaker");
    let known = std::env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&known));
    let mut command = Command::new(name);
    command.env("PATH", std::env::join_paths(folders).expect("a path")).current_dir(folder).stdin(Stdio::null());
    command
}

fn needs(programs: &[&str], packages: &str) {
    for name in programs {
        let is_there =
            ["/usr/bin", "/usr/sbin", "/usr/local/bin"].iter().any(|folder| Path::new(folder).join(name).exists());
        assert!(is_there, "there is no '{name}', which this test needs; install the packages {packages}");
    }
}

/// A folder with the experiment, and what one machine has after it.
fn prepared(name: &str) -> (PathBuf, (String, String)) {
    let folder = fresh_folder(name);
    fs::write(folder.join("nodes.toml"), EXPERIMENT).expect("written");
    let done = with_program("kingmaker", &folder).args(["run", "nodes.toml", "--db", "whole.db"]).output();
    assert!(done.expect("it runs").status.success());
    let whole = contents(&folder.join("whole.db"));
    (folder, whole)
}

/// Slurm with two nodes on this machine, which ends when it is dropped.
struct Slurm {
    folder: PathBuf,
    daemons: Vec<(String, Child)>,
}

impl Slurm {
    fn start() -> Self {
        assert!(rustix::process::geteuid().is_root(), "the daemons of Slurm need root");
        let folder = std::env::temp_dir().join(format!("kingmaker-slurm-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for inner in ["state", "one", "two", "munge"] {
            fs::create_dir_all(folder.join(inner)).expect("created");
        }
        let key: Vec<u8> = (0..128u32).map(|at| (at * 37 + std::process::id()) as u8).collect();
        fs::write(folder.join("munge/key"), key).expect("written");
        let private = std::os::unix::fs::PermissionsExt::from_mode;
        fs::set_permissions(folder.join("munge"), private(0o711)).expect("set");
        fs::set_permissions(folder.join("munge/key"), private(0o600)).expect("set");
        let at = folder.display().to_string();
        let name = Command::new("hostname").arg("-s").output().expect("a name");
        let name = String::from_utf8_lossy(&name.stdout).trim().to_owned();
        let ports = [free_port(), free_port(), free_port()];
        let node = |node: &str, port: u16| {
            format!("NodeName={node} NodeHostname={name} NodeAddr=127.0.0.1 Port={port} CPUs=1 State=UNKNOWN\n")
        };
        let settings = format!(
            "ClusterName=test\nSlurmctldHost={name}(127.0.0.1)\nSlurmctldPort={}\nSlurmUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={at}/munge/socket\nCredType=cred/munge\n\
             StateSaveLocation={at}/state\nSlurmdSpoolDir={at}/%n\nSlurmdPidFile={at}/%n.pid\n\
             SlurmctldPidFile={at}/control.pid\nSlurmctldLogFile={at}/control.log\nSlurmdLogFile={at}/%n.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSwitchType=switch/none\nMpiDefault=none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nSlurmdParameters=config_overrides\n\
             ReturnToService=2\nSlurmdTimeout=10\nKillWait=2\nJobRequeue=1\n{}{}\
             PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n",
            ports[0],
            node("one", ports[1]),
            node("two", ports[2]),
        );
        fs::write(folder.join("slurm.conf"), settings).expect("written");
        let mut slurm = Slurm { folder, daemons: Vec::new() };
        let munge = ["socket", "key-file", "pid-file", "log-file", "seed-file"];
        let files = ["socket", "key", "pid", "log", "seed"];
        let munge: Vec<String> =
            munge.iter().zip(files).map(|(option, file)| format!("--{option}={at}/munge/{file}")).collect();
        slurm.daemon(
            "munge",
            "munged",
            &[&["--foreground", "--force"], &*munge.iter().map(String::as_str).collect::<Vec<_>>()].concat(),
        );
        slurm.until("munge answers", |slurm| slurm.folder.join("munge/socket").exists());
        slurm.daemon("control", "slurmctld", &["-D", "-i"]);
        slurm.daemon("one", "slurmd", &["-D", "-N", "one"]);
        slurm.daemon("two", "slurmd", &["-D", "-N", "two"]);
        slurm.until("both nodes are idle", |slurm| slurm.say("sinfo", &["-h", "-N", "-o", "%t"]) == "idle\nidle");
        slurm
    }

    fn daemon(&mut self, name: &str, program: &str, arguments: &[&str]) {
        let log = fs::File::create(self.folder.join(format!("{name}.out"))).expect("a log");
        let mut command = Command::new(program);
        command.args(arguments).env("SLURM_CONF", self.folder.join("slurm.conf")).stdin(Stdio::null());
        let child = command.stdout(Stdio::null()).stderr(log).spawn().expect("it runs");
        self.daemons.push((name.to_owned(), child));
    }

    /// What a command of Slurm prints.
    fn say(&self, program: &str, arguments: &[&str]) -> String {
        let said = Command::new(program).args(arguments).env("SLURM_CONF", self.folder.join("slurm.conf")).output();
        String::from_utf8_lossy(&said.expect("it runs").stdout).trim().to_owned()
    }

    fn until(&self, what: &str, is_so: impl Fn(&Slurm) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            let log = || fs::read_to_string(self.folder.join("control.log")).unwrap_or_default();
            assert!(begun.elapsed() < Duration::from_secs(600), "waited in vain until {what}:\n{}", log());
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Kills a node with everything that runs on it, as a power cut would.
    fn kill(&mut self, node: &str) {
        let at = self.daemons.iter().position(|(name, _)| name == node).expect("a node");
        let (_, mut child) = self.daemons.swap_remove(at);
        child.kill().expect("killed");
        child.wait().expect("a child");
        let jobs = self.say("squeue", &["-h", "-w", node, "-o", "%A"]);
        for entry in fs::read_dir("/proc").expect("there").flatten() {
            let read = |name: &str| fs::read(entry.path().join(name)).unwrap_or_default();
            let (line, variables) = (read("cmdline"), read("environ"));
            let line = String::from_utf8_lossy(&line);
            let is_step = jobs.lines().any(|job| line.starts_with(&format!("slurmstepd: [{job}.")));
            let is_here =
                String::from_utf8_lossy(&variables).split('\0').any(|one| one == format!("SLURMD_NODENAME={node}"));
            if is_step || is_here {
                let _ = Command::new("kill").arg("-9").arg(entry.file_name()).stderr(Stdio::null()).status();
            }
        }
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        let _ = self.say("scancel", &["--user=root"]);
        for (_, child) in self.daemons.iter_mut().rev() {
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            std::thread::sleep(Duration::from_millis(300));
            let _ = child.kill();
            let _ = child.wait();
        }
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

#[test]
#[ignore = "needs Slurm; takes minutes"]
fn a_slurm_array_survives_the_loss_of_a_node() {
    needs(&["munged", "slurmctld", "slurmd", "sbatch"], "slurm-wlm and munge");
    let (folder, whole) = prepared("slurm");
    let mut slurm = Slurm::start();
    let begun = Instant::now();
    let mut sbatch = with_program("sbatch", &folder);
    sbatch.env("SLURM_CONF", slurm.folder.join("slurm.conf")).arg(format!("--array=1-{TASKS}"));
    let said = sbatch.arg(script("slurm.sh")).arg("nodes.toml").output().expect("it runs");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    // The node falls when it is in the middle of a part.
    let task = |slurm: &Slurm| slurm.say("squeue", &["-h", "-w", "two", "-t", "R", "-o", "%K"]);
    let games = |task: &str| {
        let store = folder.join(format!("shards/{task}.db"));
        let connection = rusqlite::Connection::open_with_flags(store, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY);
        let count = |connection: rusqlite::Connection| {
            connection.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0))
        };
        connection.and_then(count).unwrap_or(0)
    };
    slurm.until("a part is in the middle", |slurm| (5..100).contains(&games(&task(slurm))));
    let lost = task(&slurm);
    slurm.kill("two");
    let before = games(&lost);
    eprintln!("node 'two' was killed in part {lost} of {TASKS}, after {before} of its 132 games");
    let restarts = |slurm: &Slurm| {
        let jobs = slurm.say("scontrol", &["show", "job", "-o"]);
        jobs.lines().filter(|line| line.contains(" Restarts=1 ")).count()
    };
    slurm.until("the part is queued again", |slurm| restarts(slurm) > 0);
    slurm.daemon("two", "slurmd", &["-D", "-N", "two"]);
    slurm.until("all parts are played", |slurm| slurm.say("squeue", &["-h"]).is_empty());
    let said = |part: usize| {
        let logs = fs::read_dir(&folder).expect("there").flatten();
        let mut logs = logs.filter(|log| log.file_name().to_string_lossy().ends_with(&format!("_{part}.out")));
        logs.next().map(|log| fs::read_to_string(log.path()).unwrap_or_default()).unwrap_or_default()
    };
    let parts: Vec<String> = (1..=TASKS).map(|part| format!("shards/{part}.db")).collect();
    let merged = with_program("kingmaker", &folder).arg("merge").args(parts).args(["--db", "all.db"]).output();
    let merged = merged.expect("it runs");
    let told = String::from_utf8_lossy(&merged.stdout).into_owned();
    assert!(told.contains("none is missing"), "{told}{}\n{}", String::from_utf8_lossy(&merged.stderr), said(1));
    assert_eq!(contents(&folder.join("all.db")), whole);
    eprintln!("Slurm, {TASKS} tasks on 2 nodes: {} s; {}", begun.elapsed().as_secs(), told.trim());
}

#[test]
#[ignore = "needs GNU parallel"]
fn gnu_parallel_plays_the_parts() {
    needs(&["parallel"], "parallel");
    let (folder, whole) = prepared("parallel");
    let done = with_program("bash", &folder).arg(script("parallel.sh")).args(["nodes.toml", "4"]).output();
    let done = done.expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(contents(&folder.join("all.db")), whole);
}
