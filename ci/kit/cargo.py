"""Builds. Each set of cfgs has a target directory of its own, so that no build undoes another's."""
from kit.run import ROOT, sh

# Optimised, with every assertion: lanes that run what they build share its artifacts.
PROFILE = "sim"


def environment(*cfgs):
    """What cargo needs to build with these cfgs (`madsim`, `mutant`)."""
    if not cfgs:
        return {"CARGO_TARGET_DIR": str(target())}
    flags = " ".join(f"--cfg {cfg}" for cfg in cfgs)
    # Examples in documentation are built against the same code.
    return {"CARGO_TARGET_DIR": str(target(*cfgs)), "RUSTFLAGS": flags, "RUSTDOCFLAGS": flags}


def target(*cfgs):
    """The target directory of these cfgs."""
    return ROOT / "target" / "-".join(cfgs) if cfgs else ROOT / "target"


def build(package, *cfgs, profile=PROFILE):
    """Builds a package's binary, and returns its path."""
    # Mutants live in what the package is made of; the rest of the workspace is not built for them.
    sh(["cargo", "build", "--locked", "-q", "--profile", profile, "-p", package], environment(*cfgs))
    return target(*cfgs) / profile / package
