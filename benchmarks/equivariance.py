"""The equivariance lemma for every size (symattn) against one 3×3 instance of it (SymPy): time and memory.

Cold: in a fresh process, with the library of lemmas proved on the way and imports not counted on either side. Warm:
each in a process of its own in which it has decided the lemma before, with new names of symbols each time.
"""

from __future__ import annotations

from functools import partial

from benchmarks.measure import (
    Row,
    Say,
    Settings,
    TimeLimitReached,
    cold_seconds,
    duration,
    fresh,
    interleaved,
    peak_bytes,
    warm_seconds,
)

OURS = "with_symattn:equivariance"
ROUTES = {
    "by_trigsimp": "SymPy, logits expanded and trigsimped",
    "by_hand": "SymPy, told sin² = 1 − cos²",
}
KINDS = {"plane": "g about one axis", "general": "g by three angles"}


def run(settings: Settings, say: Say) -> list[Row]:
    """Compare the times, cold and warm, and the peak memory."""
    return [*cold(settings, say), *simplified(settings, say), *warm(settings, say), *memory(settings, say)]


def cold(settings: Settings, say: Say) -> list[Row]:
    """Compare in fresh processes, with each of SymPy's routes."""
    rows = []
    for kind in list(KINDS)[: 1 + settings.general_rotation]:
        for route, name in ROUTES.items():
            peer = f"{name}, {KINDS[kind]}"
            say(f"fresh processes, {peer}")
            ours, theirs = interleaved(
                settings.repetitions if kind == "plane" else settings.slow_repetitions,
                [
                    partial(fresh, cold_seconds, OURS),
                    partial(fresh, cold_seconds, f"with_sympy:{route}", kind),
                ],
            )
            rows.append(faster("equivariance, cold", peer, ours, theirs, 6 if bounded(route, kind) else None))
    return rows


def simplified(settings: Settings, say: Say) -> list[Row]:
    """Compare with SymPy's general ``simplify``; where it reaches its time limit, the limit is what it gets."""
    say(f"fresh processes, SymPy's simplify (stopped after {settings.time_limit:g} s)")
    stopped = False

    def peer() -> float:
        nonlocal stopped
        try:
            return fresh(cold_seconds, "with_sympy:by_simplify", limit=settings.time_limit)
        except TimeLimitReached:
            stopped = True
            return settings.time_limit

    ours, theirs = interleaved(settings.slow_repetitions, [partial(fresh, cold_seconds, OURS), peer])
    return [faster("equivariance, cold", "SymPy, simplify of the difference", ours, theirs, 100, floor=stopped)]


def warm(settings: Settings, say: Say) -> list[Row]:
    """Compare once the library of lemmas stands and SymPy's cache is filled."""
    rows = []
    for route, name in ROUTES.items():
        say(f"warm processes, {name}")
        ours, theirs = interleaved(
            settings.slow_repetitions,
            [
                partial(fresh, warm_seconds, OURS),
                partial(fresh, warm_seconds, f"with_sympy:{route}"),
            ],
        )
        peer = f"{name}, {KINDS['plane']}"
        rows.append(faster("equivariance, warm", peer, ours, theirs, 10 if bounded(route, "plane") else None))
    return rows


def memory(settings: Settings, say: Say) -> list[Row]:
    """Compare the peak of the memory that Python objects take, imports not counted."""
    rows = []
    for route, name in ROUTES.items():
        say(f"peak memory, {name}")
        ours, theirs = interleaved(
            settings.slow_repetitions,
            [
                partial(fresh, peak_bytes, OURS),
                partial(fresh, peak_bytes, f"with_sympy:{route}"),
            ],
        )
        detail = f"{ours / 1e6:.1f} MB : {theirs / 1e6:.1f} MB"
        rows.append(Row("equivariance, memory", f"{name}, {KINDS['plane']}", ours / theirs, detail))
    return rows


def bounded(route: str, kind: str) -> bool:
    """Tell whether this is the route and instance that the bounds are about."""
    return (route, kind) == ("by_trigsimp", "plane")


def faster(what: str, peer: str, ours: float, theirs: float, at_least: float | None, floor: bool = False) -> Row:
    """Make the row that says how many times faster symattn is."""
    detail = f"{duration(ours)} : {duration(theirs)}"
    return Row(what, peer, theirs / ours, detail, at_least=at_least, floor=floor)
