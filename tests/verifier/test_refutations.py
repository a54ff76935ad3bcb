"""Refutations are confirmed by exact values, and nothing true, open or undefined is refuted."""

import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Identity, Idx, MatrixSymbol, Symbol, sqrt

from symattn import (
    Attention,
    DotProduct,
    ForAll,
    Injective,
    Invariant,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SubsetMask,
    SubsetSymbol,
    decide,
    dims,
)
from symattn import refutation_verifier as rv
from symattn.certificates.certificate import certificate
from symattn.certificates.refutations import refutation_certificate
from symattn.errors import UsageError
from symattn.kernel.axioms import CONSTANTS
from symattn.refutation_verifier import DoesNotHold, NotARefutation
from symattn.scripts.claims import load, run_claim

ROOT = Path(__file__).resolve().parent.parent.parent
n, d = dims("n d")
x, y = Symbol("x", real=True), Symbol("y", real=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)


@pytest.fixture
def confirm(tmp_path):
    def run(content):
        path = tmp_path / "refutation"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return rv.verify(str(path))

    return run


# ------------------------------------------------------------------------------------------------------ the arithmetic

rationals = st.fractions(min_value=-50, max_value=50, max_denominator=10**6)
FUNCTIONS = {
    "exp": (lambda q: rv.growing(rv._exp, rv.exactly(q)), lambda b: b.exp(), lambda q: True),
    "log": (lambda q: rv.growing(rv._log, rv.exactly(q)), lambda b: b.log(), lambda q: q > 0),
    "sin": (lambda q: rv.sine(rv.exactly(q)), lambda b: b.sin(), lambda q: True),
    "cos": (lambda q: rv.sine(rv.exactly(q), 1), lambda b: b.cos(), lambda q: True),
    "sqrt": (lambda q: rv.root(rv.exactly(q)), lambda b: b.sqrt(), lambda q: q >= 0),
}


def ball(q):
    return arb(q.numerator) / arb(q.denominator)


def inside(ball, interval, slack=Fraction(0)):
    """Tell whether a far narrower ball lies in an interval."""
    low, high = (arb(end.numerator) / arb(end.denominator) for end in interval)
    return not (ball < low) and not (ball > high)


@pytest.mark.parametrize("name", FUNCTIONS)
@given(q=rationals)
@settings(max_examples=40, deadline=None)
def test_enclosures_contain_the_value_and_are_narrow(name, q):
    ours, theirs, defined = FUNCTIONS[name]
    if not defined(q):
        with pytest.raises(DoesNotHold):
            ours(q)
        return
    with ctx.workprec(1000):
        low, high = ours(q)
        assert low <= high and inside(theirs(ball(q)), (low, high))
        assert high - low <= Fraction(max(1, abs(high)), 10**40)


@given(middle=rationals, width=st.fractions(min_value=0, max_value=Fraction(1, 2), max_denominator=1000))
@settings(max_examples=30, deadline=None)
def test_functions_of_intervals_contain_the_values_inside(middle, width):
    interval = (middle, middle + width)
    with ctx.workprec(500):
        for part in (Fraction(0), Fraction(1, 3), Fraction(1)):
            q = middle + part * width
            assert inside(ball(q).sin(), rv.sine(interval)) and inside(ball(q).cos(), rv.sine(interval, 1))
            assert inside(ball(q).exp(), rv.growing(rv._exp, interval))
            if middle > 0:
                assert inside(ball(q).log(), rv.growing(rv._log, interval)) and inside(
                    ball(q).sqrt(), rv.root(interval)
                )
                assert inside(1 / ball(q), rv.inverse(interval))
            assert inside(ball(q) * ball(-q), rv.multiply(interval, (-interval[1], -interval[0])))


def test_constants():
    with ctx.workprec(600):
        assert inside(arb.pi(), rv.PI) and inside(arb(2).log(), rv.LOG_2)
    assert all(high - low < Fraction(1, 10**50) for low, high in (rv.PI, rv.LOG_2))


