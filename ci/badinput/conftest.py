"""Lets the tests import `frames`, and the short words for librdkafka."""
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "clients")]
