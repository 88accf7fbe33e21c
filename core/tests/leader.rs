//! A leader and its wishes for the in-sync set.

use highwater_core::BrokerId;
use highwater_core::replica::{Leader, Progress};

const LEADER: BrokerId = BrokerId(2);
const FOLLOWER: BrokerId = BrokerId(3);
const NEW: BrokerId = BrokerId(1);

/// A replica may have been let in, or not: the leader asks for the set as it is, so that it knows. It goes on asking when
/// that replica dies meanwhile, for nothing is committed before it has an answer.
#[test]
fn a_wish_outlives_the_replica_that_it_is_about() {
    let isr = vec![LEADER, FOLLOWER];
    let mut leader = Leader::new(1, 0, isr.clone(), 1);
    let nothing = Progress {
        written: 0,
        flushed: 0,
    };
    leader.on_follower(NEW, nothing);
    assert!(leader.welcome(NEW, 0));
    let with = [LEADER, FOLLOWER, NEW];
    assert!(leader.forget(NEW), "the set as it is is asked for");
    assert!(!leader.on_refused(&with), "that is no news");
    assert_eq!(leader.wanted, Some(isr.clone()), "and it still is");
    assert!(!leader.forget(NEW));
    assert_eq!(leader.wanted, Some(isr.clone()));
    assert!(!leader.on_refused(&isr), "the partition has changed");
    assert_eq!(leader.wanted, None);
}
