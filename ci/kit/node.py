"""A real node: a process on loopback."""
import os
import pathlib
import random
import selectors
import signal
import socket
import subprocess
import time

from kit.run import Failed

HOST = "127.0.0.1"


def eventually(what, condition, seconds=30, pause=0.02):
    """Asks until `condition` holds, and returns what it said; fails after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        if found := condition():
            return found
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(pause)


def steady_port():
    """A free port that no outgoing connection takes while the node is down: those begin at 32768."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as s:
            try:
                s.bind((HOST, port))
            except OSError:
                continue
            return port


class Node:
    """A node with its data folder. It can be stopped, killed and started again; its log is kept in one file."""

    def __init__(self, binary, data, port=0, arguments=(), wrapper=()):
        self.binary, self.data, self.port = str(binary), pathlib.Path(data), port
        self.arguments, self.wrapper = [str(a) for a in arguments], [str(w) for w in wrapper]
        self.log = self.data.parent / f"{self.data.name}.stderr"
        self.process = None

    @property
    def address(self):
        return f"{HOST}:{self.port}"

    def command(self):
        return [*self.wrapper, self.binary, "start", "--data", str(self.data), "--listen", self.address, *self.arguments]

    def start(self, seconds=60):
        """Starts it and waits until it is ready."""
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                                            start_new_session=True)
        line = self._first_line(seconds)
        if not line.startswith(f"ready {HOST}:"):
            self.process.kill()
            self.process.wait()
            raise Failed(f"the node is not ready after {seconds} s, or ended: {line!r}; its log {self.log} ends with\n"
                         f"{self.said()[-2000:]}")
        # With several listeners it names them all; the first is what tests connect to.
        self.port = int(line.split(",")[0].rsplit(":", 1)[1])
        return self

    def _first_line(self, seconds):
        end, line = time.monotonic() + seconds, b""
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n") and selector.select(max(0, end - time.monotonic())):
                byte = os.read(self.process.stdout.fileno(), 1)
                if not byte:
                    break
                line += byte
        return line.decode()

    def said(self):
        """Its log so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def is_up(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """As a crash: nothing of the process is left, what it wrote is in the page cache."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, seconds=30):
        """Asks it to stop, and demands that it does so in an orderly way."""
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the node did not stop within {seconds} s of SIGTERM; its log ends with\n{self.said()[-2000:]}") from None
        rest = self.process.stdout.read()
        assert code == 0, f"after SIGTERM the exit code was {code}; its log ends with\n{self.said()[-2000:]}"
        assert rest == b"", f"stdout must carry the ready line alone, and had {rest!r}"

    def close(self):
        """Ends it, and demands that it neither died nor panicked."""
        if self.process is None:
            return
        died = self.process.poll()
        if died is None:
            self.stop()
        self.process.stdout.close()
        assert "panicked" not in self.said(), f"the node panicked:\n{self.said()[-3000:]}"
        assert died in (None, -signal.SIGKILL, 0), f"the node died with exit code {died}; its log ends with\n{self.said()[-2000:]}"
