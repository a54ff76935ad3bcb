"""Decide random statements and tell every wrong verdict: python -m tests.fuzz --count 5000 --seed 0 [--json FILE].

The statements with the numbers SEED, …, SEED + COUNT − 1 are decided; the exit code is 1 when a verdict is wrong, or a
decision ends in a fault or takes too long. ``--show NUMBER`` decides one and prints everything about it.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from tests.fuzz.judge import judged


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path, help="write one line of JSON for each statement")
    parser.add_argument("--show", type=int)
    chosen = parser.parse_args()
    if chosen.show is not None:
        print(json.dumps(asdict(judged(chosen.show)), indent=1, ensure_ascii=False))
        return 0
    counts: Counter[str] = Counter()
    wrong, seconds = 0, []
    log = chosen.json.open("w") if chosen.json else None
    for number in range(chosen.seed, chosen.seed + chosen.count):
        found = judged(number)
        seconds.append(found.seconds)
        true = {True: "true, ", False: "false, ", None: ""}[found.true]
        counts[("true, " if number % 2 == 0 else true) + found.status] += 1
        if found.wrong:
            wrong += 1
            print(f"{number}: {found.status}, {found.wrong}\n    {found.text}", flush=True)
        if log is not None:
            log.write(json.dumps(asdict(found), ensure_ascii=False) + "\n")
            log.flush()
        done = number + 1 - chosen.seed
        if done % 100 == 0:
            print(f"{done}/{chosen.count}: {wrong} wrong, {sum(seconds):.0f} s", file=sys.stderr, flush=True)
    for name, count in sorted(counts.items()):
        print(f"{count:6d} {name}")
    if seconds:
        seconds.sort()
        print(f"seconds: median {seconds[len(seconds) // 2]:.2f}, largest {seconds[-1]:.2f}, all {sum(seconds):.0f}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
