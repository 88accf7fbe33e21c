"""Explores the models exhaustively within their bounds: models [NAMES]."""
import sys

from kit import cargo
from kit.run import Failed, say, tee


def main():
    try:
        binary = cargo.build("highwater-models")
    except Failed as failed:
        say(f"models: {failed}")
        print("models: failed to build")
        return 1
    code, _ = tee([binary, *sys.argv[1:]])
    return code


if __name__ == "__main__":
    sys.exit(main())
