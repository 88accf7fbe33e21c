//! Brokers that answer, hang up, keep silent, and are away.

use bytes::{Bytes, BytesMut};
use highwater_core::api::{self, Answer, Client, Origin, Response};
use highwater_core::wire::generated::{
    BrokerHeartbeatRequest, BrokerHeartbeatResponse, RequestHeader, ResponseHeader,
};
use highwater_core::wire::{Message, Reader, Writer};

use super::*;
use crate::framing::Frames;
use crate::io::{net, process};
use crate::listen::Doors;
use crate::settings::Settings;

const OTHER: Peer = Peer {
    broker: BrokerId(2),
    shard: 0,
};

/// A call that tells itself from others.
fn heartbeat(number: i64) -> Request {
    Request {
        version: 2,
        client: Client::default(),
        body: Body::BrokerHeartbeat(BrokerHeartbeatRequest {
            broker_id: 1,
            broker_epoch: number,
            ..BrokerHeartbeatRequest::default()
        }),
    }
}

fn heartbeat_answer(number: i64) -> Response {
    Response::BrokerHeartbeat(BrokerHeartbeatResponse {
        throttle_time_ms: number as i32,
        ..BrokerHeartbeatResponse::default()
    })
}

/// What the shell is told, as the number of the call and, if it was answered, that of the answer.
async fn told(events: &mut mpsc::UnboundedReceiver<Event>) -> (u64, Option<i32>) {
    match events.recv().await.expect("the peers live") {
        Event::Answered(OTHER, CallId(id), Answer::Body(Response::BrokerHeartbeat(body))) => {
            (id, Some(body.throttle_time_ms))
        }
        Event::CallLost(OTHER, CallId(id)) => (id, None),
        other => panic!("{other:?}"),
    }
}

const CALL_LIMIT: Duration = Duration::from_secs(30);

fn peers(address: &str) -> (Peers, mpsc::UnboundedReceiver<Event>) {
    let (shell, events) = mpsc::unbounded_channel();
    let addresses = Addresses::new(1, &[(2, address.to_owned())].into());
    (Peers::new(addresses, 1 << 20, CALL_LIMIT, shell), events)
}

/// A broker that does as it is told.
struct Puppet {
    frames: Frames,
    writer: net::Writer,
}

impl Puppet {
    async fn accept(listener: &mut net::Listener) -> Self {
        let (reader, writer, _) = listener.accept().await.expect("a connection");
        let frames = Frames::new("a call", reader, 1 << 20);
        Self { frames, writer }
    }

    /// The next call: its correlation id and its number.
    async fn called(&mut self) -> (i32, i64) {
        let len = self.frames.next_len().await.expect("a call");
        let frame = self.frames.take(len.expect("a call")).await;
        let mut r = Reader::new(frame.expect("a call"), 4096);
        let header = RequestHeader::decode(&mut r, 2).expect("a header");
        assert_eq!(
            header.client_id.as_ref().map(Str::as_str),
            Some("highwater-1")
        );
        let body = BrokerHeartbeatRequest::decode(&mut r, header.request_api_version);
        (header.correlation_id, body.expect("a body").broker_epoch)
    }

    async fn answers(&mut self, correlation_id: i32, number: i64) {
        let mut w = Writer::new();
        w.i32(0);
        let header = ResponseHeader {
            correlation_id,
            ..ResponseHeader::default()
        };
        header.encode(&mut w, 1).expect("a header");
        heartbeat_answer(number).encode(&mut w, 2).expect("a body");
        w.patch_i32(0, w.len() as i32 - 4);
        let (bytes, _) = w.into_parts();
        self.writer.write_all(&bytes, false).await.expect("sent");
    }
}

async fn listening() -> (net::Listener, String) {
    let bound = net::bind("127.0.0.1:0").await.expect("an address");
    let address = bound.local_addr().expect("an address").to_string();
    (bound.listen().expect("a listener"), address)
}

#[test]
fn calls_in_flight_are_answered_in_order() {
    process::run(async {
        let (mut listener, address) = listening().await;
        let (mut peers, mut events) = peers(&address);
        for number in 0..5 {
            peers.call(OTHER, CallId(number), heartbeat(number as i64 * 10));
        }
        let mut puppet = Puppet::accept(&mut listener).await;
        let mut calls = Vec::new();
        for _ in 0..5 {
            calls.push(puppet.called().await);
        }
        for (correlation_id, number) in calls {
            puppet.answers(correlation_id, number + 1).await;
        }
        for number in 0..5 {
            let answer = (number, Some(number as i32 * 10 + 1));
            assert_eq!(told(&mut events).await, answer);
        }
    });
}

