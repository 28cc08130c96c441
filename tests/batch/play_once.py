"""Play a study file into a folder, as a process that tests may kill: `python -m tests.batch.play_once FILE FOLDER [key=value ...]`."""

import signal
import sys

from simkit.batch import INTERRUPTED, plan, run, spec

if __name__ == "__main__":
    told = dict(option.split("=") for option in sys.argv[3:])
    numbers = {key: int(value) for key, value in told.items() if key != "backend"}
    try:
        done = run.run(plan.resolve(spec.load(sys.argv[1])), sys.argv[2], backend=told.get("backend", "threading"), **numbers)
    except run.Interrupted as stopped:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # one more Ctrl-C is no news
        print(stopped)
        sys.exit(stopped.exit_code)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.exit(INTERRUPTED)
    print(done)
