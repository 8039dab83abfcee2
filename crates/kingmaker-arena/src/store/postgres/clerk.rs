//! A thread that talks to the server, so that nobody else waits for it without a limit.

use std::collections::HashMap;
use std::net::ToSocketAddrs;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use postgres::types::ToSql;
use postgres::{Client, Row, Statement};

use super::super::Problem;
use super::address::Address;

/// A statement that takes longer is given up by the server.
const STATEMENT_SECONDS: u64 = 30;

/// A clerk that does not answer for so long is left alone, and another one is hired.
const DEADLINE: Duration = Duration::from_secs(STATEMENT_SECONDS + 15);

/// Something to do, with the connection of the clerk.
type Job = Box<dyn FnOnce(&mut Desk) + Send>;

/// Does one thing after the other over one connection, which is made anew if it breaks.
pub(super) struct Clerk {
    address: Arc<Address>,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
}

/// What a clerk has before it.
#[derive(Default)]
struct Desk {
    connection: Option<Connection>,
    /// Whether a transaction goes over several jobs, which a new connection would not know of.
    is_within: bool,
}

impl Clerk {
    pub(super) fn new(address: Address) -> Self {
        Clerk { address: Arc::new(address), jobs: Mutex::new(None) }
    }

    /// Does something over the connection. After an error the connection is another one, so that nothing is left open.
    pub(super) fn call<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.ask(|desk| desk.is_within, work)
    }

    /// The same, and says whether a transaction is open afterwards.
    pub(super) fn transact(&self, statement: &'static str, is_within: bool) -> Result<(), Problem> {
        self.ask(move |_| is_within, move |connection| connection.run(statement))
    }

    fn ask<T: Send + 'static>(
        &self,
        within: impl FnOnce(&Desk) -> bool + Send + 'static,
        work: impl FnOnce(&mut Connection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (sender, answer) = mpsc::sync_channel(1);
        let address = Arc::clone(&self.address);
        let job: Job = Box::new(move |desk| {
            let done = desk.connection(&address).and_then(work);
            desk.is_within = done.is_ok() && within(desk);
            if done.is_err() {
                desk.connection = None;
            }
            // Whoever asked may have lost patience.
            let _ = sender.send(done);
        });
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let clerk = match jobs.take() {
            Some(clerk) => clerk,
            None => hire()?,
        };
        let is_handed_over = clerk.send(job).is_ok();
        match answer.recv_timeout(DEADLINE) {
            Ok(done) => {
                *jobs = Some(clerk);
                done
            }
            Err(_) if is_handed_over => {
                Err(Problem::Unreachable(format!("no answer within {} seconds", DEADLINE.as_secs())))
            }
            Err(_) => Err(Problem::Unreachable("the connection has ended".to_owned())),
        }
    }
}

/// A thread that does jobs until nobody can send any more.
fn hire() -> Result<mpsc::Sender<Job>, Problem> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let work = move || {
        let mut desk = Desk::default();
        jobs.into_iter().for_each(|job| job(&mut desk));
    };
    let hired = thread::Builder::new().name("store".to_owned()).spawn(work);
    hired.map_err(|_| Problem::Other("the system allows no further thread".to_owned()))?;
    Ok(sender)
}

impl Desk {
    /// The connection, a new one if there is none.
    fn connection(&mut self, address: &Address) -> Result<&mut Connection, Problem> {
        if self.connection.as_ref().is_none_or(|connection| connection.client.is_closed()) {
            self.connection = None;
            if std::mem::take(&mut self.is_within) {
                return Err(Problem::Unreachable("the connection broke in the middle".to_owned()));
            }
            self.connection = Some(Connection::new(address)?);
        }
        self.connection.as_mut().ok_or_else(|| Problem::Unreachable("there is no connection".to_owned()))
    }
}

/// A connection, and the statements that the server knows already.
pub(super) struct Connection {
    client: Client,
    statements: HashMap<&'static str, Statement>,
}

impl Connection {
    fn new(address: &Address) -> Result<Self, Problem> {
        for (host, port) in address.machines() {
            // Asked for itself, because a name that does not exist is another mistake than a server that is down.
            let found = (host, port).to_socket_addrs();
            if found.is_err() || found.is_ok_and(|mut addresses| addresses.next().is_none()) {
                return Err(Problem::UnknownHost(host.to_owned()));
            }
        }
        let client = address.config.connect(address.tls.clone())?;
        let mut connection = Connection { client, statements: HashMap::new() };
        connection.run(&format!(
            "SET statement_timeout = '{STATEMENT_SECONDS}s'; SET lock_timeout = '10s';
             SET idle_in_transaction_session_timeout = '60s'; SET synchronous_commit = on;
             SET client_min_messages = warning"
        ))?;
        Ok(connection)
    }

    /// Statements without parameters or results.
    pub(super) fn run(&mut self, statements: &str) -> Result<(), Problem> {
        Ok(self.client.batch_execute(statements)?)
    }

    fn statement(&mut self, text: &'static str) -> Result<Statement, Problem> {
        if let Some(statement) = self.statements.get(text) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(text)?;
        self.statements.insert(text, statement.clone());
        Ok(statement)
    }

    /// The rows of a query.
    pub(super) fn rows(&mut self, query: &'static str, with: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, Problem> {
        let statement = self.statement(query)?;
        Ok(self.client.query(&statement, with)?)
    }

    /// The one row of a query.
    pub(super) fn row(&mut self, query: &'static str, with: &[&(dyn ToSql + Sync)]) -> Result<Row, Problem> {
        let statement = self.statement(query)?;
        Ok(self.client.query_one(&statement, with)?)
    }

    /// How many rows a statement has changed.
    pub(super) fn change(&mut self, change: &'static str, with: &[&(dyn ToSql + Sync)]) -> Result<u64, Problem> {
        let statement = self.statement(change)?;
        Ok(self.client.execute(&statement, with)?)
    }

    /// Does several things, all or none. After an error the connection ends, and with it what was begun.
    pub(super) fn all_or_none<T>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.run("BEGIN")?;
        let done = work(self)?;
        self.run("COMMIT")?;
        Ok(done)
    }
}
