//! How far each model is looked at: as far as a few tens of seconds go.

use highwater_models::groups::{self, Groups};
use highwater_models::offsets::{self, Offsets};
use highwater_models::one_log::{self, OneLog};
use highwater_models::quorum::{self, Quorum};
use highwater_models::replicas::{Bounds, Replicas};
use highwater_models::report::{Report, explore};
use highwater_models::walk::{Walks, walk};

/// A model's name, and what explores it with so many threads.
pub(crate) type Model = (&'static str, fn(usize) -> Report);

/// Every model.
pub(crate) const MODELS: [Model; 21] = [
    ("one-log", one_log),
    ("replicas-crash", replicas_crash),
    ("replicas-elections", replicas_elections),
    ("replicas-in-sync", replicas_in_sync),
    ("replicas-fences", replicas_fences),
    ("replicas-late", replicas_late),
    ("replicas-failures", replicas_failures),
    ("replicas-rot", replicas_rot),
    ("replicas-replaced", replicas_replaced),
    ("replicas-few", replicas_few),
    ("replicas-refused", replicas_refused),
    ("replicas-wishes", replicas_wishes),
    ("replicas-deposed", replicas_deposed),
    ("replicas-walks", replicas_walks),
    ("replicas-walks-replaced", replicas_walks_replaced),
    ("offsets", offsets),
    ("offsets-steps", offsets_steps),
    ("groups", groups),
    ("groups-moves", groups_moves),
    ("groups-walks", groups_walks),
    ("quorum", quorum),
];

fn quorum(threads: usize) -> Report {
    let bounds = quorum::Bounds {
        steps: 3,
        forgets: 2,
    };
    explore("quorum", Quorum { bounds }, threads)
}

fn one_log(threads: usize) -> Report {
    let bounds = one_log::Bounds {
        batches: 4,
        in_flight: 3,
        crashes: 2,
        breaks: 2,
        amnesias: 1,
    };
    explore("one-log", OneLog { bounds }, threads)
}

fn replicas(name: &'static str, bounds: Bounds, threads: usize) -> Report {
    look(name, bounds, 256, threads)
}

/// One that looks for dead ends more often: what it asks about is whether something gets stuck.
fn no_dead_ends(name: &'static str, bounds: Bounds, threads: usize) -> Report {
    look(name, bounds, 16, threads)
}

fn look(name: &'static str, bounds: Bounds, rests: u64, threads: usize) -> Report {
    let min_in_sync = &[1];
    let model = Replicas {
        bounds,
        min_in_sync,
        rests,
    };
    explore(name, model, threads)
}

/// An in-sync set that becomes smaller than what is acknowledged must rest on (KAFKA-15583).
fn replicas_few(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 1,
        crashes: 1,
        fences: 2,
        ..Bounds::default()
    };
    let model = Replicas {
        bounds,
        min_in_sync: &[1, 2],
        rests: 64,
    };
    explore("replicas-few", model, threads)
}

/// The quorum refuses what the controller decided, and what it decided on top of that is void.
fn replicas_refused(threads: usize) -> Report {
    let bounds = Bounds {
        crashes: 1,
        elections: 1,
        fences: 1,
        refusals: 1,
        ..Bounds::default()
    };
    no_dead_ends("replicas-refused", bounds, threads)
}

/// Requests for in-sync sets are refused, lost, late or overtaken.
fn replicas_wishes(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 1,
        fences: 1,
        lags: 1,
        breaks: 1,
        refusals: 1,
        ..Bounds::default()
    };
    no_dead_ends("replicas-wishes", bounds, threads)
}

/// Everything at once, at random: more than can be explored.
fn replicas_walks(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 6,
        crashes: 3,
        elections: 4,
        fences: 4,
        returns: 6,
        lags: 4,
        delays: 2,
        breaks: 4,
        refusals: 3,
        depositions: 1,
        replacements: 1,
        ..Bounds::default()
    };
    let model = Replicas {
        bounds,
        min_in_sync: &[1, 2],
        rests: 64,
    };
    let how = Walks {
        walks: 8000,
        depth: 150,
        calm: 5,
    };
    walk("replicas-walks", &model, how, threads)
}

