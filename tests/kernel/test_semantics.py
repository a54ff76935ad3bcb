"""The evaluator of kernel terms: values in and out, the connectives, and questions that it refuses to answer."""

import math
from fractions import Fraction

import numpy as np
import pytest

import symattn.kernel.axioms  # noqa: F401  (declares the constants)
from symattn.kernel.syntax import parse, parse_type
from symattn.kernel.terms import REAL, Size, app, bound, const, declare, equation, fin, fun, literal, open_body, var
from symattn.numeric.meanings import SemanticsError
from symattn.numeric.semantics import evaluate_term

SIZES = {"r": 2, "n": 3, "l": 2, "d": 4}


def free(name, ty):
    return var(name, parse_type(ty))


def test_matrix_product_of_arrays():
    product = parse("λA:[r]→[n]→ℝ, B:[n]→[d]→ℝ. λi:[r], j:[d]. Σ k:[n]. A i k * B k j")
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 3)), rng.normal(size=(3, 4))
    term = app(product, free("A", "[r]→[n]→ℝ"), free("B", "[n]→[d]→ℝ"))
    value = evaluate_term(term, {"A": a, "B": b}, SIZES)
    assert isinstance(value, np.ndarray) and value.shape == (2, 4)
    assert np.allclose(value, a @ b, rtol=1e-12)


def test_defined_constants_are_read_through_definitions():
    value = parse("λA:[r]→[n]→ℝ. λi:[r], j:[n]. exp (A i j) * inv (Σ k:[n]. exp (A i k))")
    declare("test_row_softmax", ("r", "n"), value.type)
    sizes = [Size.variable("d"), Size.variable("l")]
    term = app(const("test_row_softmax", *sizes), free("A", "[d]→[l]→ℝ"))
    a = np.random.default_rng(1).normal(size=(4, 2))
    definitions = {"test_row_softmax": (("r", "n"), value)}
    expected = np.exp(a) / np.exp(a).sum(axis=1, keepdims=True)
    assert np.allclose(evaluate_term(term, {"A": a}, SIZES, definitions=definitions), expected)
    with pytest.raises(SemanticsError, match="test_row_softmax"):
        evaluate_term(term, {"A": a}, SIZES)


def test_index_maps_masks_and_truth_values():
    permuted = app(free("f", "[n]→ℝ"), app(free("s", "[n]→[n]"), free("i", "[n]")))
    for s in (np.array([2, 0, 1]), [2, 0, 1], lambda i: (i + 2) % 3):
        assert [evaluate_term(permuted, {"f": [10, 20, 30], "s": s, "i": i}, SIZES) for i in range(3)] == [30, 10, 20]
    masked = app(const("eexp"), app(free("M", "[n]→ℝ∞"), free("i", "[n]")))
    mask = np.array([0.0, -np.inf, 0.0])
    assert [evaluate_term(masked, {"M": mask, "i": i}, SIZES) for i in range(3)] == [1, 0, 1]
    allowed = app(const("allow"), app(free("S", "[n]→𝔹"), free("i", "[n]")))
    assert evaluate_term(allowed, {"S": np.array([True, False, True]), "i": 1}, SIZES) == -math.inf


def test_similarity_kernels_and_maps_are_callables_of_rows():
    row = app(free("Q", "[r]→[l]→ℝ"), literal(0, fin(Size.variable("r"))))
    q = np.array([[1.0, 2.0], [3.0, 4.0]])
    value = app(free("a", "([l]→ℝ)→([l]→ℝ)→ℝ"), row, row)
    for kernel in (lambda u, v: u @ v, lambda u: lambda v: u @ v):
        assert evaluate_term(value, {"Q": q, "a": kernel}, SIZES) == 5.0
    mapped = app(free("g", "([l]→ℝ)→[l]→ℝ"), row)
    assert evaluate_term(mapped, {"Q": q, "g": lambda u: u * 2}, SIZES).tolist() == [2.0, 4.0]


def test_exact_numbers_stay_exact():
    x = free("x", "ℝ")
    assert evaluate_term(app(const("inv"), x), {"x": 3}) == Fraction(1, 3)
    third = equation(app(const("*"), literal(3, REAL), app(const("inv"), literal(3, REAL))), literal(1, REAL))
    assert evaluate_term(third) is True
    near = equation(x, literal(1, REAL))
    assert evaluate_term(near, {x: Fraction(10**12 + 1, 10**12)}) is False
    assert evaluate_term(near, {x: 1 + 1e-12}) is True
    assert evaluate_term(near, {x: 1 + 1e-6}) is False


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("⊤", True),
        ("⊥", False),
        ("¬⊥", True),
        ("¬⊤", False),
        ("⊤ ∧ ⊥", False),
        ("⊤ ∧ ⊤", True),
        ("⊥ ⇒ ⊥", True),
        ("⊤ ⇒ ⊥", False),
        ("∀p:𝔹. p ⇒ p", True),
        ("∀p q:𝔹. p ⇒ q", False),
        ("∀p q:𝔹. p ∧ q ⇒ q ∧ p", True),
        ("∀i:[n]. pos{n} i ≤ 2", True),
        ("∀i:[n]. pos{n} i ≤ 1", False),
        ("(λi:[n]. pos{n} i) = pos{n}", True),
        ("(λi:[n]. pos{n} i) = (λi:[n]. 0)", False),
        ("∀s:[n]→[n]. (λi:[n]. s i) = s", True),
        ("(∀p:𝔹. p) = ⊥", True),
        ("(λp:𝔹. p) = (λp:𝔹. ¬¬p)", True),
        ("1 ≠ 0", True),
        ("1 < 1", False),
        ("inv 0 = 0", True),
        ("plus ninf (emb 3) = ninf", True),
        ("plus ninf (emb 3) = emb 3", False),
        ("eexp ninf = 0", True),
        ("sin (1/2 * pi) = 1", True),
    ],
)
def test_propositions(text, value):
    assert evaluate_term(parse(text), {}, SIZES) is value