def test_exact_values_stay_exact():
    assert rv.sine((Fraction(0), Fraction(0))) == (0, 0) and rv.sine((Fraction(0), Fraction(0)), 1) == (1, 1)
    assert rv._exp(Fraction(0)) == (1, 1) and rv._log(Fraction(1)) == (0, 0)
    assert rv.root((Fraction(9, 4), Fraction(9, 4))) == (Fraction(3, 2), Fraction(3, 2))
    third = Fraction(1, 3)
    assert rv.add((third, third), (third, third)) == (2 * third, 2 * third)
    low, high = rv.outwards(third, third + Fraction(1, 10**80))
    assert low < third < high


@pytest.mark.parametrize(
    "call",
    [
        lambda: rv.inverse((Fraction(0), Fraction(0))),
        lambda: rv.inverse((Fraction(-1), Fraction(1))),
        lambda: rv.root((Fraction(-1), Fraction(1))),
        lambda: rv._log(Fraction(0)),
        lambda: rv._exp(Fraction(10**6)),
        lambda: rv._scaled(rv.exactly(0), rv.MINUS_INFINITY),
        lambda: rv._scaled((Fraction(0), Fraction(1)), rv.exactly(1)),
        lambda: rv._allowed(None),
        lambda: rv.outwards(Fraction(1, 3**50_000), Fraction(1, 3**50_000)),
    ],
)
def test_what_has_no_value_or_too_many_digits_is_refused(call):
    with pytest.raises(DoesNotHold):
        call()


# -------------------------------------------------------------------------------------------------------- the language


def test_the_primitive_constants_are_the_kernels():
    table = rv.primitives()
    written_out = {"det"}  # a file defines this at its sizes, by Bird's algorithm
    for c in CONSTANTS:
        if c.name in written_out:
            continue
        found = table.get(c.name)
        assert found and found[:2] == (" ".join(c.parameters), c.type), f"add {c.name} to PRIMITIVES and meanings"
    counted = {"sum", "iterate", "deriv"}  # what these mean is in the model, which counts their steps
    assert set(rv.meanings()) | counted == set(table) == {c.name for c in CONSTANTS} - written_out


# -------------------------------------------------------------------------------------------------------- refutations

sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", n)
S, M = SubsetSymbol("S", n), MaskSymbol("M", n, n)
REFUTED = {
    "matrices": (A * B, B * A),
    "permutation": (sigma * sigma, Identity(n)),
    "orthogonal": (g * g, Identity(n)),
    "softmax": (RowSoftmax(A), RowSoftmax(2 * A)),
    "mask": (RowSoftmax(A + M), RowSoftmax(A)),
    "attention": (Attention(A, sigma * B, A), Attention(A, B, A)),
    "roots": (sqrt(x * x + 1), x + 1),
}


@pytest.mark.parametrize("name", REFUTED)
def test_refuted_and_confirmed(name, confirm):
    verdict = decide(*REFUTED[name])
    assert verdict.status == "refuted"
    found = confirm(certificate(verdict, name))
    assert found["name"] == name and found["sides"] and found["lines"]


def test_a_subset_of_indices(confirm):
    a = MatrixSymbol("a", 1, n)
    verdict = decide(RowSoftmax(a + SubsetMask(S, n)), RowSoftmax(a))
    assert confirm(certificate(verdict))["entry"] is not None


def test_an_inequality_with_a_hypothesis(confirm):
    verdict = decide(x * y <= 1, given=[x > 0, y > 0])
    found = confirm(certificate(verdict))
    hypotheses = found["lines"]["under the hypotheses, which are true"]
    assert "(x ≤ 0)" in hypotheses[0] and found["entry"] == ()


def test_an_inequality_for_all_indices_has_its_sides_in_the_order_of_the_kernel(confirm):
    a, i = MatrixSymbol("a", 1, n), Idx("i", n)
    verdict = decide(ForAll(i, a[0, i] >= 0), given=[a[0, 0] >= 1])
    found = confirm(certificate(verdict))
    assert verdict.status == "refuted" and found["sides"][0] == "0"


