"""Brings known-wrong behaviours to life and asks which check catches each: mutants [NAMES] [--all] [--both] [--write] [--seeds N].

A check that cannot fail proves nothing. `ci/mutants.tsv` says of each mutant which models look at what it changes, and
what caught it when it was last asked. Without arguments a third of the mutants is brought to life, another one each day,
and of each only the check is asked that caught it. `--all` asks all of them, `--both` asks the simulation also where models
caught one, and `--write` notes the answers in the file. The same builds with no mutant alive must pass; the canary must be
caught by both.
"""
import argparse
import csv
import re
import time

from kit import cargo
from kit.run import Failed, ROOT, lane, sh, say, tee

CANARY = "AckBeforeAppend"
MATRIX = ROOT / "ci" / "mutants.tsv"
COLUMNS = ["mutant", "models", "by_models", "by_simulation", "remark"]
# Not asked, or asked in vain.
NOT_ASKED, SURVIVED = "-", "survived"
# Models that show with no mutant alive that what is compiled in changes nothing: one of each kind.
CONTROLS = ["one-log", "offsets", "replicas-crash", "quorum"]
PARTS = 3
CAUGHT = re.compile(r"^mutant \S+: caught by (.*)$")


def read_matrix():
    with MATRIX.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    if not rows or list(rows[0]) != COLUMNS:
        raise Failed(f"{MATRIX} must have the columns {' '.join(COLUMNS)}, with tabs between them")
    return {row["mutant"]: row for row in rows}


def write_matrix(matrix):
    with MATRIX.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(matrix.values())


def caught_by(binary, name, *arguments):
    """What caught the mutant, or None."""
    code, lines = tee([binary, "--mutant", name, *arguments], shows=False)
    found = next((m[1] for m in map(CAUGHT.match, lines) if m), None)
    if code not in (0, 1) or (code == 0) != (found is not None):
        raise Failed(f"`{binary} --mutant {name}` ended with exit code {code} and said {lines[-1:]}: "
                     "it must exit with 0 and say `caught by`, or exit with 1")
    return found


def check_controls(models, sim, seeds):
    """With no mutant alive, what is compiled in must change nothing. A part of the seeds would show it."""
    for control in ([models, *CONTROLS], [sim, "--seeds", max(20, seeds // 15)]):
        code, lines = tee(control, shows=False)
        say(f"  no mutant: {lines[-1:]}")
        if code:
            raise Failed(f"{control[0].name} fails with no mutant alive: run `ci/lane models` and `ci/lane sim --seeds {seeds}`; "
                         "if they pass, a mutant acts without being chosen")


def of_today(matrix):
    """The part of the mutants whose turn it is, and the canary. Equivalent ones have none."""
    live = [name for name, row in matrix.items() if catches(row["by_models"]) or catches(row["by_simulation"])]
    part = int(time.time() // 86_400) % PARTS
    return [name for at, name in enumerate(live) if name == CANARY or at % PARTS == part]


def catches(said):
    return said not in (NOT_ASKED, SURVIVED, "")


def mutants(chosen, asks_all, asks_both, writes, seeds):
    models = cargo.build("highwater-models", "mutant")
    sim = cargo.build("highwater-sim", "madsim", "mutant")
    known = sh([sim, "--mutant", "list"], quiet=True).stdout.split()
    matrix = read_matrix()
    differ = sorted(set(known) ^ set(matrix))
    unknown = [name for name in chosen if name not in known]
    if differ:
        raise Failed(f"{MATRIX} and core/src/mutant.rs differ in: {' '.join(differ)}")
    if unknown or CANARY not in known:
        raise Failed(f"no mutant {' '.join(unknown) or CANARY}; there are: {' '.join(known)}")
    check_controls(models, sim, seeds)
    names = chosen or (known if asks_all else of_today(matrix))
    survived = []
    for name in names:
        row = matrix[name]
        asked = [] if row["models"] == NOT_ASKED else row["models"].split()
        both = asks_both or name == CANARY
        by_models = by_sim = None
        if asked and (both or catches(row["by_models"]) or not catches(row["by_simulation"])):
            by_models = caught_by(models, name, *asked)
            row["by_models"] = by_models or SURVIVED
        if both or by_models is None:
            by_sim = caught_by(sim, name, "--seeds", str(seeds))
            row["by_simulation"] = by_sim or SURVIVED
        if name == CANARY and not (by_models and by_sim):
            raise Failed(f"the canary {name} got past {'the models' if by_sim else 'the simulation'}: trust no result of it")
        said = "; ".join(part for part in (by_models, by_sim and f"sim: {by_sim}") if part)
        print(f"{name}: {said or 'SURVIVED'}", flush=True)
        if not said and not row["remark"].startswith("equivalent"):
            survived.append(name)
        if writes:
            write_matrix(matrix)
    figures = {"total": len(known), "asked": len(names), "survived": len(survived)}
    if survived:
        failed = Failed(f"survived: {' '.join(survived)}. Either a check is missing, or the mutant changes nothing that matters")
        failed.figures = figures
        raise failed
    return figures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="ci/lane mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="mutants to bring to life")
    parser.add_argument("--all", action="store_true", help="bring all of them to life")
    parser.add_argument("--both", action="store_true", help="ask the simulation, too, where models have caught one")
    parser.add_argument("--write", action="store_true", help="note what caught them in ci/mutants.tsv")
    parser.add_argument("--seeds", type=int, default=600, help="seeds to try before a mutant counts as a survivor")
    given = parser.parse_args()
    lane("mutants", lambda: mutants(given.names, given.all, given.both, given.write, given.seeds))