def test_quantifiers_over_infinite_types_use_the_samples():
    positive = parse("∀x:ℝ. 0 ≤ x * x * x")
    assert evaluate_term(positive, samples=lambda ty: [0, 1, 2]) is True
    assert evaluate_term(positive, samples=lambda ty: [0, -1, 2]) is False
    seen = []
    evaluate_term(parse("∀f:[n]→ℝ. f = f"), {}, SIZES, samples=lambda ty: seen.append(ty) or [])
    assert seen == [fun(fin(Size.number(3)), REAL)]


def test_a_false_premise_spares_the_conclusion():
    term = parse("∀i:[n]. ⊥ ⇒ (∀x:ℝ. x = 0)")
    assert evaluate_term(term, {}, SIZES) is True


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("∀x:ℝ. x = x", {}),
        ("∀n:ℕ. n = n", {}),
        ("∀f:[n]→ℝ. f = f", {"n": 1}),
        ("exp = sin", {}),
        ("(λx:ℝ. x) = (λx:ℝ. x + 0)", {}),
        ("∀i:[n]. i = i", {}),
        ("#{n} = 1", {"m": 1}),
        ("#{n} = 0", {"n": 0}),
        ("#{n} = 1", {"n": -1}),
        ("#{n} = 1", {"n": True}),
        ("#{n} = 1", {"n": 1.0}),
    ],
)
def test_refused_questions(text, sizes):
    with pytest.raises(SemanticsError):
        evaluate_term(parse(text), {}, sizes)


@pytest.mark.parametrize(
    ("ty", "value"),
    [
        ("ℝ", "1"),
        ("ℝ", True),
        ("ℝ", -math.inf),
        ("ℝ", math.nan),
        ("ℝ", [1.0]),
        ("ℝ", np.array([1.0])),
        ("ℝ∞", math.inf),
        ("𝔹", 1),
        ("ℕ", -1),
        ("[n]", 3),
        ("[n]", -1),
        ("[n]", 0.0),
        ("[n]→ℝ", [1.0, 2.0]),
        ("[n]→ℝ", 1.0),
        ("[n]→[n]", [0, 1, 3]),
        ("[r]→[n]→ℝ", np.zeros((3, 2))),
        ("ℝ→ℝ", [1.0]),
    ],
)
def test_values_that_do_not_fit_their_type(ty, value):
    with pytest.raises(SemanticsError, match="x"):
        evaluate_term(free("x", ty), {"x": value}, SIZES)


def test_missing_and_loose_variables():
    with pytest.raises(SemanticsError, match="x : ℝ is not given"):
        evaluate_term(free("x", "ℝ"))
    with pytest.raises(SemanticsError, match="loose"):
        evaluate_term(bound(0, REAL))


def test_variables_are_told_apart_by_type_when_given_as_variables():
    i, x = free("x", "[n]"), free("x", "ℝ")
    term = app(const("+"), app(const("pos", Size.variable("n")), i), x)
    assert evaluate_term(term, {i: 2, x: 0.5}, SIZES) == 2.5


def test_pairs_and_parts_of_an_index_type():
    table = parse("λi:[r], j:[n]. pos{r*n} (pair{r,n} i j)")
    assert evaluate_term(table, {}, SIZES).tolist() == [[0, 1, 2], [3, 4, 5]]
    parts = parse("λi:[r+n]. case{r,n} (λj:[r]. pos{r} j) (λj:[n]. 10 + pos{n} j) i")
    assert evaluate_term(parts, {}, SIZES).tolist() == [0, 1, 10, 11, 12]
    split = parse("λk:[r*n]. 10 * pos{r} (quo{r,n} k) + pos{n} (rem{r,n} k)")
    assert evaluate_term(split, {}, SIZES).tolist() == [0, 1, 2, 10, 11, 12]


@pytest.mark.parametrize("text", ["(λg:ℝ→ℝ. g y + g 1)", "(λg:ℝ→ℝ. g 1 + g y)"])
def test_a_number_that_is_rounded_is_not_taken_for_the_exact_one(text):
    nearly = parse(f"λy:ℝ. {text} (λx:ℝ. ind (x + 1/1000000000000 = 1))")
    y = var("y", REAL)
    assert evaluate_term(open_body(nearly, y), {"y": 1.0}, {}) == 1  # equal to 1.0 up to rounding, but not to 1
    assert evaluate_term(open_body(nearly, y), {"y": 1}, {}) == 0
