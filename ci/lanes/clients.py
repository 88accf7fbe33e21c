"""Foreign clients against a real node, and bad input: clients [-k WORDS] [FILES] (the rest goes to pytest).

Files are ci/clients/test_*.py (librdkafka, Kafka's own tools, franz-go) and ci/badinput/test_*.py.
"""
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from kit import cargo
from kit.cache import inside, python
from kit.run import ROOT, Failed, lane, sh


def clients(arguments):
    binary = cargo.build("highwater")
    named = any(not word.startswith("-") and (ROOT / word.split("::")[0]).exists() for word in arguments)
    where = [] if named else [ROOT / "ci" / "clients", ROOT / "ci" / "badinput"]
    with tempfile.TemporaryDirectory(prefix="highwater-clients-") as folder:
        report = pathlib.Path(folder, "report.xml")
        done = sh([python(), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=10", "--tb=short", f"--rootdir={ROOT / 'ci'}",
                   f"--basetemp={folder}/t", f"--junitxml={report}", *where, *arguments],
                  {"HIGHWATER_BINARY": str(binary)}, check=False)
        if not report.exists():
            raise Failed("pytest did not run: see above")
        suite = ElementTree.parse(report).getroot().find("testsuite")
    count = {key: int(suite.get(key)) for key in ("tests", "failures", "errors", "skipped")}
    # Nothing is skipped here: pytest counts what is expected to fail, and must fail, under that name.
    figures = {"tests": count["tests"], "failed": count["failures"] + count["errors"], "known_gaps": count["skipped"]}
    if done.returncode or figures["failed"] or not figures["tests"]:
        failed = Failed("run one test alone with: ci/lane clients -k NAME" if figures["tests"] else "no test ran")
        failed.figures = figures
        raise failed
    return figures


if __name__ == "__main__":
    inside(pathlib.Path(__file__).resolve())
    lane("clients", lambda: clients(sys.argv[1:]))
