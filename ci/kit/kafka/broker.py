"""A real Kafka of one node, to compare with: broker and controller in one process, in KRaft mode."""
import base64
import os
import socket
import subprocess
import time

from kit.kafka import java
from kit.node import HOST, steady_port
from kit.run import Failed


class Broker:
    def __init__(self, version, folder, heap="512m"):
        self.version, self.folder, self.heap, self.process = version, folder, heap, None
        self.port, controller = steady_port(), steady_port()
        folder.mkdir(parents=True)
        self.config = folder / "server.properties"
        listeners = f"PLAINTEXT://{HOST}:{self.port}"
        self.config.write_text("".join(f"{key}={value}\n" for key, value in {
            "process.roles": "broker,controller", "node.id": 1, "controller.quorum.voters": f"1@{HOST}:{controller}",
            "controller.listener.names": "CONTROLLER", "inter.broker.listener.name": "PLAINTEXT",
            "listeners": f"{listeners},CONTROLLER://{HOST}:{controller}", "advertised.listeners": listeners,
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT", "log.dirs": folder / "data",
            "offsets.topic.replication.factor": 1, "offsets.topic.num.partitions": 5,
        }.items()))
        cluster = base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")
        done = subprocess.run(java(version, "kafka.tools.StorageTool", "format", "-t", cluster, "-c", self.config, logs=folder),
                              capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"Kafka {version} did not format its folder\n{done.stdout[-1000:]}{done.stderr[-1000:]}")

    @property
    def address(self):
        return f"{HOST}:{self.port}"

    def start(self, seconds=90):
        out = open(self.folder / "stdout.log", "ab")
        self.process = subprocess.Popen(java(self.version, "kafka.Kafka", self.config, logs=self.folder, heap=self.heap, collector="G1"),
                                        stdout=out, stderr=out, stdin=subprocess.DEVNULL, start_new_session=True)
        out.close()
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            try:
                socket.create_connection((HOST, self.port), 0.2).close()
                return self
            except OSError:
                time.sleep(0.02)
        raise Failed(f"Kafka {self.version} did not come up; see {self.folder}/stdout.log and server.log")

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
