//! Letting connections in: clients by one door, the other brokers by another.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use highwater_core::ConnId;
use highwater_core::api::Origin;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::budget::Budget;
use crate::conn::{self, Entrance, Limits};
use crate::io::{net, task};
use crate::peers::Arrivals;
use crate::settings::Settings;
use crate::shell::Event;

/// What all doors of a node have in common.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    shell: mpsc::UnboundedSender<Event>,
    in_flight_bytes: u32,
    /// Room for the requests of all clients.
    budget: Budget,
    max_request_bytes: u32,
    /// Of clients: brokers keep connections that they seldom use.
    max_idle: Option<Duration>,
    /// Connections of clients that may be open at a time: files need descriptors, too.
    places: Arc<Semaphore>,
    /// The number of the last connection.
    last: Arc<AtomicU64>,
}

/// Listeners that are open until this is dropped.
#[derive(Debug)]
struct Open(Vec<task::Handle>);

impl Drop for Open {
    fn drop(&mut self) {
        for listener in &self.0 {
            listener.abort();
        }
    }
}

impl Doors {
    /// `connections`: of clients, at a time.
    pub(crate) fn new(
        settings: &Settings,
        connections: usize,
        shell: mpsc::UnboundedSender<Event>,
    ) -> Self {
        Self {
            shell,
            in_flight_bytes: settings.in_flight_bytes,
            budget: Budget::new(settings.in_flight_bytes),
            max_request_bytes: settings.max_request_bytes,
            max_idle: u64::try_from(settings.connections_max_idle_ms)
                .ok()
                .map(Duration::from_millis),
            places: Arc::new(Semaphore::new(connections)),
            last: Arc::default(),
        }
    }

    /// Lets clients in by all their listeners, the place of each in the settings being its number, until one of them
    /// breaks; returns why it did.
    pub(crate) async fn clients(self, listeners: Vec<net::Listener>) -> io::Error {
        let (broken_in, mut broken) = mpsc::unbounded_channel();
        let mut open = Open(Vec::new());
        for (number, listener) in (0..).zip(listeners) {
            let (doors, broken_in) = (self.clone(), broken_in.clone());
            open.0.push(task::spawn(async move {
                let _ = broken_in.send(doors.accept(listener, number, Origin::Client, None).await);
            }));
        }
        drop(broken_in);
        let none = || io::Error::other("there is no listener for clients");
        broken.recv().await.unwrap_or_else(none)
    }

    /// Lets other brokers in, until the listener breaks; returns why it did.
    pub(crate) async fn brokers(
        self,
        listener: net::Listener,
        arrivals: Option<Arrivals>,
    ) -> io::Error {
        self.accept(listener, 0, Origin::Broker, arrivals).await
    }

    /// A place for one more connection. A client that finds none waits in the kernel's queue until another goes.
    async fn place(&self, origin: Origin) -> Option<OwnedSemaphorePermit> {
        if origin == Origin::Broker {
            return None;
        }
        let places = Arc::clone(&self.places);
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            return Some(place);
        }
        tracing::warn!("as many connections are open as there are descriptors for: others wait");
        places.acquire_owned().await.ok()
    }

    async fn accept(
        self,
        mut listener: net::Listener,
        number: u16,
        origin: Origin,
        arrivals: Option<Arrivals>,
    ) -> io::Error {
        // All clients share one.
        let budget = match origin {
            Origin::Client => self.budget.clone(),
            Origin::Broker => Budget::new(self.in_flight_bytes),
        };
        let entrance = Entrance {
            origin,
            listener: number,
            // Of each door its own: what clients wait for may be what another broker has to ask.
            limits: Limits {
                budget,
                max_request_bytes: self.max_request_bytes,
                max_idle: self.max_idle.filter(|_| origin == Origin::Client),
            },
            shell: self.shell.clone(),
            arrivals,
        };
        loop {
            let place = self.place(origin).await;
            let (reader, writer, peer) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => return error,
            };
            let id = ConnId(self.last.fetch_add(1, Ordering::Relaxed) + 1);
            let entrance = entrance.clone();
            task::spawn(async move {
                conn::serve(id, reader, writer, peer, entrance).await;
                drop(place);
            });
        }
    }
}
