"""Random terms: true rewritings are proved, and nothing that a small instance contradicts ever is.

Terms are nested tuples over functions f, g on [n], matrices A, B, reals x, y, indices i, j and maps s, t that invert
each other.  ``disguise`` rewrites a term by textbook identities; ``twist`` changes one leaf, which mostly makes a
different term.
"""

import math
import random

import numpy as np
import pytest

from symattn.numeric.semantics import evaluate_term
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.front.prove import prove

KINDS = {
    "f": "[n]→ℝ", "g": "[n]→ℝ", "A": "[n]→[n]→ℝ", "B": "[n]→[n]→ℝ", "x": "ℝ", "y": "ℝ", "i": "[n]", "j": "[n]",
    "s": "[n]→[n]", "t": "[n]→[n]",
}  # fmt: skip


def index(rng, scope, maps):
    chosen = rng.choice(scope)
    return f"(s {chosen})" if maps and rng.random() < 0.3 else chosen


def make(rng, depth, scope=("i", "j"), maps=True):
    """Return a random real expression; ``scope`` lists the indices that may stand in it."""
    kind = rng.choice(["leaf"] if depth == 0 else ["+", "*", "sum", "sum", "exp", "trig", "inv", "leaf", "delta"])
    if kind == "leaf":
        a, b = index(rng, scope, maps), index(rng, scope, maps)
        return ("leaf", rng.choice([f"f {a}", f"g {a}", f"A {a} {b}", f"B {a} {b}", "x", "y", "2", "-1", "1/2"]))
    if kind in "+*":
        return (kind, make(rng, depth - 1, scope, maps), make(rng, depth - 1, scope, maps))
    if kind == "sum":
        bound = f"k{len(scope)}"
        return ("sum", bound, make(rng, depth - 1, (*scope, bound), maps))
    if kind == "exp":
        return ("exp", make(rng, min(depth - 1, 1), scope, maps))
    if kind == "trig":
        return (rng.choice(["sin", "cos"]), make(rng, min(depth - 1, 1), scope, maps))
    if kind == "inv":
        return ("inv", ("exp", make(rng, min(depth - 1, 1), scope, maps)))
    return ("*", ("leaf", f"ind ({rng.choice(scope)} = {rng.choice(scope)})"), make(rng, depth - 1, scope, maps))


def text(e):
    head = e[0]
    if head == "leaf":
        return e[1] if " " not in e[1] else f"({e[1]})"
    if head in "+*":
        return f"({text(e[1])} {head} {text(e[2])})"
    if head == "sum":
        return f"(Σ {e[1]}:[n]. {text(e[2])})"
    return f"({head} {text(e[1])})"


def rename(e, old, new):
    if e[0] == "leaf":
        words = e[1].replace("(", "( ").replace(")", " )").split()
        return ("leaf", " ".join(new if word == old else word for word in words).replace("( ", "(").replace(" )", ")"))
    return (e[0], *(part if isinstance(part, str) else rename(part, old, new) for part in e[1:]))


def map_parts(e, change):
    return (e[0], *(part if isinstance(part, str) else change(part) for part in e[1:]))


def disguise(rng, e, fresh):
    """Return an equal expression."""
    e = map_parts(e, lambda part: disguise(rng, part, fresh))
    head = e[0]
    options = [e]
    if head in "+*":
        options += [(head, e[2], e[1])] * 2
        if e[1][0] == head:
            options.append((head, e[1][1], (head, e[1][2], e[2])))
    if head == "*" and e[2][0] == "+":
        options.append(("+", ("*", e[1], e[2][1]), ("*", e[1], e[2][2])))
    if head == "*" and e[2][0] == "sum":
        options.append(("sum", e[2][1], ("*", e[1], e[2][2])))
    if head == "sum":
        name, body = e[1], e[2]
        new = next(fresh)
        options.append(("sum", new, rename(body, name, new)))
        if body[0] == "+":
            options.append(("+", ("sum", name, body[1]), ("sum", name, body[2])))
        if body[0] == "sum":
            options.append(("sum", body[1], ("sum", name, body[2])))
    if head == "exp" and e[1][0] == "+":
        options.append(("*", ("exp", e[1][1]), ("exp", e[1][2])))
    if head == "inv" and e[1][0] == "exp":
        options.append(("exp", ("*", ("leaf", "-1"), e[1][1])))
    if head == "sin" and e[1][0] == "+" and not any(part[1] in ("2", "-1", "1/2") for part in e[1][1:]):
        a, b = e[1][1:]
        options.append(("+", ("*", ("sin", a), ("cos", b)), ("*", ("cos", a), ("sin", b))))
    if head == "leaf" and rng.random() < 0.2:
        new = next(fresh)
        options.append(("*", ("leaf", "2"), ("*", ("leaf", "1/2"), e)))
        if e[1].startswith(("f ", "g ")):
            function, argument = e[1].split(" ", 1)
            options.append(("sum", new, ("*", ("leaf", f"ind ({new} = {argument})"), ("leaf", f"{function} {new}"))))
    return rng.choice(options)