#[test]
fn what_is_not_answered_is_lost_with_the_connection_and_the_next_call_opens_another() {
    process::run(async {
        let (mut listener, address) = listening().await;
        let (mut peers, mut events) = peers(&address);
        for number in 0..3 {
            peers.call(OTHER, CallId(number), heartbeat(number as i64));
        }
        let mut puppet = Puppet::accept(&mut listener).await;
        let (first, _) = puppet.called().await;
        puppet.called().await;
        puppet.called().await;
        puppet.answers(first, 7).await;
        assert_eq!(told(&mut events).await, (0, Some(7)));
        drop(puppet);
        assert_eq!(told(&mut events).await, (1, None));
        assert_eq!(told(&mut events).await, (2, None));
        peers.call(OTHER, CallId(3), heartbeat(3));
        let mut puppet = Puppet::accept(&mut listener).await;
        let (again, number) = puppet.called().await;
        assert_eq!((again, number), (0, 3));
        puppet.answers(again, 8).await;
        assert_eq!(told(&mut events).await, (3, Some(8)));
    });
}

#[test]
fn a_broker_that_is_away_loses_calls_and_is_reached_soon_after_it_is_back() {
    process::run(async {
        let bound = net::bind("127.0.0.1:0").await.expect("an address");
        let address = bound.local_addr().expect("an address").to_string();
        let (mut peers, mut events) = peers(&address);
        for number in 0..5 {
            peers.call(OTHER, CallId(number), heartbeat(0));
            assert_eq!(told(&mut events).await, (number, None));
        }
        let mut listener = bound.listen().expect("a listener");
        let back = clock::mono();
        peers.call(OTHER, CallId(9), heartbeat(0));
        let mut puppet = Puppet::accept(&mut listener).await;
        let (correlation_id, _) = puppet.called().await;
        puppet.answers(correlation_id, 1).await;
        assert_eq!(told(&mut events).await, (9, Some(1)));
        let took = clock::mono() - back;
        assert!(took < Duration::from_millis(1500), "{took:?}");
    });
}

#[test]
fn silence_nonsense_and_strangers_lose_calls() {
    process::run(async {
        let (mut listener, address) = listening().await;
        let (mut peers, mut events) = peers(&address);
        peers.limit = Duration::from_millis(100);
        peers.call(OTHER, CallId(0), heartbeat(0));
        let mut puppet = Puppet::accept(&mut listener).await;
        puppet.called().await;
        assert_eq!(told(&mut events).await, (0, None));

        peers.limit = CALL_LIMIT;
        for (nonsense, number) in [(&b"\0\0\0\x02xx"[..], 1), (b"\x7f\0\0\0", 2)] {
            peers.call(OTHER, CallId(number), heartbeat(0));
            let mut puppet = Puppet::accept(&mut listener).await;
            puppet.called().await;
            let sent = puppet.writer.write_all(nonsense, false).await;
            sent.expect("sent");
            assert_eq!(told(&mut events).await, (number, None));
        }

        peers.call(OTHER, CallId(3), heartbeat(0));
        let mut puppet = Puppet::accept(&mut listener).await;
        let (correlation_id, _) = puppet.called().await;
        puppet.answers(correlation_id + 1, 0).await;
        assert_eq!(told(&mut events).await, (3, None));

        let stranger = Peer {
            broker: BrokerId(9),
            shard: 0,
        };
        peers.call(stranger, CallId(4), heartbeat(0));
        let lost = events.recv().await;
        assert!(matches!(lost, Some(Event::CallLost(peer, CallId(4))) if peer == stranger));
    });
}

#[test]
fn a_call_comes_in_where_brokers_meet() {
    process::run(async {
        let (listener, address) = listening().await;
        let (mut peers, mut events) = peers(&address);
        let (shell, mut inbox) = mpsc::unbounded_channel();
        let doors = Doors::new(&Settings::new("/nowhere".into(), &address), 100, shell);
        task::spawn(async move {
            doors.brokers(listener, None).await;
        });
        peers.call(OTHER, CallId(5), heartbeat(6));
        let Some(Event::Connected(conn, Origin::Broker, answers)) = inbox.recv().await else {
            panic!("no connection");
        };
        let Some(Event::Request(id, request, _)) = inbox.recv().await else {
            panic!("no request");
        };
        assert_eq!((id.conn, id.seq), (conn, 0));
        assert_eq!(request.client.origin, Origin::Broker);
        assert_eq!(request.client.id.as_str(), "highwater-1");
        assert_eq!(request.body, heartbeat(6).body);
        let answer = crate::reply::Answer::Body(heartbeat_answer(4));
        answers.send((0, answer)).expect("a connection");
        assert_eq!(told(&mut events).await, (5, Some(4)));
    });
}

