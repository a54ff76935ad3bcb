"""Kernel terms written as Python: what is remembered is not used where a bound variable has another value.

Each term is evaluated twice, as it is written and by a plain walk that remembers nothing.
"""

import inspect
import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import symattn.kernel.axioms  # noqa: F401  (declares the constants)
from symattn.kernel.syntax import parse, parse_type
from symattn.kernel.terms import (
    REAL,
    Abs,
    App,
    Bound,
    Const,
    Lit,
    Size,
    abstract,
    app,
    const,
    declare,
    lam,
    literal,
    var,
)
from symattn.numeric.denotation import IN_PLACE, denotation
from symattn.numeric.meanings import ARITIES, INFINITY, MEANINGS, SemanticsError
from symattn.numeric.semantics import Interpretation, evaluate_term, needs_samples

SIZES = {"r": 2, "n": 3, "m": 2, "k": 2}
MATRIX = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 4.0]])
SQUARE = np.array([[1.0, 2.0, 0.25], [0.5, -1.0, 4.0], [3.0, 0.0, 1.5]])


def free(name, ty):
    return var(name, parse_type(ty))


def plain(t, scope, values, sizes):
    """Return the value of a term by a walk, with nothing remembered and no notation told from others."""
    if isinstance(t, Bound):
        return scope[-1 - t.index]
    if isinstance(t, Lit):
        return t.value
    if isinstance(t, Abs):
        return lambda argument: plain(t.body, (*scope, argument), values, sizes)
    if isinstance(t, App):
        return plain(t.function, scope, values, sizes)(plain(t.argument, scope, values, sizes))
    if isinstance(t, Const):
        if t.name == "=":
            return lambda left: lambda right: left == right
        rule = MEANINGS[t.name](*[size_at(size, sizes) for size in t.sizes])
        if ARITIES[t.name] == 2:
            return lambda a: lambda b: rule(a, b)
        return (lambda a: lambda b: lambda c: rule(a, b, c)) if ARITIES[t.name] == 3 else rule
    return values[t.name]


def size_at(size, sizes):
    return size.substitute({name: Size.number(value) for name, value in sizes.items()}).least()


def function(array):
    return array if array.ndim == 0 else lambda index: function(array[index])


#: Terms of A : [r]→[n]→ℝ and B : [n]→[n]→ℝ, as functions of the indices i and j.
TERMS = [
    "Σ k:[n]. A i k * B k j",
    "Σ k:[n]. (Σ l:[n]. exp (A i l) * B l k) * B k j",
    "Σ k:[n]. exp (A i k + -1 * (Σ l:[n]. A i l)) * B k j",
    "Σ k:[n]. (Σ l:[n]. B k l * B l k) * (Σ l:[n]. B k l * B l k) * A i j",
    "(λx:ℝ. x * x + x) (Σ k:[n]. A i k * B k j)",
    "(λf:[n]→ℝ. Σ k:[n]. f k * f j) (λk:[n]. Σ l:[n]. A i l * B l k)",
    "Σ k:[n]. (λf:[n]→ℝ. f j * f k) (λl:[n]. A i l * B l k + B k l)",
    "(λi:[n]. Σ j:[n]. B i j * B j i) j + (λi:[r]. Σ j:[n]. A i j * A i j) i",
    "Σ j:[n]. (λi:[n]. B i j * exp (B j i)) j + A i j",
    "Σ k:[n]. Σ l:[n]. ind (k = l) * (Σ m:[n]. B k m * B m l) * A i k",
    "Σ k:[n]. ind (pos{n} k ≤ pos{n} j) * exp (A i k) * B k j * inv (Σ l:[n]. ind (pos{n} l ≤ pos{n} j) * exp (A i l))",
    "Σ x:[m+k]. case{m,k} (λa:[m]. A i j * exp (pos{m} a)) (λb:[k]. B j j + pos{k} b) x",
    "Σ p:[r*n]. A (quo{r,n} p) (rem{r,n} p) * B j (rem{r,n} p) * exp (A i (rem{r,n} p))",
    "(λg:ℝ→ℝ. g (A i j) + g (B j j) + g (A i j)) (λx:ℝ. x * (Σ k:[n]. A i k * B k j) + exp x)",
    "(λg:ℝ→[n]→ℝ. Σ k:[n]. g (A i k) k * g (B k j) j) (λx:ℝ, l:[n]. (Σ k:[n]. B k l * B k l) * x)",
    "(λh:[n]→[n]→ℝ. Σ k:[n]. h k j * h j k) (λk l:[n]. (Σ i:[n]. B i k * B i l) * A i k)",
]