def twist(rng, e):
    """Return the expression with one leaf changed."""
    leaves = []

    def collect(part):
        if part[0] == "leaf":
            leaves.append(part[1])
        for inner in part[1:]:
            if not isinstance(inner, str):
                collect(inner)

    collect(e)
    place = rng.randrange(len(leaves))
    swaps = {"f": "g", "g": "f", "A": "B", "B": "A", "x": "y", "y": "x", "2": "1", "-1": "1", "1/2": "1"}
    count = iter(range(len(leaves)))

    def change(part):
        if part[0] != "leaf":
            return map_parts(part, change)
        if next(count) != place:
            return part
        words = part[1].split(" ")
        if len(words) == 3 and rng.random() < 0.5 and words[0] in "AB":
            return ("leaf", " ".join((words[0], words[2], words[1])))
        return ("leaf", " ".join((swaps.get(words[0], words[0]), *words[1:])))

    return change(e)


def names():
    number = 0
    while True:
        number += 1
        yield f"b{number}"


def instance(rng, size):
    draw = np.random.default_rng(rng.randrange(10**6))
    s = draw.permutation(size)
    values = {name: draw.integers(-2, 3, size=size) / 2 for name in "fg"}
    values |= {name: draw.integers(-2, 3, size=(size, size)) / 2 for name in "AB"}
    values |= {name: float(draw.integers(-2, 3)) / 2 for name in "xy"}
    values |= {name: int(draw.integers(size)) for name in "ij"}
    return {**values, "s": s, "t": np.argsort(s)}


def differs(left, right, rng):
    """Return an instance on which the two sides differ clearly, or None."""
    for size in (1, 2, 3, 3):
        at = instance(rng, size)
        a, b = (float(evaluate_term(t, at, {"n": size})) for t in (left, right))
        if not math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-7):
            return size, at, a, b
    return None


def decided(logic, left, right):
    goal = logic.term(f"{text(left)} = {text(right)}", **KINDS)
    try:
        theorem, _ = prove(goal, Facts((logic.inverse_maps(),)), 20_000)
    except ProofError:
        return goal, False
    assert theorem.conclusion is goal and set(theorem.hypotheses) <= set(logic.inverse_maps())
    return goal, True


@pytest.mark.parametrize("seed", range(60))
def test_true_identities_are_proved(logic, seed):
    rng = random.Random(seed)
    e = make(rng, 3, maps=False)
    other = disguise(rng, disguise(rng, e, fresh := names()), fresh)
    goal, proved = decided(logic, e, other)
    assert differs(goal.function.argument, goal.argument, rng) is None
    assert proved, f"{text(e)} = {text(other)}"


@pytest.mark.parametrize("seed", range(60))
def test_nothing_false_is_proved(logic, seed):
    rng = random.Random(1000 + seed)
    e = make(rng, 3)
    other = disguise(rng, twist(rng, e), names())
    goal, proved = decided(logic, e, other)
    if proved:
        assert differs(goal.function.argument, goal.argument, rng) is None, f"{text(e)} = {text(other)}"


@pytest.mark.parametrize("seed", range(30))
def test_a_normal_form_has_the_same_value(logic, seed):
    rng = random.Random(2000 + seed)
    t = logic.term(text(make(rng, 3)), **KINDS)
    assert differs(t, logic.normal_form(t, bijections=[logic.inverse_maps()]), rng) is None


def test_most_twists_are_false_and_none_of_these_is_proved(logic):
    """The generator is worth its tests: many of its statements are false, and many of its true ones are proved."""
    rng = random.Random(7)
    false = 0
    for _ in range(30):
        e = make(rng, 3)
        goal, proved = decided(logic, e, twist(rng, e))
        wrong = differs(goal.function.argument, goal.argument, rng) is not None
        assert not (wrong and proved)
        false += wrong
    assert false >= 12
