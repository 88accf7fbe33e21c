"""What the lanes install. Nothing of it goes into the repository."""
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import venv

from kit.run import Failed, say, sh

CACHE = pathlib.Path(os.environ.get("HIGHWATER_CACHE", pathlib.Path.home() / ".cache" / "highwater-ci")).resolve()

# Pinned: a lane that fails must fail because of us.
PYTHON = ["confluent-kafka==2.16.1", "pytest==9.2.0"]


def locked():
    """Held while something is installed, for two lanes may run at once."""
    CACHE.mkdir(parents=True, exist_ok=True)
    lock = open(CACHE / "lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def python():
    """A Python with the clients that the lanes use."""
    # A new list of packages is a new environment: none is ever half old.
    name = hashlib.sha256("\n".join([sys.version, *PYTHON]).encode()).hexdigest()[:12]
    home = CACHE / f"python-{name}"
    with locked():
        if not (home / "ready").exists():
            shutil.rmtree(home, ignore_errors=True)
            venv.create(home, with_pip=True)
            sh([home / "bin" / "pip", "-q", "install", *PYTHON], quiet=True)
            (home / "ready").touch()
    return home / "bin" / "python"


def inside(script):
    """Goes on in that Python, with the same arguments."""
    wanted = python()
    if pathlib.Path(sys.prefix) != wanted.parent.parent:
        os.execv(wanted, [str(wanted), str(script), *sys.argv[1:]])


def apt(command, package):
    """Installs a Debian package if the command is missing."""
    if shutil.which(command):
        return
    say(f"installing {package} for `{command}`")
    with locked():
        for words in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", package]):
            done = subprocess.run(words, capture_output=True, text=True, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
            if done.returncode:
                raise Failed(f"`{' '.join(words)}` failed: install {package} by hand, or run as root\n{done.stderr[-800:]}")
