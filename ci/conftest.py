"""Fixtures: nodes of the binary under test (`HIGHWATER_BINARY`, set by the lanes)."""
import os
import pathlib
import uuid

import pytest

from kit.node import Node, steady_port


@pytest.fixture(scope="session")
def binary():
    path = os.environ.get("HIGHWATER_BINARY")
    if not path:
        pytest.exit("HIGHWATER_BINARY is not set: run `ci/lane clients`", 2)
    return pathlib.Path(path)


@pytest.fixture(scope="module")
def node(binary, tmp_path_factory):
    """A node that the tests of one file share, on a port of the system's choice."""
    node = Node(binary, tmp_path_factory.mktemp("node") / "data").start()
    yield node
    node.close()


@pytest.fixture
def nodes(binary, tmp_path):
    """Makes nodes of a test's own, which can be restarted: `nodes()`."""
    made = []

    def make(name="data", start=True, port=None, arguments=()):
        node = Node(binary, tmp_path / name, steady_port() if port is None else port, arguments)
        made.append(node)
        return node.start() if start else node

    yield make
    for node in made:
        node.close()


@pytest.fixture
def topic(request):
    """A name that no other test uses."""
    return f"{request.node.originalname.removeprefix('test_')[:60]}-{uuid.uuid4().hex[:6]}"
