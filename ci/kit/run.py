"""Running commands, and telling what became of them."""
import os
import pathlib
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Failed(Exception):
    """A fault that a lane found; the text says what to do next."""


def say(text):
    """A line of progress: on stderr, so that stdout keeps the figures."""
    print(text, file=sys.stderr, flush=True)


def sh(command, env=None, quiet=False, check=True, cwd=ROOT):
    """Runs a command from the root of the repository. With `quiet` its output is shown only if it fails."""
    command = [str(word) for word in command]
    setting = " ".join(f"{key}={shlex.quote(value)}" for key, value in (env or {}).items())
    shown = f"{setting} {shlex.join(command)}".strip()
    say(f"+ {shown}")
    began = time.monotonic()
    # What a command prints is progress too: only the lane itself writes to stdout.
    out = subprocess.PIPE if quiet else sys.stderr
    done = subprocess.run(command, env=os.environ | (env or {}), cwd=cwd, stdin=subprocess.DEVNULL,
                          stdout=out, stderr=subprocess.STDOUT, text=True)
    took = time.monotonic() - began
    if done.returncode and check:
        if quiet:
            say(done.stdout)
        raise Failed(f"`{shown}` failed with exit code {done.returncode}: see above")
    say(f"  {took:.1f} s")
    return done


def tee(command, env=None, shows=True):
    """Runs a command whose stdout is the lane's; returns its exit code and its lines."""
    command = [str(word) for word in command]
    say(f"+ {shlex.join(command)}")
    lines = []
    with subprocess.Popen(command, env=os.environ | (env or {}), cwd=ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if shows:
                print(lines[-1], flush=True)
    return process.returncode, lines


def lane(name, body):
    """Runs a lane's body, which returns its figures. Prints its one line, and exits."""
    began = time.monotonic()
    try:
        figures, fault = body(), None
    except Failed as failed:
        figures, fault = getattr(failed, "figures", {}), str(failed)
    except KeyboardInterrupt:
        sys.exit(130)
    if fault:
        say(f"{name}: {fault}")
    text = " ".join(f"{key}={value}" for key, value in figures.items())
    print(f"{name}: {'failed' if fault else 'ok'} {text} seconds={time.monotonic() - began:.0f}".replace("  ", " "), flush=True)
    sys.exit(1 if fault else 0)
