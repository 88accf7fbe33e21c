"""Where a process spends its time, by Linux's `perf`."""
import re
import shutil
import signal
import subprocess
import tempfile

from kit.run import Failed

# A sample's share, the object it fell into, and the function.
ROW = re.compile(r"^\s*([\d.]+)%\s+(\S+)\s+\[[.k]\]\s+(.*?)(?:\s+-\s+-)?\s*$", re.M)
HERTZ = "999"


def sampled(pid, work):
    """Runs `work()` and samples the process meanwhile: rows of share in percent, object and function, the largest first."""
    if not shutil.which("perf"):
        raise Failed("there is no `perf` on this machine: install it (on Debian: linux-perf), or leave out --profile")
    with tempfile.NamedTemporaryFile(suffix=".perf") as data:
        with subprocess.Popen(["perf", "record", "-q", "-F", HERTZ, "-o", data.name, "-p", str(pid)], stderr=subprocess.PIPE, text=True) as perf:
            try:
                work()
            finally:
                perf.send_signal(signal.SIGINT)
            complaint = perf.stderr.read()
        report = subprocess.run(["perf", "report", "-i", data.name, "--stdio", "--sort", "dso,symbol"], capture_output=True, text=True, check=False)
    rows = [(float(share), dso, symbol) for share, dso, symbol in ROW.findall(report.stdout)]
    if not rows:
        raise Failed(f"perf took no samples: {complaint[-500:]}{report.stderr[-500:]}")
    return rows


def summary(rows, top=12):
    """Lines that say how much each object takes, and which functions take most."""
    objects = {}
    for share, dso, _ in rows:
        objects[dso] = objects.get(dso, 0) + share
    shares = "  ".join(f"{dso} {share:.0f}%" for dso, share in sorted(objects.items(), key=lambda one: -one[1]) if share >= 1)
    return [shares, *(f"{share:6.1f}%  {symbol}" for share, _, symbol in rows[:top])]
