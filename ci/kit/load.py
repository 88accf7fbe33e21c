"""Fixed loads on a broker, and what they cost it. Brokers are told apart by cost, not by speed alone: on few cores the
clients saturate first. CPU is user and system time of the broker's process from /proc."""
import os
import pathlib
import re
import statistics
import subprocess
import time
import uuid

from kit.kafka import java
from kit.node import HOST
from kit.process import memory_mb
from kit.run import Failed
from kit.wire import batch, connect, produce, produced, reply

TICK = os.sysconf("SC_CLK_TCK")
GIB = 1 << 30
TOOLS = "4.3.1"


def cpu(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def perf(main, *arguments, pattern):
    """Runs one of Kafka's own load generators; returns what the pattern finds in its last words."""
    command = java(TOOLS, f"org.apache.kafka.tools.{main}", *arguments, heap="1g", collector="Parallel")
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, stdin=subprocess.DEVNULL)
    found = re.findall(pattern, done.stdout, re.M)
    if done.returncode or not found:
        raise Failed(f"{main} failed with exit code {done.returncode}\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    return float(found[-1])


class Load:
    """One broker under load: its address, its process, and the figures so far."""

    def __init__(self, label, port, pid, scale):
        self.label, self.port, self.pid, self.scale, self.figures = label, port, pid, scale, {}
        self.address = f"{HOST}:{port}"
        self.filled = None

    def add(self, name, value):
        self.figures.setdefault(name, []).append(value)

    def medians(self):
        return {name: statistics.median(values) for name, values in self.figures.items()}

    def topic(self, partitions):
        from confluent_kafka.admin import AdminClient, NewTopic
        name = f"bench-{uuid.uuid4().hex[:8]}"
        client = AdminClient({"bootstrap.servers": self.address, "log_level": 0})
        client.create_topics([NewTopic(name, partitions, 1)])[name].result(60)
        return name

    def idle(self):
        before, began = cpu(self.pid), time.monotonic()
        # Doing nothing for a while is what is measured.
        time.sleep(5)
        self.add("idle RSS MB", memory_mb(self.pid))
        self.add("idle CPU %", 100 * (cpu(self.pid) - before) / (time.monotonic() - began))

    def fill(self, name, size, count):
        topic, before = self.topic(4), cpu(self.pid)
        rate = perf("ProducerPerformance", "--topic", topic, "--num-records", count, "--record-size", size, "--throughput", -1,
                    "--producer-props", f"bootstrap.servers={self.address}", "acks=all", "linger.ms=20", "batch.size=1000000",
                    "max.request.size=1048576", "buffer.memory=134217728", pattern=r"records sent, ([\d.]+) records/sec")
        self.add(f"{name} records/s", rate)
        self.add(f"{name} CPU s/GiB", (cpu(self.pid) - before) / (size * count / GIB))
        return topic

    def produce(self):
        self.filled = self.fill("produce", 1024, int(500_000 * self.scale))

    def small(self):
        self.fill("small", 100, int(2_000_000 * self.scale))

    def consume(self):
        # The last column is the rate without the time that joining a group takes.
        count, before = int(500_000 * self.scale), cpu(self.pid)
        rate = perf("ConsumerPerformance", "--bootstrap-server", self.address, "--topic", self.filled, "--num-records", count,
                    "--timeout", 60_000, pattern=r"^\d{4}-.*, ([\d.]+)$")
        self.add("consume records/s", rate)
        self.add("consume CPU s/GiB", (cpu(self.pid) - before) / (1024 * count / GIB))
        self.add("loaded RSS MB", memory_mb(self.pid))

    def single(self):
        """One record a request, one request at a time."""
        topic, count = self.topic(1), int(5000 * self.scale)
        with connect(self, 60) as s:
            before, began = cpu(self.pid), time.monotonic()
            for n in range(count):
                s.sendall(produce(topic, 0, batch(b"x" * 100), n))
                correlation, error, _ = produced(reply(s), topic)
                if error or correlation != n:
                    raise Failed(f"{self.label}: a produce was answered with error {error}")
            seconds = time.monotonic() - began
        self.add("single requests/s", count / seconds)
        self.add("single CPU us/request", (cpu(self.pid) - before) / count * 1e6)
