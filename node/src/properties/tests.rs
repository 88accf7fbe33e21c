use super::*;

const ONE: &str = "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:10093\n\
    controller.listener.names=CONTROLLER\nlog.dirs=/data\nbroker.rack=rack-0\nnum.partitions=4\n\
    offsets.topic.num.partitions=5\nlisteners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:10093\n\
    advertised.listeners=PLAINTEXT://127.0.0.1:9092\n\
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT\n";

#[test]
fn an_operators_file_starts_a_node() {
    let (settings, warnings) = settings(ONE).expect("a good file");
    assert_eq!(settings.listen, "127.0.0.1:9092");
    assert_eq!(settings.data, PathBuf::from("/data"));
    assert_eq!(settings.partitions, 4);
    assert_eq!(settings.rack.as_deref(), Some("rack-0"));
    assert_eq!(settings.offsets_partitions, 5);
    assert_eq!(warnings, Vec::<String>::new());
}

fn refused(extra: &str) -> String {
    settings(&format!("{ONE}{extra}\n"))
        .expect_err("a bad file is refused")
        .0
}

#[test]
fn a_key_without_meaning_is_named() {
    let (_, warnings) = settings(&format!("{ONE}num.io.threads=8\n")).expect("a good file");
    assert_eq!(
        warnings,
        ["these tune what is not here, and are ignored: num.io.threads"]
    );
}

#[test]
fn safety_that_is_not_there_is_refused() {
    for asks in [
        "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "allow.everyone.if.no.acl.found=false",
        "super.users=User:admin",
        "sasl.enabled.mechanisms=SCRAM-SHA-512",
        "ssl.client.auth=required",
        "ssl.keystore.location=/etc/kafka/keystore.jks",
        "security.inter.broker.protocol=SSL",
        "delete.topic.enable=false",
        "listener.name.plaintext.scram-sha-512.sasl.jaas.config=x",
    ] {
        assert!(
            refused(asks).contains("asks for what is not there"),
            "{asks}"
        );
    }
    // Said aloud, but what is done anyway.
    for done in [
        "allow.everyone.if.no.acl.found=TRUE",
        "ssl.client.auth=none",
        "delete.topic.enable=True",
        "log.cleanup.policy=delete",
        "log.retention.ms=-1",
    ] {
        let (_, warnings) = settings(&format!("{ONE}{done}\n")).expect(done);
        assert_eq!(warnings, Vec::<String>::new());
    }
}

#[test]
fn what_is_not_built_says_what_follows() {
    let warned = |line: &str| settings(&format!("{ONE}{line}\n")).expect("a good file").1;
    let kept = "log.retention.hours=168 is not built yet: data is never deleted";
    assert_eq!(warned("log.retention.hours=168"), [kept]);
    let unknown = "'my.own.key' is ignored: Kafka knows no such setting, nor does this node";
    assert_eq!(warned("my.own.key=1"), [unknown]);
    assert!(refused("num.partition=3").contains("did you mean"));
}

#[test]
fn a_quorum_of_addresses_alone_is_not_taken_for_a_cluster_of_one() {
    let file = ONE.replace(
        "controller.quorum.voters=1@127.0.0.1:10093\n",
        "controller.quorum.bootstrap.servers=SERVERS\n",
    );
    let with = |servers: &str| settings(&file.replace("SERVERS", servers));
    let error = with("a:10093,b:10093,c:10093").expect_err("three clusters of one");
    assert!(error.0.contains("controller.quorum.voters=ID@HOST:PORT"));
    assert!(with("a:10094").is_err(), "somebody else's");
    assert!(with("127.0.0.1:10093").is_ok());
}

#[test]
fn a_second_listener_for_clients_is_an_error() {
    let two = "listeners=INTERNAL://:29092,EXTERNAL://:9092,CONTROLLER://127.0.0.1:10093";
    let one = "listeners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:10093";
    let map = "PLAINTEXT:PLAINTEXT,CONTROLLER";
    let file = ONE
        .replace(one, two)
        .replace(map, "INTERNAL:PLAINTEXT,EXTERNAL:PLAINTEXT,CONTROLLER");
    let error = settings(&file).expect_err("a port that stays closed").0;
    assert!(error.contains("INTERNAL and EXTERNAL"), "{error}");
    let error = settings(&file.replace("EXTERNAL:PLAINTEXT", "EXTERNAL:SSL"));
    assert!(error.expect_err("no TLS").0.contains("SSL listener"));
}

#[test]
fn booleans_come_in_any_case() {
    let (settings, _) =
        settings(&format!("{ONE}auto.create.topics.enable=False\n")).expect("a good file");
    assert!(!settings.auto_create_topics);
}

#[test]
fn a_slip_of_the_pen_is_an_error() {
    assert_eq!(
        refused("num.partition=3"),
        "unknown key 'num.partition': did you mean 'num.partitions'?"
    );
}

#[test]
fn contradictions_are_errors() {
    assert!(refused("broker.id=7").contains("contradict"));
    assert!(refused("num.partitions=5").contains("set twice"));
}

