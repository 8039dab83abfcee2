//! Where a server is and how one gets in: from the address, and from the environment as other PostgreSQL programs read it.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use postgres::Config;
use postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::Problem;
use super::tls::{self, Check};

/// How long a connection may take, if PGCONNECT_TIMEOUT says nothing.
const CONNECT: Duration = Duration::from_secs(5);

/// Everything that is needed to connect. The configuration has the password and is never shown.
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
}

impl Address {
    /// Reads an address. What it does not say is taken from the variables that `variable` gives.
    pub(super) fn read(address: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<Self, Problem> {
        let (address, mut mode, mut roots) = without_tls(address)?;
        mode = mode.or_else(|| variable("PGSSLMODE"));
        roots = roots.or_else(|| variable("PGSSLROOTCERT"));
        // What is wrong with an address is told without repeating parts of it, because one of them may be a password.
        let mut config = Config::from_str(&address)
            .map_err(|_| Problem::Address("this is not the address of a server".to_owned()))?;
        if config.get_hosts().is_empty() {
            config.host(variable("PGHOST").as_deref().unwrap_or("localhost"));
        }
        if config.get_ports().is_empty()
            && let Some(port) = variable("PGPORT")
        {
            let port = port.parse().map_err(|_| Problem::Address(format!("PGPORT is '{port}', which is no port")))?;
            config.port(port);
        }
        if config.get_user().is_none()
            && let Some(user) = variable("PGUSER").or_else(|| variable("USER"))
        {
            config.user(&user);
        }
        if config.get_dbname().is_none()
            && let Some(name) = variable("PGDATABASE")
        {
            config.dbname(&name);
        }
        if config.get_password().is_none() {
            let password = match variable("PGPASSWORD") {
                Some(password) => Some(password),
                None => password_file(variable)?.and_then(|lines| password(&config, &lines)),
            };
            if let Some(password) = password {
                config.password(password);
            }
        }
        let timeout = variable("PGCONNECT_TIMEOUT").and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs);
        config.connect_timeout(timeout.filter(|timeout| !timeout.is_zero()).unwrap_or(CONNECT));
        config.keepalives_idle(Duration::from_secs(10)).keepalives_interval(Duration::from_secs(5));
        config.keepalives_retries(3).tcp_user_timeout(Duration::from_secs(20));
        config.application_name("kingmaker");
        let (mode, check) = read_mode(mode.as_deref().unwrap_or("prefer"), roots.is_some())?;
        config.ssl_mode(mode);
        let tls = tls::connector(check, roots.as_deref().map(Path::new))?;
        Ok(Address { config, tls })
    }

    /// The machines and their ports that must have addresses.
    pub(super) fn machines(&self) -> impl Iterator<Item = (&str, u16)> {
        let port = |at: usize| {
            let ports = self.config.get_ports();
            ports.get(at).or(ports.first()).copied().unwrap_or(5432)
        };
        self.config.get_hosts().iter().enumerate().filter_map(move |(at, host)| match host {
            Host::Tcp(name) => Some((name.as_str(), port(at))),
            #[allow(unreachable_patterns, reason = "there are other kinds on other systems")]
            _ => None,
        })
    }
}

/// An address without what it says about TLS, and that: the mode, and the file of certificates.
fn without_tls(address: &str) -> Result<(String, Option<String>, Option<String>), Problem> {
    let Some((server, parameters)) = address.split_once('?') else { return Ok((address.to_owned(), None, None)) };
    let (mut mode, mut roots, mut rest) = (None, None, Vec::new());
    for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value.to_owned()),
            Some(("sslrootcert", value)) if value.contains('%') => {
                return Err(Problem::Address("sslrootcert has a '%'; expected it in PGSSLROOTCERT".to_owned()));
            }
            Some(("sslrootcert", value)) => roots = Some(value.to_owned()),
            _ => rest.push(parameter),
        }
    }
    Ok((format!("{server}?{}", rest.join("&")), mode, roots))
}

fn read_mode(mode: &str, has_roots: bool) -> Result<(SslMode, Check), Problem> {
    // As elsewhere: whoever names certificates wants them to be checked.
    let check = if has_roots { Check::Chain } else { Check::Nothing };
    match mode {
        "disable" => Ok((SslMode::Disable, Check::Nothing)),
        "allow" | "prefer" => Ok((SslMode::Prefer, check)),
        "require" => Ok((SslMode::Require, check)),
        "verify-ca" | "verify-full" if !has_roots => {
            Err(Problem::Address(format!("'sslmode={mode}' needs a file of certificates in PGSSLROOTCERT")))
        }
        "verify-ca" => Ok((SslMode::Require, Check::Chain)),
        "verify-full" => Ok((SslMode::Require, Check::ChainAndName)),
        other => Err(Problem::Address(format!(
            "there is no sslmode '{other}'; expected disable, prefer, require, verify-ca or verify-full"
        ))),
    }
}

