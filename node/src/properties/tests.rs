use super::*;

fn settings(text: &str) -> Result<(Settings, Vec<String>), SettingsError> {
    super::settings(text, "here")
}

const ONE: &str = "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:10093\n\
    controller.listener.names=CONTROLLER\nlog.dirs=/data\nbroker.rack=rack-0\nnum.partitions=4\n\
    offsets.topic.num.partitions=5\nlisteners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:10093\n\
    advertised.listeners=PLAINTEXT://127.0.0.1:9092\n\
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT\n";

#[test]
fn an_operators_file_starts_a_node() {
    let (settings, warnings) = settings(ONE).expect("a good file");
    assert_eq!(settings.listeners[0].listen, "127.0.0.1:9092");
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

fn warnings(extra: &str) -> Vec<String> {
    settings(&format!("{ONE}{extra}\n")).expect("a good file").1
}

#[test]
fn harmless_keys_are_named_in_one_line() {
    assert_eq!(
        warnings("num.io.threads=8\nsocket.send.buffer.bytes=102400"),
        ["without effect here, and without harm: num.io.threads, socket.send.buffer.bytes"]
    );
}

#[test]
fn what_is_not_heeded_says_what_follows_from_it() {
    assert_eq!(
        warnings("log.retention.hours=168\nlog.retention.bytes=1000"),
        ["log.retention.bytes=1000, log.retention.hours=168 is not heeded: data is never deleted"]
    );
    assert_eq!(warnings("log.retention.ms=-1"), Vec::<String>::new());
    assert_eq!(warnings("log.cleanup.policy=delete"), Vec::<String>::new());
    assert!(warnings("log.cleanup.policy=compact")[0].contains("nothing is compacted"));
    assert!(warnings("max.connections=5")[0].contains("not limited"));
    assert!(warnings("offsets.retention.minutes=1")[0].contains("for ever"));
    assert_eq!(
        warnings("cruise.control.x=1"),
        ["'cruise.control.x' is no setting of Kafka 4.4, and is ignored"]
    );
}

#[test]
fn protection_that_is_not_there_is_no_start() {
    for line in [
        "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users=User:admin",
        "allow.everyone.if.no.acl.found=false",
        "sasl.enabled.mechanisms=SCRAM-SHA-512",
        "sasl.jaas.config=secret",
        "ssl.keystore.location=/keys",
        "ssl.client.auth=required",
        "security.inter.broker.protocol=SASL_SSL",
        "delete.topic.enable=false",
        "listener.name.plaintext.sasl.jaas.config=secret",
        "listener.name.plaintext.scram-sha-256.sasl.jaas.config=secret",
        "create.topic.policy.class.name=com.example.Policy",
    ] {
        let why = refused(line);
        assert!(why.contains("asks for what is not here"), "{line}: {why}");
        assert!(!why.contains("secret"), "{why}");
    }
    for line in [
        "sasl.enabled.mechanisms=GSSAPI",
        "security.inter.broker.protocol=PLAINTEXT",
        "allow.everyone.if.no.acl.found=true",
        "delete.topic.enable=TRUE",
        "ssl.client.auth=none",
        "ssl.enabled.protocols=TLSv1.2, TLSv1.3",
        "authorizer.class.name=",
    ] {
        assert_eq!(warnings(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn the_table_has_each_key_once() {
    let table = keys::table();
    // Kafka's 379, two of its authorizer, and ours.
    assert_eq!(table.len(), 383);
    let mut names: Vec<&str> = table.iter().map(|key| key.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), table.len());
    let understood = |key: &&keys::Key| key.class == keys::Class::Understood;
    assert_eq!(table.iter().filter(understood).count(), 37);
}

#[test]
fn values_out_of_range_are_errors_that_say_the_range() {
    for (line, range) in [
        ("num.partitions=0", "from 1 to 2147483647"),
        ("num.partitions=many", "from 1 to"),
        ("offsets.topic.num.partitions=-5", "from 1 to"),
        ("broker.id=-1", "from 0 to"),
        ("message.max.bytes=0", "from 1 to"),
        ("socket.request.max.bytes=0", "from 1 to"),
        ("log.segment.bytes=10", "from 1048576 to"),
        ("replica.lag.time.max.ms=0", "from 1 to"),
        ("group.min.session.timeout.ms=-5", "from 0 to"),
        ("min.insync.replicas=0", "from 1 to"),
        ("default.replication.factor=0", "from 1 to 32767"),
        ("auto.create.topics.enable=yes", "must be true or false"),
        ("connections.max.idle.ms=never", "must be a whole number"),
    ] {
        let why = refused(line);
        assert!(why.contains(line) && why.contains(range), "{line}: {why}");
    }
    assert!(refused("group.min.session.timeout.ms=2000000").contains("is more than"));
    assert!(refused("replica.fetch.wait.max.ms=30000").contains("must be less than"));
}

#[test]
fn a_file_is_read_as_java_reads_it() {
    let text = format!(
        "\u{feff}{ONE}default.replication.factor 1\n! a comment\nmin.insync.replicas:1\nlog.dir\\\n   s=/data\n\
         broker.rack = a\\u0062\\=c\nnum.partitions=7\nauto.create.topics.enable=False\n"
    );
    let (settings, warnings) = settings(&text).expect("a good file");
    assert_eq!(settings.rack.as_deref(), Some("ab=c"));
    assert_eq!(
        (settings.partitions, settings.auto_create_topics),
        (7, false)
    );
    let twice = [
        "'broker.rack' is set twice: 'rack-0' is overruled by 'ab=c'",
        "'num.partitions' is set twice: '4' is overruled by '7'",
    ];
    assert_eq!(warnings, twice);
}

fn listening(lines: &str) -> Result<Settings, String> {
    let file = settings(&format!("log.dirs=/data,\n{lines}\n"));
    file.map(|(settings, _)| settings).map_err(|error| error.0)
}

#[test]
fn a_listener_is_told_by_its_name() {
    let told = |lines: &str| {
        let settings = listening(lines).expect("a good file");
        let told = |listener| settings.advertised(listener, 9).expect("an address").0;
        let told: Vec<String> = settings.listeners.iter().map(told).collect();
        told.join(" ")
    };
    assert_eq!(told("listeners=PLAINTEXT://:9092"), "here");
    assert_eq!(told("listeners=plaintext://h:9092"), "h");
    assert_eq!(told("listeners=PLAINTEXT://[::1]:9092"), "::1");
    let map = "listener.security.protocol.map=INTERNAL:PLAINTEXT\nlisteners=INTERNAL://:9092\n";
    assert_eq!(
        told(&format!("{map}advertised.listeners=internal://a:1")),
        "a"
    );
    let other = listening(&format!("{map}advertised.listeners=EXTERNAL://a:1"));
    assert!(
        other
            .expect_err("of another name")
            .contains("it opens INTERNAL")
    );
    let two = listening("listeners=PLAINTEXT://:1,SSL://:2").expect_err("no TLS");
    assert!(two.contains("SSL is a SSL listener"), "{two}");
    let two = "listener.security.protocol.map=A:PLAINTEXT,B:PLAINTEXT\nlisteners=A://:1,B://:2";
    assert_eq!(told(two), "here here");
    // The order says nothing.
    let both = format!("{two}\nadvertised.listeners=b://y:2,A://x:1");
    assert_eq!(told(&both), "x y");
    let one = listening(&format!("{two}\nadvertised.listeners=A://x:1"));
    assert!(one.expect_err("nobody finds B").contains("clients find B"));
    let bare = listening("listeners=PLAINTEXT://127.0.0.1").expect_err("no port");
    assert!(bare.contains("write HOST:PORT"), "{bare}");
}

#[test]
fn bootstrap_servers_of_others_are_no_cluster_of_one() {
    let with = |servers: &str| {
        listening(&format!(
            "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.bootstrap.servers={servers}\n\
             listeners=PLAINTEXT://:9092,CONTROLLER://:9093\ncontroller.listener.names=CONTROLLER\n\
             listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL"
        ))
    };
    for own in ["localhost:9093", "here:9093", "127.0.0.1:9093"] {
        assert!(with(own).is_ok(), "{own}");
    }
    for others in ["a:9093,b:9093,here:9093", "a:9093", "localhost:9094", "x"] {
        let why = with(others).expect_err("others are named");
        assert!(why.contains("controller.quorum.voters=ID@"), "{why}");
    }
    assert!(with("a:9093,b:9093\ncontroller.quorum.voters=1@a:9093").is_ok());
}

#[test]
fn a_slip_of_the_pen_is_an_error() {
    assert_eq!(
        refused("num.partition=3"),
        "unknown key 'num.partition': did you mean 'num.partitions'?"
    );
    assert!(refused("log.retention.hour=3").contains("'log.retention.hours'"));
    assert!(refused("auto.create.topic=false").contains("'auto.create.topics.enable'"));
}

#[test]
fn contradictions_are_errors() {
    assert!(refused("broker.id=7").contains("contradict"));
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
    assert_eq!(settings.listeners[0].listen, "127.0.0.1:9093");
    assert_eq!(settings.replication_factor, 3);
    assert_eq!(settings.offsets_replication_factor, 3);
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("share groups") && warnings[1].contains("transactions"));
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
         replica.fetch.wait.max.ms=100\nreplica.socket.timeout.ms=5000\nreplica.fetch.max.bytes=4096\nreplica.fetch.response.max.bytes=8192\n\
         num.replica.fetchers=4\nreplica.fetch.min.bytes=1\n"
    ))
    .expect("a good file");
    assert_eq!(settings.min_insync_replicas, 2);
    assert_eq!(settings.broker_session_timeout_ms, 9_000);
    assert_eq!(settings.broker_heartbeat_interval_ms, 2_000);
    assert_eq!(settings.election_timeout_ms, 700);
    assert_eq!(settings.replica_lag_time_max_ms, 10_000);
    assert_eq!(settings.replica_socket_timeout_ms, 5_000);
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
    assert!(refused(",CONTROLLER://127.0.0.1:10094", "").contains("no listener for them"));
    assert!(
        refused("controller.listener.names=CONTROLLER", "")
            .contains("in controller.listener.names")
    );
    assert!(refused("3@127.0.0.1:10095", "2@127.0.0.1:10095").contains("twice"));
    assert!(refused("3@127.0.0.1:10095", "3:127.0.0.1").contains("ID@HOST:PORT"));
    assert!(refused("CONTROLLER:PLAINTEXT", "CONTROLLER:SSL").contains("PLAINTEXT is supported"));
    let beats = "num.partitions=4\nbroker.heartbeat.interval.ms=3000";
    assert!(refused("num.partitions=4", beats).contains("session"));
}