/// A node of three, as operators' tools write it.
const THREE: &str = "process.roles=broker,controller\nnode.id=2\n\
    controller.quorum.voters=1@127.0.0.1:10093,2@127.0.0.1:10094,3@127.0.0.1:10095\n\
    controller.listener.names=CONTROLLER\ninter.broker.listener.name=PLAINTEXT\nlog.dirs=/data\nbroker.rack=rack-1\n\
    offsets.topic.replication.factor=3\noffsets.topic.num.partitions=5\n\
    transaction.state.log.replication.factor=3\ntransaction.state.log.min.isr=2\n\
    transaction.state.log.num.partitions=5\nshare.coordinator.state.topic.replication.factor=3\n\
    share.coordinator.state.topic.min.isr=2\ndefault.replication.factor=3\nnum.partitions=4\n\
    group.initial.rebalance.delay.ms=0\nlisteners=PLAINTEXT://127.0.0.1:9093,CONTROLLER://127.0.0.1:10094\n\
    advertised.listeners=PLAINTEXT://127.0.0.1:9093\n\
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT\n";

#[test]
fn an_operators_file_starts_a_node_of_three() {
    let (settings, warnings) = settings(THREE).expect("a good file");
    let voters = [1, 2, 3].map(|id| (id, format!("127.0.0.1:{}", 10_092 + id)));
    assert_eq!(settings.voters, voters.into());
    assert_eq!(settings.brokers_listen.as_deref(), Some("127.0.0.1:10094"));
    assert_eq!(settings.listen, "127.0.0.1:9093");
    assert_eq!(settings.replication_factor, 3);
    assert_eq!(settings.offsets_replication_factor, 3);
    let ignored = |warning: &String| warning.contains("is not built yet: there are no ");
    assert!(warnings.iter().all(ignored), "{warnings:?}");
    assert_eq!(
        warnings.len(),
        5,
        "transactions and share groups: {warnings:?}"
    );
}

#[test]
fn one_voter_is_a_cluster_of_one() {
    let (settings, _) = settings(ONE).expect("a good file");
    assert_eq!(settings.voters.len(), 1);
    assert_eq!(settings.brokers_listen, None);
    assert_eq!(settings.offsets_replication_factor, 1);
}

#[test]
fn the_numbers_of_replication_are_read() {
    let (settings, warnings) = settings(&format!(
        "{THREE}min.insync.replicas=2\nbroker.session.timeout.ms=9000\nbroker.heartbeat.interval.ms=2000\n\
         controller.quorum.election.timeout.ms=700\nreplica.lag.time.max.ms=10000\n\
         replica.fetch.wait.max.ms=100\nreplica.fetch.max.bytes=4096\nreplica.fetch.response.max.bytes=8192\n\
         num.replica.fetchers=4\nreplica.fetch.min.bytes=1\n"
    ))
    .expect("a good file");
    assert_eq!(settings.min_insync_replicas, 2);
    assert_eq!(settings.broker_session_timeout_ms, 9_000);
    assert_eq!(settings.broker_heartbeat_interval_ms, 2_000);
    assert_eq!(settings.election_timeout_ms, 700);
    assert_eq!(settings.replica_lag_time_max_ms, 10_000);
    assert_eq!(settings.replica_fetch_wait_max_ms, 100);
    assert_eq!(settings.replica_fetch_max_bytes, 4_096);
    assert_eq!(settings.replica_fetch_response_max_bytes, 8_192);
    assert!(warnings.iter().any(|w| w.contains("num.replica.fetchers")));
}

#[test]
fn a_factor_beyond_the_brokers_is_a_warning() {
    let more =
        ONE.to_owned() + "default.replication.factor=3\noffsets.topic.replication.factor=3\n";
    let (settings, warnings) =
        settings(&more).expect("as in Kafka, topics are refused, not the start");
    assert_eq!(settings.replication_factor, 3);
    assert_eq!(settings.offsets_replication_factor, 1);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
}

#[test]
fn a_cluster_that_cannot_meet_is_an_error() {
    let refused = |from: &str, to: &str| {
        assert!(THREE.contains(from));
        settings(&THREE.replace(from, to))
            .expect_err("a bad file is refused")
            .0
    };
    assert!(refused("node.id=2", "node.id=4").contains("add 4@HOST:PORT"));
    assert!(refused("2@127.0.0.1:10094", "2@127.0.0.1:10099").contains("use the same port"));
    assert!(refused(",CONTROLLER://127.0.0.1:10094", "").contains("controller.listener.names"));
    assert!(
        refused("controller.listener.names=CONTROLLER", "").contains("controller.listener.names")
    );
    assert!(refused("3@127.0.0.1:10095", "2@127.0.0.1:10095").contains("twice"));
    assert!(refused("3@127.0.0.1:10095", "3:127.0.0.1").contains("ID@HOST:PORT"));
    assert!(refused("CONTROLLER:PLAINTEXT", "CONTROLLER:SSL").contains("PLAINTEXT is supported"));
    let beats = "num.partitions=4\nbroker.heartbeat.interval.ms=3000";
    assert!(refused("num.partitions=4", beats).contains("session"));
}