@pytest.mark.parametrize("text", TERMS)
def test_what_is_written_has_the_value_of_a_plain_walk(text):
    whole = parse(f"λA:[r]→[n]→ℝ, B:[n]→[n]→ℝ. λi:[r], j:[n]. {text}")
    found = evaluate_term(app(whole, free("A", "[r]→[n]→ℝ"), free("B", "[n]→[n]→ℝ")), {"A": MATRIX, "B": SQUARE}, SIZES)
    walked = plain(whole, (), {}, SIZES)(function(MATRIX))(function(SQUARE))
    expected = [[float(walked(i)(j)) for j in range(3)] for i in range(2)]
    assert np.allclose(found, expected, rtol=1e-13)
    assert len(set(np.round(found, 9).ravel().tolist())) > 1, "the same everywhere, so that nothing is tested"


@pytest.mark.parametrize("text", TERMS)
def test_other_values_of_the_variables_give_other_values(text):
    whole = parse(f"λA:[r]→[n]→ℝ, B:[n]→[n]→ℝ. λi:[r], j:[n]. {text}")
    term = app(whole, free("A", "[r]→[n]→ℝ"), free("B", "[n]→[n]→ℝ"))
    for a, b in ((MATRIX, SQUARE), (MATRIX + 1, SQUARE), (MATRIX, SQUARE.T + 1)):
        walked = plain(whole, (), {}, SIZES)(function(a))(function(b))
        expected = [[float(walked(i)(j)) for j in range(3)] for i in range(2)]
        assert np.allclose(evaluate_term(term, {"A": a, "B": b}, SIZES), expected, rtol=1e-13)


def test_every_primitive_that_is_written_in_place_means_what_it_means_elsewhere():
    numbers = {"𝔹": (False, True), "ℕ": (0, 3), "ℝ": (-2, Fraction(1, 2), 1.5), "ℝ∞": (-INFINITY, 0.5)}
    for name in IN_PLACE:
        wanted = const(name, *map(Size.variable, ("m", "k")[: len(inspect.signature(MEANINGS[name]).parameters)]))
        rule = MEANINGS[name](*[SIZES[str(size)] for size in wanted.sizes])
        domains, ty = [], wanted.type
        while ty.domain is not None:
            domains.append(ty.domain)
            ty = ty.codomain
        variables = [var(f"x{place}", domain) for place, domain in enumerate(domains)]
        members = [numbers.get(str(d)) or range(size_at(d.size, SIZES)) for d in domains]
        for values in product(*members):
            found = Interpretation(dict(zip(variables, values, strict=True)), SIZES).value(app(wanted, *variables))
            meant = rule(*values) if values else rule
            assert found == meant and type(found) is type(meant), (name, values)


def test_a_definition_at_other_sizes_has_its_own_values():
    value = parse("λf:[n]→ℝ. Σ k:[n]. f k * #{n}")
    declare("test_weighted_total", ("n",), value.type)
    definitions = {"test_weighted_total": (("n",), value)}
    r, n = Size.variable("r"), Size.variable("n")
    short, long = (
        app(const("test_weighted_total", r), free("f", "[r]→ℝ")),
        app(const("test_weighted_total", n), free("g", "[n]→ℝ")),
    )
    both = app(const("+"), short, long)
    values = {"f": np.array([1.0, 2.0]), "g": np.array([1.0, 2.0, 4.0])}
    assert evaluate_term(both, values, SIZES, definitions=definitions) == 3 * 2 + 7 * 3
    constants = {}
    for sizes, total in (({"r": 2, "n": 3}, 6 + 21), ({"r": 3, "n": 2}, 21 + 6)):
        named = dict(zip("fg", (values["f"], values["g"])[:: 1 if sizes["r"] == 2 else -1], strict=True))
        at = Interpretation(named, sizes, definitions=definitions, constants=constants)
        assert at.value(both) == total
    assert set(constants) >= {("test_weighted_total", (2,)), ("test_weighted_total", (3,))}


