"""Brings known-wrong behaviours to life and asks which check catches each: mutants [NAMES] [--seeds N].

A check that cannot fail proves nothing. Models are asked first, then the simulation. The same builds with no mutant
alive must pass. The canary must be caught by both.
"""
import argparse
import re

from kit import cargo
from kit.run import Failed, lane, sh, say, tee

CANARY = "AckBeforeAppend"
# The models that look at what a mutant changes; the others would only repeat what they say without it.
LOGS, QUORUM, NONE = ["one-log", "offsets"], ["quorum"], []
FAILURES = ["replicas-failures"]
DISKS = ["replicas-rot", "replicas-replaced"]
CLUSTER = ["replicas-crash", "replicas-elections", "replicas-in-sync", "replicas-fences", "replicas-late"]
ASKED = {
    "L06NoDirectorySync": NONE, "L09RetryFailedSync": NONE,
    # One crash loses nothing with it any more, for who was killed leaves the in-sync sets; a blackout does.
    "HighWatermarkByWritten": NONE,
    "HighWatermarkByCommittedIsr": CLUSTER, "ElectOutOfSync": CLUSTER,
    "AnyPartitionEpoch": CLUSTER, "TruncateToHighWatermark": CLUSTER, "BelieveDivergedFollower": CLUSTER,
    "F07VoteBeforeStore": QUORUM, "F07EntryBeforeStore": QUORUM, "F05RestoreLeader": QUORUM, "ActiveBeforeCaughtUp": QUORUM,
    "HandOverOutOfSync": FAILURES,
    "RecoveryForgetsCommitted": DISKS, "RestartedLeadsOn": DISKS, "EmptyDiskLeads": DISKS, "RefillInSync": DISKS,
    "HostHistory": NONE, "RemoveByName": NONE, "LateCheckpoint": NONE, "OffsetsOutliveTopics": NONE, "GoOnAfterLack": NONE,
    "LostFetchRests": NONE, "LostInSyncForgotten": NONE, "CommitOfAnyGeneration": NONE, "LetInWithoutSession": NONE,
    "DeposedAnswers": NONE, "StrangersGoOn": NONE,
    "LoadOfAnEarlierReign": ["offsets-steps"],
}
CAUGHT = re.compile(r"^mutant \S+: caught by (.*)$")


def caught_by(binary, name, *arguments):
    """What caught the mutant, or None."""
    code, lines = tee([binary, "--mutant", name, *arguments], shows=False)
    found = next((m[1] for m in map(CAUGHT.match, lines) if m), None)
    if code not in (0, 1) or (code == 0) != (found is not None):
        raise Failed(f"`{binary} --mutant {name}` ended with exit code {code} and said {lines[-1:]}: "
                     "it must exit with 0 and say `caught by`, or exit with 1")
    return found


def mutants(chosen, seeds):
    models = cargo.build("highwater-models", "mutant")
    sim = cargo.build("highwater-sim", "madsim", "mutant")
    known = sh([sim, "--mutant", "list"], quiet=True).stdout.split()
    unknown = [name for name in chosen if name not in known]
    if unknown or CANARY not in known:
        raise Failed(f"no mutant {' '.join(unknown) or CANARY}; there are: {' '.join(known)}")
    # With none alive, what is compiled in must change nothing. One model of each kind and a part of the seeds would show it.
    for control in ([models, *LOGS, CLUSTER[0], *QUORUM], [sim, "--seeds", max(20, seeds // 15)]):
        code, lines = tee(control, shows=False)
        say(f"  no mutant: {lines[-1:]}")
        if code:
            raise Failed(f"{control[0].name} fails with no mutant alive: run `ci/lane models` and `ci/lane sim --seeds {seeds}`; "
                         "if they pass, a mutant acts without being chosen")
    rows, survived = [], []
    for name in chosen or known:
        asked = ASKED.get(name, LOGS)
        by_models = caught_by(models, name, *asked) if asked else None
        by_sim = None
        if by_models is None or name == CANARY:
            by_sim = caught_by(sim, name, "--seeds", str(seeds))
        if name == CANARY and not (by_models and by_sim):
            raise Failed(f"the canary {name} got past {'the models' if by_sim else 'the simulation'}: trust no result of it")
        said = [f"sim: {by_sim}"] if by_sim else []
        said = ([by_models] if by_models else []) + said
        rows.append((name, "; ".join(said) or "SURVIVED"))
        say(f"  {rows[-1][0]}: {rows[-1][1]}")
        if not said:
            survived.append(name)
    width = max(len(name) for name, _ in rows)
    print("\n".join(f"{name:{width}}  {said}" for name, said in rows), flush=True)
    figures = {"total": len(rows), "caught": len(rows) - len(survived), "survived": len(survived)}
    if survived:
        failed = Failed(f"survived: {' '.join(survived)}. Either a check is missing, or the mutant changes nothing that matters")
        failed.figures = figures
        raise failed
    return figures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="ci/lane mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="mutants to bring to life; all of them if none is named")
    parser.add_argument("--seeds", type=int, default=600, help="seeds to try before a mutant counts as a survivor")
    given = parser.parse_args()
    lane("mutants", lambda: mutants(given.names, given.seeds))