/// A broker is to be let into the in-sync set while its disk is replaced (KIP-903).
fn replicas_walks_replaced(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        elections: 1,
        fences: 2,
        returns: 1,
        lags: 1,
        replacements: 1,
        ..Bounds::default()
    };
    let model = Replicas {
        bounds,
        min_in_sync: &[1, 2],
        rests: 64,
    };
    let how = Walks {
        walks: 20_000,
        depth: 40,
        calm: 4,
    };
    walk("replicas-walks-replaced", &model, how, threads)
}

/// The controller falls silent, and another goes on.
fn replicas_deposed(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 1,
        crashes: 1,
        lags: 1,
        depositions: 1,
        ..Bounds::default()
    };
    no_dead_ends("replicas-deposed", bounds, threads)
}

/// Whatever survives a power cut, it is enough to go on with.
fn replicas_crash(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        crashes: 1,
        elections: 1,
        ..Bounds::default()
    };
    replicas("replicas-crash", bounds, threads)
}

/// Leaders that are merely slow go on for a while, and come back.
fn replicas_elections(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        elections: 2,
        returns: 1,
        ..Bounds::default()
    };
    replicas("replicas-elections", bounds, threads)
}

/// The in-sync set shrinks and grows while its leader writes, and is replaced.
fn replicas_in_sync(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        elections: 1,
        lags: 1,
        ..Bounds::default()
    };
    replicas("replicas-in-sync", bounds, threads)
}

/// The leader and the controller change the in-sync set at the same time.
fn replicas_fences(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 1,
        elections: 1,
        fences: 1,
        returns: 1,
        lags: 1,
        ..Bounds::default()
    };
    replicas("replicas-fences", bounds, threads)
}

/// What a follower said arrives when it is no longer so.
fn replicas_late(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        elections: 1,
        delays: 1,
        breaks: 1,
        ..Bounds::default()
    };
    replicas("replicas-late", bounds, threads)
}

/// Leaders whose disks fail hand over to who is in sync.
fn replicas_failures(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        lags: 1,
        failures: 1,
        ..Bounds::default()
    };
    replicas("replicas-failures", bounds, threads)
}

/// Nothing that was acknowledged is lost with what one disk loses: a byte of what it had synced.
fn replicas_rot(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 2,
        fences: 2,
        rots: 1,
        ..Bounds::default()
    };
    replicas("replicas-rot", bounds, threads)
}

/// A replaced disk takes nothing with it that another holds.
fn replicas_replaced(threads: usize) -> Report {
    let bounds = Bounds {
        batches: 1,
        elections: 1,
        fences: 2,
        replacements: 1,
        ..Bounds::default()
    };
    replicas("replicas-replaced", bounds, threads)
}

fn offsets(threads: usize) -> Report {
    let bounds = offsets::Bounds {
        records: 2,
        crashes: 1,
        bounces: 1,
        deaths: 1,
        breaks: 1,
        neighbour: false,
    };
    explore("offsets", Offsets { bounds }, threads)
}

/// A coordinator that reads its log in several steps, and loses its partition meanwhile.
fn offsets_steps(threads: usize) -> Report {
    let bounds = offsets::Bounds {
        records: 1,
        crashes: 1,
        bounces: 2,
        deaths: 1,
        breaks: 0,
        neighbour: true,
    };
    explore("offsets-steps", Offsets { bounds }, threads)
}

/// A group whose members come and go, on a coordinator that does, too.
fn groups(threads: usize) -> Report {
    let bounds = groups::Bounds {
        commits: 1,
        timeouts: 1,
        replacements: 1,
        leaves: 0,
        breaks: 0,
        bounces: 0,
        crashes: 0,
    };
    explore("groups", Groups { bounds, rests: 8 }, threads)
}

/// A group whose answers are lost, and whose coordinator moves.
fn groups_moves(threads: usize) -> Report {
    let bounds = groups::Bounds {
        commits: 1,
        timeouts: 0,
        replacements: 0,
        leaves: 0,
        breaks: 1,
        bounces: 1,
        crashes: 1,
    };
    explore("groups-moves", Groups { bounds, rests: 8 }, threads)
}

/// Everything that happens to groups at once, at random.
fn groups_walks(threads: usize) -> Report {
    let bounds = groups::Bounds {
        commits: 6,
        timeouts: 4,
        replacements: 2,
        leaves: 1,
        breaks: 4,
        bounces: 2,
        crashes: 2,
    };
    let how = Walks {
        walks: 10_000,
        depth: 100,
        calm: 5,
    };
    let model = Groups { bounds, rests: 64 };
    walk("groups-walks", &model, how, threads)
}