def test_constants_that_ask_for_samples_are_not_kept_for_other_instances():
    value = parse("λx:ℝ. ∀y:ℝ. x ≤ y * y")
    declare("test_below_squares", (), value.type)
    definitions = {"test_below_squares": ((), value), "test_plain": ((), parse("λx:ℝ. x"))}
    assert needs_samples("test_below_squares", definitions) and not needs_samples("test_plain", definitions)
    term, constants = app(const("test_below_squares"), literal(2, REAL)), {}
    for samples, expected in (([2], True), ([1], False), ([3], True)):
        at = Interpretation({}, {}, definitions=definitions, samples=lambda ty, s=samples: s, constants=constants)
        assert at.value(term) is expected
    assert ("test_below_squares", ()) not in constants


@pytest.mark.parametrize(
    "value, asks",
    [
        ("λA:[n]→ℝ. λi:[n]. A i * A i", False),
        ("λA:[n]→ℝ. ∀i j:[n]. A i = A j", False),
        ("λA:[n]→𝔹. ∀i:[n]. ∀p:𝔹. A i ∧ p ⇒ A i", False),
        ("λA:[n]→ℝ. ∀i:[n]. ∀x:ℝ. A i ≤ x * x", True),
        ("λA:[n]→ℝ. ∀i:[n]. ∀k:ℕ. pos{n} i ≤ A i", True),
        ("λA:[n]→ℝ. ∀B:[n]→ℝ. ∀i:[n]. A i ≤ B i", True),
        ("λp:𝔹. ∀f:𝔹→𝔹. f p ⇒ f p", True),
        ("λA:ℝ→ℝ. A = (λx:ℝ. x)", True),
    ],
)
def test_only_what_compares_functions_of_more_than_indices_and_truth_values_asks_for_samples(value, asks):
    assert needs_samples("it", {"it": (("n",), parse(value))}) is asks


def test_a_constant_that_is_kept_has_at_each_instance_the_value_that_it_has_alone():
    value = parse("λA:[n]→ℝ. ∀i:[n]. 0 ≤ A i ∧ A i ≤ 1")
    declare("test_between", ("n",), value.type)
    definitions, constants = {"test_between": (("n",), value)}, {}
    term = app(const("test_between", Size.variable("n")), free("f", "[n]→ℝ"))
    for row, expected in (([0.0, 1.0], True), ([0.0, 2.0], False), ([-1.0, 0.5], False), ([0.25, 0.5], True)):
        at = Interpretation({"f": np.array(row)}, {"n": 2}, definitions=definitions, constants=constants)
        assert at.value(term) is expected
    assert list(constants) == [("test_between", (2,))]


def test_a_definition_by_way_of_one_that_asks_for_samples_asks_for_them():
    definitions = {"a": ((), parse("λx:ℝ. x")), "test_below_squares": ((), parse("λx:ℝ. ∀y:ℝ. x ≤ y * y"))}
    declare("test_by_way", (), parse("λx:ℝ. ⊤").type)
    definitions["test_by_way"] = ((), lam(REAL, app(const("test_below_squares"), parse("λx:ℝ. x").body)))
    assert needs_samples("test_by_way", definitions)
    assert not needs_samples("a", definitions)


