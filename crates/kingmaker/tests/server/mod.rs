//! A PostgreSQL server of one's own: on a free port, in a folder that goes, and not as root.

#![allow(dead_code, reason = "not every file of tests needs all of it")]

mod port;

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) use port::free_port;

/// Set where there is no server, so that these tests are left out.
const WITHOUT: &str = "KINGMAKER_WITHOUT_POSTGRES";

pub(crate) const USER: &str = "ann";
pub(crate) const PASSWORD: &str = "not so secret";

/// A server that runs until it is dropped.
pub(crate) struct Server {
    folder: PathBuf,
    pub(crate) port: u16,
    child: Option<Child>,
}

/// Where the programs of the server are; `None` if these tests are to be left out.
fn programs() -> Option<PathBuf> {
    if std::env::var_os(WITHOUT).is_some() {
        eprintln!("left out, because {WITHOUT} is set");
        return None;
    }
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = installed.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let mut all = folders.into_iter().rev().chain(std::env::split_paths(&paths));
    let found = all.find(|folder| folder.join("postgres").exists() && folder.join("initdb").exists());
    assert!(
        found.is_some(),
        "there is no PostgreSQL server, which these tests need; install the package 'postgresql', or set {WITHOUT}"
    );
    found
}

/// A command as somebody who may run a server: not root.
fn unprivileged(program: &Path) -> Command {
    if !rustix::process::geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
    command
}

impl Server {
    /// Starts a server; `None` if these tests are to be left out.
    pub(crate) fn start(name: &str) -> Option<Self> {
        let programs = programs()?;
        let folder = std::env::temp_dir().join(format!("kingmaker-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("created");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("set");
        let password = folder.join("password");
        fs::write(&password, PASSWORD).expect("written");
        if rustix::process::geteuid().is_root() {
            let id = |flag: &str| {
                let said = Command::new("id").args([flag, "postgres"]).output().expect("there is 'id'");
                String::from_utf8_lossy(&said.stdout).trim().parse().expect("there is a user 'postgres'")
            };
            for path in [&folder, &password] {
                chown(path, Some(id("-u")), Some(id("-g"))).expect("given away");
            }
        }
        let mut initdb = unprivileged(&programs.join("initdb"));
        initdb.args(["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync", "-U", USER]);
        initdb.arg("--pwfile").arg(&password).arg("-D").arg(folder.join("data")).stdout(Stdio::null());
        assert!(initdb.status().expect("it runs").success(), "initdb failed");
        let mut server = Server { folder, port: free_port(), child: None };
        server.run();
        server.create("games");
        Some(server)
    }

    /// Runs the server, which is ready when this returns.
    pub(crate) fn run(&mut self) {
        let programs = programs().expect("there was a server before");
        // After a kill, the processes of the old server need a moment to notice.
        let begun = Instant::now();
        while self.child.is_none() {
            let mut command = unprivileged(&programs.join("postgres"));
            command.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
            command.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
            command.args(["-c", "max_connections=90", "-c", "logging_collector=off"]);
            let log = fs::OpenOptions::new().create(true).append(true).open(self.folder.join("log")).expect("a log");
            let mut child = command.stdout(Stdio::null()).stderr(log).spawn().expect("it runs");
            while child.try_wait().expect("a child").is_none() {
                if self.sql_or_none("postgres", "SELECT 1").is_some() {
                    self.child = Some(child);
                    return;
                }
                assert!(begun.elapsed() < Duration::from_secs(60), "the server does not start: {}", self.log());
                std::thread::sleep(Duration::from_millis(50));
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "the server does not start: {}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// Kills the server as if by a power cut.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("killed");
            child.wait().expect("a child");
        }
    }

    /// Ends the server in good order, though its clients are not asked.
    pub(crate) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(signal.expect("kill is there").success());
            child.wait().expect("a child");
        }
    }

    /// A new database.
    pub(crate) fn create(&self, database: &str) {
        self.sql("postgres", &format!("CREATE DATABASE {database}"));
    }

    /// The address of a database, with the password.
    pub(crate) fn address(&self, database: &str) -> String {
        format!("postgres://{USER}:{}@127.0.0.1:{}/{database}", PASSWORD.replace(' ', "%20"), self.port)
    }

    /// What the server says to SQL.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        self.sql_or_none(database, sql).unwrap_or_else(|| panic!("'{sql}' failed"))
    }

    fn sql_or_none(&self, database: &str, sql: &str) -> Option<String> {
        let mut psql = Command::new("psql");
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-U", USER, "-d", database]);
        psql.args(["-p", &self.port.to_string(), "-c", sql]).env("PGPASSWORD", PASSWORD).env("PGCONNECT_TIMEOUT", "5");
        let said = psql.stdin(Stdio::null()).stderr(Stdio::null()).output().expect("there is 'psql'");
        said.status.success().then(|| String::from_utf8_lossy(&said.stdout).trim().to_owned())
    }

    /// Turns TLS on, with a certificate of its own for `localhost`, and gives the file of that.
    pub(crate) fn with_tls(&mut self) -> PathBuf {
        let data = self.folder.join("data");
        let mut openssl = unprivileged(Path::new("openssl"));
        openssl.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]);
        openssl.args(["-addext", "subjectAltName=DNS:localhost"]);
        openssl.arg("-keyout").arg(data.join("server.key")).arg("-out").arg(data.join("server.crt"));
        assert!(openssl.stderr(Stdio::null()).status().expect("there is 'openssl'").success());
        self.sql("postgres", "ALTER SYSTEM SET ssl = on");
        self.stop();
        self.run();
        let copy = self.folder.join("root.crt");
        fs::copy(data.join("server.crt"), &copy).expect("copied");
        copy
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