@pytest.mark.slow
def test_every_refutation_by_values_of_the_proof_scripts_is_confirmed(confirm):
    found = 0
    for name, entry in load([ROOT / "proofs"]).entries.items():
        if entry.expected != "refuted":
            continue
        verdict = run_claim(entry, numeric=False).verdict
        if getattr(verdict.counterexample, "kind", "") != "values" or verdict.theorem is not None:
            continue  # a shape error, or a theorem of the negation: a certificate of a proof
        content = refutation_certificate(verdict, name)
        assert confirm(content)["name"] == name
        assert refutation_certificate(verdict, name) == content
        found += 1
    assert found >= 20


# ------------------------------------------------------------------------------------------------------------- attacks


@pytest.fixture(scope="module")
def content():
    return certificate(decide(RowSoftmax(A), RowSoftmax(2 * A)))


def lines_of(content):
    return [json.loads(line) for line in content.splitlines()]


def text_of(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)


def hand(*lines, claim, left=("0", "0"), right=("1", "1")):
    header = {"format": "symattn refutation", "version": 1, "name": "", "left": left, "right": right}
    return text_of([header, *lines, ["claim", *claim], ["end"]])


X = ["variable", "x", "ℝ"]
EQUALS = ["equality", "ℝ"]
ZERO, ONE = ["literal", "0", "ℝ"], ["literal", "1", "ℝ"]


def test_by_hand(confirm):
    assert confirm(hand(ZERO, ONE, EQUALS, ["apply", 2, 0], ["apply", 3, 1], claim=[4]))["sides"] == ["0", "1"]


FALSE = (ZERO, ONE, EQUALS, ["apply", 2, 0], ["apply", 3, 1])  # 0 = 1 is term 4


def test_definitions_at_sizes_and_a_variable_that_is_used_twice(confirm):
    definitions = (["definition", "c{2}", 0], ["definition", "c{1,3}", 1], ["constant", "c{1,3}"])
    variable = (X, ["value", 6, "0"], X, ["apply", 2, 7], ["apply", 8, 5])
    found = confirm(hand(*FALSE, *definitions, *variable, claim=[9]))
    assert found["lines"]["the claim"] == ["(x = c{1,3})"] and found["lines"]["is false at"] == ['x : ℝ = "0"']
    assert found["lines"]["where"] == ["c{2} := 0", "c{1,3} := 1"]


@pytest.mark.parametrize("number, confirmed", [("2/3", True), ("2/5", False)])
def test_functions_of_an_index_are_compared_member_by_member(number, confirmed, confirm):
    """The hypothesis (λi:[2]. x) = (λi:[2]. 2/3) holds at x = 2/3 alone."""
    functions = (X, ["value", 5, number], ["lambda", "[2]", 5], ["literal", "2/3", "ℝ"], ["lambda", "[2]", 7])
    lines = (*FALSE, *functions, ["equality", "[2]→ℝ"], ["apply", 9, 6], ["apply", 10, 8])
    if confirmed:
        assert confirm(hand(*lines, claim=[4, 11]))["sides"] == ["0", "1"]
    else:
        with pytest.raises(DoesNotHold, match="hypothesis 1 is false"):
            confirm(hand(*lines, claim=[4, 11]))


