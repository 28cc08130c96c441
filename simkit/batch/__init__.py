"""Many games: a study becomes a plan, a plan is played part by part, rows lie on disk. Knows no strategy and draws nothing."""

from pathlib import Path

RUNS = Path("out") / "runs"  # study folders, unless somebody says otherwise
INTERRUPTED = 130  # exit code after Ctrl-C
