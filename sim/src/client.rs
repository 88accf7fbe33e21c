//! A small Kafka client: it connects when it must, follows leaders, speaks versions of its own choice, and gives up
//! waiting.

pub(crate) mod cluster;
pub(crate) mod groups;
mod named;
mod routes;
mod topic;

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use highwater_core::ErrorCode;
use highwater_core::wire::generated::ApiVersionsRequest;
use highwater_core::wire::{Message, Request};

use crate::draw;
use crate::wire::{Connection, Pending};
use crate::world::World;
pub(crate) use routes::Leader;
use routes::Routes;

/// A client with at most one connection to each node.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) world: World,
    pub(crate) name: String,
    /// Where each node can be reached: whom to ask first.
    bootstrap: Vec<String>,
    /// Who is asked what every node can answer.
    anyone: String,
    /// Who is asked about the client's group.
    coordinator: Option<String>,
    /// The longest that the client waits for anything.
    pub(crate) limit: Duration,
    /// By address.
    connections: BTreeMap<String, Connection>,
    /// By api: the version that this client speaks. Drawn when it first hears what the brokers speak.
    versions: BTreeMap<i16, i16>,
    routes: Routes,
}

impl Client {
    pub(crate) fn new(world: World, name: String, bootstrap: &[String], limit: Duration) -> Self {
        Self {
            world,
            name,
            bootstrap: bootstrap.to_vec(),
            anyone: bootstrap[draw::below(bootstrap.len() as u64) as usize].clone(),
            coordinator: None,
            limit,
            connections: BTreeMap::new(),
            versions: BTreeMap::new(),
            routes: Routes::default(),
        }
    }

    /// Drops all connections. What was asked on them stays unanswered.
    pub(crate) fn disconnect(&mut self) {
        self.connections.clear();
    }

    /// Drops the connection to one node. Whether it still leads what it led is in doubt, too.
    pub(crate) fn hang_up(&mut self, address: &str) {
        self.connections.remove(address);
        self.routes.doubt();
        if self.anyone == address {
            self.ask_another();
        }
    }

    /// Asks any of the nodes from now on.
    fn ask_another(&mut self) {
        let at = draw::below(self.bootstrap.len() as u64) as usize;
        self.anyone = self.bootstrap[at].clone();
    }

    /// The version of `R` that this client speaks, once it has been connected.
    pub(crate) fn version<R: Request>(&self) -> i16 {
        self.versions
            .get(&R::API_KEY)
            .copied()
            .unwrap_or(R::MIN_VERSION)
            .clamp(R::MIN_VERSION, <R as Message>::MAX_VERSION)
    }

    /// Connects to a node, if need be, and learns what it speaks.
    pub(crate) async fn reach(&mut self, address: &str) -> io::Result<()> {
        if self.connections.contains_key(address) {
            return Ok(());
        }
        let opened = Connection::open(address, &self.name, self.limit).await;
        let known = match opened {
            Ok(connection) => {
                self.connections.insert(address.to_owned(), connection);
                self.handshake(address).await
            }
            Err(error) => Err(error),
        };
        if known.is_err() {
            self.hang_up(address);
        }
        known
    }

    async fn handshake(&mut self, address: &str) -> io::Result<()> {
        let request = ApiVersionsRequest {
            client_software_name: "highwater-sim".into(),
            client_software_version: "0".into(),
            ..ApiVersionsRequest::default()
        };
        let version = draw::within(0..5) as i16;
        // Versions before 3 have no names to tell.
        let request = if version >= 3 {
            request
        } else {
            ApiVersionsRequest::default()
        };
        let pending = self.send_as(address, &request, version).await?;
        let response = pending.answer(self.limit).await?;
        if self.versions.is_empty() {
            for api in response.api_keys {
                let (min, max) = (api.min_version, api.max_version);
                // Half of the clients are modern.
                let version = if draw::percent(50) {
                    max
                } else {
                    draw::within(min as u64..max as u64 + 1) as i16
                };
                self.versions.insert(api.api_key, version);
            }
        }
        Ok(())
    }

    async fn send_as<R: Request>(
        &mut self,
        address: &str,
        request: &R,
        version: i16,
    ) -> io::Result<Pending<R>> {
        let Some(connection) = self.connections.get_mut(address) else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        let sent = connection.send(request, version, self.limit).await;
        if sent.is_err() {
            self.hang_up(address);
        }
        sent
    }

    /// Sends a request to a node.
    pub(crate) async fn send<R: Request>(
        &mut self,
        address: &str,
        request: &R,
    ) -> io::Result<Pending<R>> {
        self.reach(address).await?;
        let version = self.version::<R>();
        self.send_as(address, request, version).await
    }

    /// Sends a request that is not answered to a node.
    pub(crate) async fn post<R: Request>(&mut self, address: &str, request: &R) -> io::Result<()> {
        self.reach(address).await?;
        let version = self.version::<R>();
        let Some(connection) = self.connections.get_mut(address) else {
            return Err(io::ErrorKind::NotConnected.into());
        };
        let sent = connection.post(request, version, self.limit).await;
        self.answered(address, sent)
    }

    /// Sends a request to a node and waits for its answer.
    pub(crate) async fn call_at<R: Request>(
        &mut self,
        address: &str,
        request: &R,
    ) -> io::Result<R::Response> {
        let pending = self.send(address, request).await?;
        let limit = self.limit;
        self.answered(address, pending.answer(limit).await)
    }

    /// Sends a request that every node can answer, and waits for the answer.
    pub(crate) async fn call<R: Request>(&mut self, request: &R) -> io::Result<R::Response> {
        let address = self.anyone.clone();
        self.call_at(&address, request).await
    }

    /// Looks at what became of a request: one that failed leaves the connection in doubt.
    pub(crate) fn answered<T>(&mut self, address: &str, answer: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &answer {
            self.hang_up(address);
            if error.kind() == io::ErrorKind::InvalidData {
                self.world
                    .violate("malformed-answer", format!("{}: {error}", self.name));
            }
        }
        answer
    }

    /// A node refused a request: perhaps because another leads now.
    pub(crate) fn refused(&mut self, address: &str, code: i16) {
        self.routes.doubt();
        if code == ErrorCode::KafkaStorageError.code() {
            self.world.went_offline(address);
        }
    }
}