ATTACKS = {
    "true": hand(ZERO, EQUALS, ["apply", 1, 0], ["apply", 2, 0], claim=[3]),
    "variable without a value": hand(X, ZERO, EQUALS, ["apply", 2, 0], ["apply", 3, 1], claim=[4]),
    "value of no variable": hand(ZERO, ONE, EQUALS, ["apply", 2, 0], ["apply", 3, 0], ["value", 0, "1"], claim=[4]),
    "false hypothesis": hand(ZERO, ONE, EQUALS, ["apply", 2, 0], ["apply", 3, 1], claim=[4, 4]),
    "inverse of 0": hand(
        ZERO, ONE, EQUALS, ["constant", "inv"], ["apply", 3, 0], ["apply", 2, 4], ["apply", 5, 1], claim=[6]
    ),
    "root of −1": hand(
        ZERO,
        ["literal", "-1", "ℝ"],
        EQUALS,
        ["constant", "sqrt"],
        ["apply", 3, 1],
        ["apply", 2, 4],
        ["apply", 5, 1],
        claim=[6],
    ),
    "equal but not exact": hand(
        ONE, EQUALS, ["constant", "exp"], ["apply", 2, 0], ["apply", 1, 3], ["apply", 4, 3], claim=[5]
    ),
    "definition of a primitive": hand(["definition", "pi", 0], ZERO, claim=[0]),
    "definition twice": hand(ZERO, ["definition", "c", 0], ["definition", "c", 0], claim=[0]),
    "loose claim": hand(["bound", 0, "𝔹"], claim=[0]),
    "a number as claim": hand(ZERO, claim=[0]),
    "another type": hand(ZERO, ["constant", "suc"], ["apply", 1, 0], claim=[0]),
    "an index beyond its size": hand(["literal", "2", "[2]"], claim=[0]),
    "an index as value beyond its size": hand(["variable", "i", "[2]"], ["value", 0, 2], claim=[0]),
    "a truth value as number": hand(["variable", "i", "[2]"], ["value", 0, True], claim=[0]),
    "a short list": hand(["variable", "f", "[2]→ℝ"], ["value", 0, ["1"]], claim=[0]),
    "a float": hand(X, ["value", 0, 0.5], claim=[0]),
    "a value as open term": hand(X, ["value", 0, {"term": 0}], claim=[0]),
    "size 0": hand(["constant", "#", 0], claim=[0]),
    "huge size": hand(["constant", "#", 10**6], claim=[0]),
    "all of the reals": hand(
        ["bound", 0, "ℝ"],
        EQUALS,
        ["apply", 1, 0],
        ["apply", 2, 0],
        ["lambda", "ℝ", 3],
        ["equality", "ℝ→𝔹"],
        ["apply", 5, 4],
        ["lambda", "ℝ", 3],
        ["apply", 6, 4],
        claim=[8],
    ),
    "one function of all reals": hand(
        *FALSE,
        ["bound", 0, "ℝ"],
        ["lambda", "ℝ", 5],
        ["equality", "ℝ→ℝ"],
        ["apply", 7, 6],
        ["apply", 8, 6],
        claim=[4, 9],
    ),
    "definition like a primitive at sizes": hand(*FALSE, ["definition", "sum{3}", 4], claim=[4]),
    "definition like notation": hand(*FALSE, ["definition", "(1 ≤ 0)", 4], claim=[4]),
    "definition of λ": hand(*FALSE, ["definition", "λ", 4], claim=[4]),
    "definition like a number": hand(*FALSE, ["definition", "²", 4], claim=[4]),
    "definition without a name": hand(*FALSE, ["definition", "{3}", 4], claim=[4]),
    "definition at no sizes": hand(*FALSE, ["definition", "c{}", 4], claim=[4]),
    "definition with a line of its own": hand(*FALSE, ["definition", "c{1}\n", 4], claim=[4]),
    "definition and then variable": hand(*FALSE, ["definition", "x", 4], X, claim=[4]),
    "definition at sizes and then variable": hand(*FALSE, ["definition", "x{2}", 4], X, claim=[4]),
    "variable and then definition": hand(*FALSE, X, ["definition", "x", 4], claim=[4]),
    "variable and then definition at sizes": hand(*FALSE, X, ["definition", "x{2}", 4], claim=[4]),
    "variable at sizes": hand(*FALSE, ["variable", "x{2}", "ℝ"], claim=[4]),
    "variable of two types": hand(*FALSE, X, ["variable", "x", "ℕ"], claim=[4]),
    "variable like a primitive": hand(*FALSE, ["variable", "exp", "ℝ→ℝ"], claim=[4]),
    "variable like a sum": hand(*FALSE, ["variable", "x+1", "ℝ"], claim=[4]),
    "two values": hand(*FALSE, X, ["value", 5, "1"], ["value", 5, "1"], claim=[4]),
    "value that only a number names": hand(*FALSE, X, ["value", 5, {"term": 0}], claim=[4]),
    "value of a number": hand(*FALSE, ["value", 0, "1"], claim=[4]),
    "natural number beyond the limit": hand(
        ["literal", "999", "ℕ"],
        ["constant", "suc"],
        ["apply", 1, 0],
        ["constant", "real"],
        ["apply", 3, 2],
        ["literal", "0", "ℝ"],
        ["constant", "≤"],
        ["apply", 6, 4],
        ["apply", 7, 5],
        claim=[8],
    ),
    "wrong enclosure": hand(ZERO, ONE, EQUALS, ["apply", 2, 0], ["apply", 3, 1], claim=[4], left=("1/2", "1/2")),
    "enclosure that is a word": hand(*FALSE, claim=[4], left="00"),
    "enclosure of three numbers": hand(*FALSE, claim=[4], left=("0", "0", "7")),
    "enclosure of one number": hand(*FALSE, claim=[4], left=("0",)),
    "enclosure that is no list": hand(*FALSE, claim=[4], right={"1": 0, "1/1": 0}),
    "no claim": text_of([*lines_of(hand(ZERO, claim=[0]))[:-2], ["end"]]),
    "unknown line": hand(["believe", "me"], claim=[0]),
    "private name": hand(["_", "me"], claim=[0]),
    "another method": hand(["line", ["claim", 0]], claim=[0]),
    "empty line": hand([], claim=[0]),
    "deep type": hand(["variable", "x", "(" * 400 + "ℝ" + ")" * 400], claim=[0]),
    "bad type": hand(["variable", "x", "[n]→ℝ"], claim=[0]),
    "type that ends": hand(["variable", "x", "ℝ→"], claim=[0]),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_refused(name, confirm):
    with pytest.raises((DoesNotHold, NotARefutation), match=r"^line \d+: ") as refused:
        confirm(ATTACKS[name])
    assert len(str(refused.value)) < 500 and str(refused.value).isprintable()


@pytest.mark.parametrize("bad", [b"", b"\n", b"[1]\n", b"{}\n", b"\xff\n", b"[" * 50_000 + b"\n", b"{" * 10, b"nul\n"])
def test_no_refutations(bad, confirm):
    with pytest.raises(NotARefutation):
        confirm(bad)


def test_truncated_or_of_another_version(content, confirm):
    for end in range(0, len(content.encode()) - 1, 61):
        with pytest.raises(NotARefutation):
            confirm(content.encode()[:end])
    for version in ("2", "true", "1.0", "null"):
        with pytest.raises(NotARefutation):
            confirm(content.replace('"version":1', f'"version":{version}', 1))


def test_bombs_end(tmp_path):
    """Repeated squaring, and a proposition of astronomical length, end in a message."""
    squares, number = [["literal", "3", "ℝ"], ["constant", "*"]], 0
    for _ in range(60):
        squares += [["apply", 1, number], ["apply", len(squares), number]]
        number = len(squares) - 1
    for name, last in (("squares", ["literal", "0", "ℝ"]), ("more", ["literal", "1", "ℝ"])):
        size = len(squares)
        tail = [last, EQUALS, ["apply", size + 1, number], ["apply", size + 2, size]]
        (tmp_path / name).write_text(hand(*squares, *tail, claim=[size + 3]), encoding="utf-8")
        command = [sys.executable, "-I", rv.__file__, str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=30)
        assert done.returncode == 1 and "NOT CONFIRMED" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("times, refused", [("5", False), ("999", True)])
def test_iterations_of_what_is_known_are_counted(times, refused, confirm, monkeypatch):
    """Step by step, a new function is made of A, and the identity applied to it again and again: 999·999 steps."""
    monkeypatch.setattr(rv, "WORK", 50_000)
    matrix = "[1]→[1]→ℝ"
    lines = [["literal", times, "ℕ"], ["bound", 0, matrix], ["lambda", matrix, 1], ["constant", "iterate", 1, 1]]
    lines += [["bound", 1, matrix], ["bound", 0, "[1]"], ["apply", 4, 5], ["lambda", "[1]", 6]]  # λi. M i
    lines += [["apply", 3, 2], ["apply", 8, 7], ["apply", 9, 0], ["lambda", matrix, 10], ["apply", 3, 11]]
    lines += [["variable", "A", matrix], ["value", 13, [["0"]]], ["apply", 12, 13], ["apply", 14, 0]]
    lines += [["literal", "0", "[1]"], ["apply", 15, 16], ["apply", 17, 16], ["constant", "≤"], ONE]
    content = hand(*lines, ["apply", 19, 20], ["apply", 21, 18], claim=[22], left=("1", "1"), right=("0", "0"))
    if refused:
        with pytest.raises(DoesNotHold, match="more steps"):
            confirm(content)
    else:
        assert confirm(content)["sides"] == ["1", "0"]


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_changed_bytes(content, tmp_path_factory, data):
    """One byte changed: refused, or still a false proposition at exact values; never a traceback."""
    place = data.draw(st.integers(0, len(content.encode()) - 1))
    changed = content.encode()[:place] + data.draw(st.binary(max_size=2)) + content.encode()[place + 1 :]
    path = tmp_path_factory.getbasetemp() / "changed"
    path.write_bytes(changed)
    try:
        rv.verify(str(path))
    except (NotARefutation, DoesNotHold) as error:
        assert str(error).isprintable()


def test_mutants_of_values_are_refuted_for_the_right_reason(content, confirm):
    """Other values: confirmed only where floating point agrees that the proposition is false there."""
    lines, random, outcomes = lines_of(content), Random(1), {True: 0, False: 0}
    place = next(number for number, line in enumerate(lines) if number and line[0] == "value")
    for _ in range(40):
        matrix = [[str(random.choice([0, 0, 1, -2])) for _ in row] for row in lines[place][2]]
        lines[place][2] = matrix
        lines[0]["left"], lines[0]["right"] = ["-9", "9"], ["-9", "9"]
        differs = any(
            not math.isclose(
                math.exp(int(v)) / sum(math.exp(int(w)) for w in row),
                math.exp(2 * int(v)) / sum(math.exp(2 * int(w)) for w in row),
            )
            for row in matrix
            for v in row
        )
        try:
            confirm(text_of(lines))
            confirmed = True
        except DoesNotHold:
            confirmed = False
        assert confirmed == differs
        outcomes[confirmed] += 1
    assert all(outcomes.values())


def test_it_works_alone(tmp_path, content):
    (tmp_path / "alone.py").write_bytes(Path(rv.__file__).read_bytes())
    (tmp_path / "r").write_text(content, encoding="utf-8")
    command = [sys.executable, "-I", "alone.py"]
    for paths, code in ((["r"], 0), (["alone.py"], 2), (["missing"], 2), ([], 2), (["r", "alone.py"], 2)):
        done = subprocess.run([*command, *paths], cwd=tmp_path, capture_output=True, encoding="utf-8", env={})
        assert done.returncode == code and "Traceback" not in done.stderr
        assert ("r: verified: the claim is refuted" in done.stdout) == ("r" in paths)


def test_a_statement_about_all_rows_or_all_positions_is_refuted_at_one(confirm):
    t = Symbol("t", integer=True, nonnegative=True)
    for proposition in (Invariant(DotProduct(), A), Injective(t * (t - 1), t)):
        verdict = decide(proposition)
        assert verdict.status == "refuted"
        found = confirm(certificate(verdict))
        assert any(line.startswith("given.1 : ") for line in found["lines"]["is false at"])


def test_a_shape_error_has_no_such_certificate():
    with pytest.raises(UsageError, match="only a refutation by values"):
        refutation_certificate(decide(A.T.T, A))
