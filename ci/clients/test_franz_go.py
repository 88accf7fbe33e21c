"""franz-go, the Go client, through a small program of ours."""
import pathlib
import subprocess

import pytest
from kit.cache import CACHE, locked
from librdkafka import consume, create

SOURCE = pathlib.Path(__file__).parent / "franz-go"


@pytest.fixture(scope="session")
def franz():
    """The program, built once."""
    binary = CACHE / "franz-go"
    with locked():
        subprocess.run(["go", "build", "-o", str(binary), "."], cwd=SOURCE, check=True, timeout=300)

    def run(node, topic, *arguments, count=1000, start=0):
        command = [binary, "-brokers", node.address, "-topic", topic, f"-count={count}", f"-from={start}", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=90)
        assert done.returncode == 0, done.stderr
        return int(done.stdout)

    return run


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_codecs(node, topic, franz, codec):
    create(node, topic)
    assert franz(node, topic, "-codec", codec) == 1000
    # The other library must read what this one wrote.
    assert [m.value() for m in consume(node, topic, 1000)] == [f"record {n}".encode() for n in range(1000)]


@pytest.mark.parametrize("acks", ["0", "1", "all"])
def test_acks(node, topic, franz, acks):
    create(node, topic)
    assert franz(node, topic, "-acks", acks, "-idempotent=false") == 1000


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_over_a_restart(nodes, topic, franz, how):
    node = nodes()
    create(node, topic)
    for turn in range(3):
        assert franz(node, topic, count=200, start=200 * turn) == 200 * (turn + 1)
        getattr(node, how)()
        node.start()


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_group_over_a_restart(nodes, topic, franz, how):
    node = nodes()
    create(node, topic)
    assert franz(node, topic, count=300) == 300
    for turn in range(3):
        assert franz(node, topic, "-group", "g", count=100, start=100 * turn) == 100 * (turn + 1)
        getattr(node, how)()
        node.start()