/// The lines of the file of passwords, if there is one.
fn password_file(variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<String>, Problem> {
    let home = || variable("HOME").map(|home| Path::new(&home).join(".pgpass"));
    let Some(path) = variable("PGPASSFILE").map(PathBuf::from).or_else(home) else { return Ok(None) };
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(None) };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let is_open = std::fs::metadata(&path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0);
        if is_open {
            let what = format!("others can read the passwords in '{}'; expected 'chmod 600'", path.display());
            return Err(Problem::Address(what));
        }
    }
    Ok(Some(text))
}

/// The password in the first line that fits: `host:port:database:user:password`, where `*` is any.
fn password(config: &Config, lines: &str) -> Option<String> {
    let host = match config.get_hosts().first()? {
        Host::Tcp(name) => name.clone(),
        #[allow(unreachable_patterns, reason = "there are other kinds on other systems")]
        _ => "localhost".to_owned(),
    };
    let user = config.get_user()?;
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let wanted = [host.as_str(), &port, config.get_dbname().unwrap_or(user), user];
    lines.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let [known @ .., password] = fields.as_slice() else { return None };
        let fits = known.len() == wanted.len()
            && known.iter().zip(wanted).all(|(known, wanted)| known == "*" || known == wanted);
        fits.then(|| password.clone())
    })
}

/// The fields of a line between colons; a backslash takes the next character as it is.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut characters) = (vec![String::new()], line.chars());
    while let Some(character) = characters.next() {
        let next = match character {
            ':' => {
                fields.push(String::new());
                None
            }
            '\\' => characters.next(),
            other => Some(other),
        };
        fields.last_mut().into_iter().for_each(|field| field.extend(next));
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str, variables: &[(&str, &str)]) -> Result<Address, Problem> {
        let found =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Address::read(address, &found)
    }

    #[test]
    fn the_environment_fills_gaps() {
        let variables =
            [("PGHOST", "far"), ("PGPORT", "99"), ("PGUSER", "ann"), ("PGDATABASE", "games"), ("PGPASSWORD", "secret")];
        let found = read("postgres://", &variables).unwrap_or_else(|problem| panic!("{problem:?}"));
        assert_eq!(found.machines().collect::<Vec<_>>(), [("far", 99)]);
        assert_eq!((found.config.get_user(), found.config.get_dbname()), (Some("ann"), Some("games")));
        assert_eq!(found.config.get_password(), Some(b"secret".as_slice()));
        let said = read("postgres://bob:other@near:7/db", &variables).unwrap_or_else(|problem| panic!("{problem:?}"));
        assert_eq!(said.machines().collect::<Vec<_>>(), [("near", 7)]);
        assert_eq!((said.config.get_user(), said.config.get_password()), (Some("bob"), Some(b"other".as_slice())));
    }

    #[test]
    fn modes_of_tls() {
        let mode = |address: &str| read(address, &[]).map(|found| found.config.get_ssl_mode());
        assert_eq!(mode("postgres://a/b"), Ok(SslMode::Prefer));
        assert_eq!(mode("postgres://a/b?sslmode=disable&connect_timeout=3"), Ok(SslMode::Disable));
        for (address, expected) in [
            ("postgres://a/b?sslmode=verify-full", "PGSSLROOTCERT"),
            ("postgres://a/b?sslmode=maybe", "'maybe'"),
            ("postgres://a/b?nonsense=secret", "not the address"),
            ("postgres://a:port/b", "not the address"),
            ("postgres://a/b?sslmode=require&sslrootcert=/nowhere", "'/nowhere'"),
        ] {
            let Err(Problem::Address(message)) = mode(address) else { panic!("{address} is taken") };
            assert!(message.contains(expected) && !message.contains("secret"), "{address}: {message}");
        }
    }

    #[test]
    fn passwords_by_file() {
        let config = Config::from_str("postgres://ann@host:77/games").expect("valid");
        let lines = "# a comment\nother:*:*:*:no\nhost:77:games:bob:no\n*:77:*:ann:se\\:cr\\\\et\n*:*:*:*:no";
        assert_eq!(password(&config, lines).as_deref(), Some("se:cr\\et"));
        assert_eq!(password(&config, "host:78:games:ann:no\nshort:line"), None);
    }
}
