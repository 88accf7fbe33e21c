//! One controller and a broker that may have died.

mod alone;

use std::time::Duration;

use alone::Alone;
use highwater_core::api::Body;
use highwater_core::metadata::Record;
use highwater_core::wire::generated::BrokerHeartbeatRequest;
use highwater_core::{BrokerId, Config, Input, Lost, Time, TimerId};

const OTHER: BrokerId = BrokerId(2);

/// A controller that another broker has just announced itself to; sessions, and the time between heartbeats.
fn controller() -> (Alone, Duration, Duration) {
    let mut alone = Alone::new();
    alone.register(OTHER);
    let config = Config::new(BrokerId(1), "localhost", 9092);
    let millis = |ms: u32| Duration::from_millis(ms.into());
    (
        alone,
        millis(config.broker_session_timeout_ms),
        millis(config.broker_heartbeat_interval_ms),
    )
}

fn due(alone: &Alone) -> Option<Time> {
    assert_eq!(
        alone.node.armed().collect::<Vec<_>>(),
        [TimerId::BrokerSession(OTHER)]
    );
    alone.node.deadline()
}

fn after(span: Duration) -> Option<Time> {
    Some(Time::from_micros(0).after(span))
}

#[test]
fn a_broker_whose_listener_is_gone_has_two_heartbeats_left() {
    let (mut alone, session, heartbeat) = controller();
    assert_eq!(due(&alone), after(session));
    alone.take(Input::Lost(Lost::Listener(OTHER)));
    assert_eq!(due(&alone), after(heartbeat * 2));
    let before = alone.history.len();
    alone.fire(TimerId::BrokerSession(OTHER));
    let fenced = alone.history[before..]
        .iter()
        .flat_map(|command| &command.records);
    let fenced =
        fenced.filter(|record| matches!(record, Record::BrokerChange(change) if change.fenced));
    assert_eq!(fenced.count(), 1);
    // Who is fenced has no session to lose.
    alone.take(Input::Lost(Lost::Listener(OTHER)));
    assert_eq!(alone.node.deadline(), None);
}

#[test]
fn a_broker_that_is_heard_of_keeps_its_session_though_connections_to_it_are_refused() {
    let (mut alone, session, _) = controller();
    alone.take(Input::Lost(Lost::Listener(OTHER)));
    let heartbeat = BrokerHeartbeatRequest {
        broker_id: OTHER.0,
        broker_epoch: alone.history.len() as i64,
        ..BrokerHeartbeatRequest::default()
    };
    alone.ask_as_broker(2, Body::BrokerHeartbeat(heartbeat));
    assert_eq!(due(&alone), after(session));
}
