"""Format, lints, house checks, the generated codec, unit, property and golden tests."""
import re
import sys

from kit import cargo
from kit.run import ROOT, Failed, lane, say, sh

# What is different under `--cfg madsim`.
SIMULATED = ["-p", "highwater-io-sim", "-p", "highwater-sim", "-p", "highwater"]


def tests(arguments, *cfgs):
    """Runs cargo's tests; returns how many passed."""
    done = sh(["cargo", "test", "--locked", "-q", "--profile", cargo.PROFILE, *arguments], cargo.environment(*cfgs),
              quiet=True, check=False)
    if done.returncode:
        say(done.stdout)
        raise Failed("cargo test failed: see above")
    return sum(int(n) for n in re.findall(r"^test result: ok\. (\d+) passed", done.stdout, re.M))


def quick():
    sh(["cargo", "fmt", "--all", "--check"])
    for how in ([], ["--test"]):
        sh([ROOT / "ci" / "house", *how])
    sh([sys.executable, "-m", "unittest", "discover", "-q", "-s", ROOT / "ci" / "kit", "-t", ROOT / "ci"])
    # Of macros and build scripts there is one build for each profile: lints use the tests'.
    lints = ["cargo", "clippy", "--locked", "-q", "--all-targets", "--profile", cargo.PROFILE]
    sh([*lints, "--workspace", "--", "-D", "warnings"], cargo.environment())
    sh([*lints, *SIMULATED, "--", "-D", "warnings"], cargo.environment("madsim"))
    sh([cargo.build("highwater-codegen"), "check"])
    passed = tests(["--workspace"])
    simulated = tests(["-p", "highwater-io-sim", "-p", "highwater"], "madsim")
    if not passed or not simulated:
        raise Failed(f"no tests ran: {passed} in the workspace, {simulated} under madsim")
    return {"tests": passed, "simulated_tests": simulated}


if __name__ == "__main__":
    lane("quick", quick)
