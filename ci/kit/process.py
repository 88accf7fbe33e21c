"""What the system says of a running process."""
import pathlib
import re


def memory_mb(pid, kind="VmRSS"):
    """Memory of a process, in MB: all that is resident, or with `RssAnon` only its own, without pages of files."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{kind}:\s+(\d+) kB", status, re.M)[1]) / 1024
