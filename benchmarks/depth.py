"""Growth with depth: stacks of L self-attention layers, stated and then decided, each with symbols of its own."""

from __future__ import annotations

from functools import partial
from itertools import count

from benchmarks.measure import Row, Say, Settings, duration, exponent, interleaved, seconds

BOUND = 1.3


def run(settings: Settings, say: Say) -> list[Row]:
    """Fit the exponent of L to the medians: over all depths, and over the deeper half, free of what each costs once."""
    from benchmarks.with_symattn import layers, require_proved

    number = count(1)

    def state(depth: int) -> float:
        suffix = f"s{next(number)}"
        return seconds(lambda: layers(depth, suffix))

    def decide(depth: int) -> float:
        left, right = layers(depth, f"s{next(number)}")
        return seconds(lambda: require_proved(left, right))

    rows = []
    for action, name in ((decide, "decision"), (state, "statement")):
        say(f"{name}, L = {', '.join(map(str, settings.depths))}")
        for depth in settings.depths[:2]:
            action(depth)  # the lemmas, of which a single layer needs others than a stack
        times = interleaved(settings.repetitions, [partial(action, depth) for depth in settings.depths])
        for first in (0, len(settings.depths) // 2):
            depths, medians = settings.depths[first:], times[first:]
            what, peer = f"layers L = {depths[0]} … {depths[-1]}, {name}", "time ~ L to the power"
            detail = " ".join(duration(time) for time in medians)
            rows.append(Row(what, peer, exponent(depths, medians), detail, at_most=BOUND))
    return rows
