"""Apache Kafka from Maven Central: its command line tools, and a real node to compare with."""
import os
import pathlib
import subprocess
import time

from kit.cache import CACHE, locked
from kit.run import Failed, say

HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ("4.3.1", "4.4.0")

TOOLS = {
    "broker-api-versions": "tools.BrokerApiVersionsCommand",
    "console-consumer": "tools.consumer.ConsoleConsumer",
    "console-producer": "tools.ConsoleProducer",
    "consumer-groups": "tools.consumer.group.ConsumerGroupCommand",
    "dump-log": "tools.DumpLogSegments",
    "get-offsets": "tools.GetOffsetShell",
    "topics": "tools.TopicCommand",
}


def classpath(version):
    """Class path of that release, resolved once and remembered."""
    file = CACHE / f"kafka-{version}.classpath"
    with locked():
        # The jars lie in Maven's own repository, which may have been cleaned since.
        if not file.exists() or not all(os.path.exists(jar) for jar in file.read_text().strip().split(":")):
            say(f"fetching Kafka {version} from Maven")
            done = subprocess.run(["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), f"-Dkafka.version={version}",
                                   "dependency:build-classpath", f"-Dmdep.outputFile={file}", "-Dmdep.includeScope=runtime"],
                                  capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode:
                file.unlink(missing_ok=True)
                raise Failed(f"Maven did not find Kafka {version}: is Maven Central within reach?\n{done.stdout[-2000:]}")
    return file.read_text().strip()


def java(version, main, *arguments, logs=None, heap="256m", collector="Serial"):
    """The command line of one of Kafka's main classes."""
    logs = logs or CACHE / "kafka-tool-logs"
    # A tool lives for a second or two: most of its time is the JVM's start.
    return ["java", f"-Xmx{heap}", f"-XX:+Use{collector}GC", "-XX:TieredStopAtLevel=1" if collector == "Serial" else "-XX:+TieredCompilation",
            "-Xshare:auto", f"-Dlog4j2.configurationFile={HERE / 'log4j2.properties'}", f"-Dkafka.logs.dir={logs}",
            "-cp", classpath(version), main, *map(str, arguments)]


def tool(version, name, *arguments, stdin=None, seconds=90, check=True):
    """Runs one of Kafka's tools to its end; returns its stdout."""
    command = java(version, f"org.apache.kafka.{TOOLS[name]}", *arguments)
    began = time.monotonic()
    done = subprocess.run(command, input=stdin if stdin is not None else "", capture_output=True, text=True, timeout=seconds)
    said = f"kafka {version} {name} {' '.join(map(str, arguments))}: exit {done.returncode} after {time.monotonic() - began:.1f} s"
    if check:
        assert done.returncode == 0, f"{said}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout if check else done