def test_shadowed_variables_are_told_apart():
    text = "λB:[n]→[n]→ℝ. λi:[n]. Σ i:[n]. (Σ i:[n]. B i i * pos{n} i) * pos{n} i + B i i"
    found = evaluate_term(app(parse(text), free("B", "[n]→[n]→ℝ")), {"B": SQUARE}, SIZES)
    inner = sum(SQUARE[i, i] * i for i in range(3))
    assert np.allclose(found, [sum(inner * i + SQUARE[i, i] for i in range(3))] * 3)


def test_a_number_and_the_same_number_rounded_have_their_own_values():
    # g is about a number, and its part with a sum is remembered by that number.
    text = "λy:ℝ. (λg:ℝ→ℝ. g y * 10 + g 1) (λx:ℝ. Σ k:[n]. Σ l:[n]. ind (x + 1/1000000000000 = 1) * pos{n} l)"
    term = app(parse(text), free("y", "ℝ"))
    assert evaluate_term(term, {"y": 1.0}, SIZES) == 90
    assert evaluate_term(term, {"y": 1}, SIZES) == 0


def test_what_is_not_needed_may_be_undefined():
    large = "exp 100000"
    for text, value in (
        (f"Σ i:[n]. ind (pos{{n}} i ≤ 0) * (Σ j:[n]. ind (1 ≤ pos{{n}} i) * {large} + 1)", 3),
        (f"ind (⊥ ∧ 0 ≤ {large})", 0),
        (f"ind (1 = 0 ⇒ 0 ≤ {large} * {large})", 1),
        (f"Σ x:[m+k]. case{{m,k}} (λa:[m]. 1) (λb:[k]. ind (pos{{k}} b ≤ 5) * 2) x + 0 * {large}", 6),
    ):
        assert evaluate_term(parse(text), {}, SIZES) == value
    with pytest.raises(SemanticsError, match="too large"):
        evaluate_term(parse(f"Σ i:[n]. ind (pos{{n}} i ≤ 0) * {large}"), {}, SIZES)


def test_deep_terms_are_written():
    x = free("x", "ℝ")
    total = x
    for _ in range(700):
        total = app(const("+"), total, app(const("sin"), x))
    assert math.isclose(evaluate_term(total, {"x": 0.5}), 0.5 + 700 * math.sin(0.5))
    nested = x
    for _ in range(300):
        nested = app(const("sin"), nested)
    assert 0 < evaluate_term(nested, {"x": 0.5}) < 0.2


def test_a_term_that_stands_in_itself_often_is_evaluated_once_for_each_part():
    square = free("x", "ℝ")
    for _ in range(60):
        square = app(const("*"), square, square)
    assert evaluate_term(square, {"x": 1.0}) == 1
    summed = parse("λx:ℝ. x")
    total = app(summed, free("x", "ℝ"))
    for _ in range(60):
        total = app(const("+"), total, app(const("*"), literal(-1, REAL), total))
        total = app(const("+"), total, literal(1, REAL))
    assert evaluate_term(total, {"x": 2.0}) == 1


@pytest.mark.parametrize(("x", "value"), [(1, True), (-1, False)])
def test_implications_one_in_the_premise_of_the_other_are_not_tried_twice_each(x, value):
    proposition = "0 ≤ x"
    for _ in range(16):
        proposition = f"(({proposition}) ⇒ 0 ≤ x) ⇒ 0 ≤ x"
    assert evaluate_term(app(parse(f"λx:ℝ. {proposition}"), free("x", "ℝ")), {"x": x}) is value


def test_a_term_is_translated_once():
    term = parse("Σ i:[n]. pos{n} i")
    assert denotation(term) is denotation(term)


def test_more_binders_inside_each_other_than_python_reads_have_no_value():
    variables = [var(f"v{place}", REAL) for place in range(120)]
    term = variables[0]
    for variable in variables[1:]:
        term = app(const("+"), term, variable)
    for variable in variables:
        term = abstract(variable, term)
    with pytest.raises(SemanticsError, match="too many binders"):
        evaluate_term(app(term, *[literal(1, REAL)] * 120), {}, SIZES)