#[test]
fn brokers_apis_are_not_served_to_clients() {
    process::run(async {
        let (listener, address) = listening().await;
        let (mut peers, mut events) = peers(&address);
        let (shell, _inbox) = mpsc::unbounded_channel();
        let doors = Doors::new(&Settings::new("/nowhere".into(), &address), 100, shell);
        task::spawn(async move {
            doors.clients(vec![listener]).await;
        });
        assert!(api::served(63, Origin::Client).is_none());
        peers.call(OTHER, CallId(1), heartbeat(0));
        assert_eq!(told(&mut events).await, (1, None));
    });
}

/// Frames that broker 2 hears, as numbers; `None` for a loss.
async fn heard(arrived: &mut mpsc::Receiver<FrameEvent>) -> (BrokerId, Option<Bytes>) {
    match arrived.recv().await.expect("the listener lives") {
        FrameEvent::Arrived(from, frame) => (from, Some(frame)),
        FrameEvent::Lost(from) => (from, None),
        FrameEvent::Refused(by) => panic!("{by} listens"),
    }
}

#[test]
fn frames_of_the_quorum_arrive_in_order_and_losses_are_told() {
    process::run(async {
        let (listener, address) = listening().await;
        let voters = [(1, "127.0.0.1:1".to_owned()), (2, address.clone())].into();
        let (here, mut lost) = Arrivals::new(Addresses::new(1, &voters));
        let (there, mut arrived) = Arrivals::new(Addresses::new(2, &voters));
        let (shell, _inbox) = mpsc::unbounded_channel();
        let doors = Doors::new(&Settings::new("/nowhere".into(), &address), 100, shell);
        let door = task::spawn(async move {
            doors.brokers(listener, Some(there)).await;
        });
        let lines = FrameLines::new(&Addresses::new(1, &voters), &here);
        for number in 0..100u8 {
            lines.send(BrokerId(2), Bytes::from(vec![number; 1000]));
        }
        for number in 0..100u8 {
            let frame = (BrokerId(1), Some(Bytes::from(vec![number; 1000])));
            assert_eq!(heard(&mut arrived).await, frame);
        }
        // A stranger is turned away.
        let stranger = FrameLines::new(
            &Addresses::new(7, &[(2, address.clone())].into()),
            &Arrivals::new(Addresses::new(7, &voters)).0,
        );
        stranger.send(BrokerId(2), Bytes::from_static(b"x"));
        // Who sends is gone.
        drop(lines);
        assert_eq!(heard(&mut arrived).await, (BrokerId(1), None));
        assert!(lost.try_recv().is_ok(), "the sender knows as well");
        door.abort();
    });
}

#[test]
fn frames_for_a_broker_that_is_away_are_dropped() {
    process::run(async {
        let bound = net::bind("127.0.0.1:0").await.expect("an address");
        let address = bound.local_addr().expect("an address").to_string();
        let addresses = Addresses::new(1, &[(2, address)].into());
        let (arrivals, mut told) = Arrivals::new(addresses.clone());
        let lines = FrameLines::new(&addresses, &arrivals);
        for _ in 0..10_000 {
            lines.send(BrokerId(2), Bytes::from(vec![0; 100_000]));
        }
        assert!(lines.queued_bytes(BrokerId(2)) <= 32 << 20);
        let first = told.recv().await;
        assert!(matches!(first, Some(FrameEvent::Refused(BrokerId(2)))));
        clock::sleep(Duration::from_millis(10)).await;
        lines.send(BrokerId(2), Bytes::from_static(b"during the rest"));
        clock::sleep(Duration::from_millis(10)).await;
        assert_eq!(lines.queued_bytes(BrokerId(2)), 0);
        // It is back, and calls: no rest is needed any more.
        let mut listener = bound.listen().expect("a listener");
        assert!(arrivals.arrived(BrokerId(2), Bytes::new()).await);
        lines.send(BrokerId(2), Bytes::from_static(b"after"));
        let (mut reader, ..) = listener.accept().await.expect("a connection");
        let mut bytes = BytesMut::with_capacity(1024);
        while !bytes.ends_with(b"after\0") {
            assert!(reader.read(&mut bytes).await.expect("bytes") > 0);
        }
    });
}
