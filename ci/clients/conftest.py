"""Lets the tests import `librdkafka`, whatever folder they are run from."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
