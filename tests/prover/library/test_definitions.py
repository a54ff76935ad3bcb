"""The definitions mean what their names say: each is evaluated in the standard model against NumPy."""

import numpy as np
import pytest

from symattn.kernel.rules import KernelError
from symattn.kernel.syntax import parse
from symattn.kernel.terms import Size, app, const, var
from symattn.numeric.semantics import evaluate_term
from symattn.prover.library.definitions import all_names, define, defined, definition_of, table
from symattn.prover.logic.derived_rules import ProofError, right

DEFINITIONS = {name: (parameters, right(definition_of(name))) for name, parameters, _ in table()}
RNG = np.random.default_rng(0)
A, B, C = RNG.normal(size=(2, 3)), RNG.normal(size=(2, 3)), RNG.normal(size=(3, 4))
ANGLES = RNG.normal(size=(2, 1))
INF = np.inf


def value(name, sizes, *arguments):
    """Apply a defined constant at sizes to arrays or numbers."""
    head = const(name, *(Size.number(size) for size in sizes))
    environment, t = {}, head
    for place, argument in enumerate(arguments):
        v = var(f"x{place}", t.type.domain)
        environment[v.name] = argument
        t = app(t, v)
    return evaluate_term(t, environment, {}, definitions=DEFINITIONS)


def softmax(scores):
    weights = np.exp(scores)
    return weights / weights.sum(axis=1, keepdims=True)


def rotation(angles):
    result = np.zeros((2 * len(angles), 2 * len(angles)))
    for m, angle in enumerate(angles):
        block = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        result[2 * m : 2 * m + 2, 2 * m : 2 * m + 2] = block
    return result


CASES = {
    "max": ("max", (), (2, -3), 2),
    "max reversed": ("max", (), (-3, 2), 2),
    "max of equals": ("max", (), (2, 2), 2),
    "min": ("min", (), (2, -3), -3),
    "min reversed": ("min", (), (-3, 2), -3),
    "abs": ("abs", (), (-3,), 3),
    "abs of a positive number": ("abs", (), (3,), 3),
    "matmul": ("matmul", (2, 3, 4), (A, C), A @ C),
    "transpose": ("transpose", (2, 3), (A,), A.T),
    "matadd": ("matadd", (2, 3), (A, B), A + B),
    "matscale": ("matscale", (2, 3), (2.5, A), 2.5 * A),
    "hadamard": ("hadamard", (2, 3), (A, B), A * B),
    "identity": ("identity", (3,), (), np.eye(3)),
    "matpow": ("matpow", (2,), (A[:, :2], 3), A[:, :2] @ A[:, :2] @ A[:, :2]),
    "matpow with the exponent 0": ("matpow", (2,), (A[:, :2], 0), np.eye(2)),
    "power": ("power", (), (-3, 4), 81),
    "power with the exponent 0": ("power", (), (0, 0), 1),
    "complex": ("complex", (), (3, 2), [[3, -2], [2, 3]]),
    "the real part of a power": ("power_re", (), (3, 2, 5), ((3 + 2j) ** 5).real),
    "the imaginary part of a power": ("power_im", (), (3, 2, 5), ((3 + 2j) ** 5).imag),
    "the real part of 0⁰": ("power_re", (), (0, 0, 0), 1),
    "top": ("top", (3,), (A[0],), A[0].max()),
    "top of one": ("top", (1,), ([-2],), -2),
    "top of equal numbers": ("top", (3,), ([-1, -1, -2],), -1),
    "row_max": ("row_max", (2, 3), (A,), A.max(axis=1, keepdims=True)),
    "product": ("product", (3,), ([2.0, -3.0, 5.0],), -30),
    "product of one": ("product", (1,), ([-2.0],), -2),
    "product_to the second place": ("product_to", (3,), ([2.0, -3.0, 5.0], 1), -6),
    "product_to the first place": ("product_to", (3,), ([2.0, -3.0, 5.0], 0), 2),
    "counted_product": ("counted_product", (), (lambda c: c + 3, 2), [2, 12]),
    "product_below": ("product_below", (), (lambda c: c - 3, 3), -6),
    "product_below of no factor": ("product_below", (), (lambda c: 0 * c, 0), 1),
    "falling": ("falling", (), (2.5, 4), 2.5 * 1.5 * 0.5 * -0.5),
    "falling beyond 0": ("falling", (), (2, 4), 0),
    "factorial": ("factorial", (), (5,), 120),
    "factorial of 0": ("factorial", (), (0,), 1),
    "binomial": ("binomial", (), (6, 2), 15),
    "binomial of what is no natural number": ("binomial", (), (-1.5, 2), 1.875),
    "zeros": ("zeros", (2, 3), (), np.zeros((2, 3))),
    "ones": ("ones", (2, 3), (), np.ones((2, 3))),
    "permutation": ("permutation", (3,), ([2, 0, 1],), np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])),
    "selection": ("selection", (2, 3), ([2, 0],), np.array([[0, 0, 1], [1, 0, 0]])),
    "beside": ("beside", (2, 3, 3), (A, B), np.hstack([A, B])),
    "above": ("above", (2, 2, 3), (A, B), np.vstack([A, B])),
    "row_softmax": ("row_softmax", (2, 3), (A,), softmax(A)),
    "masked_row_softmax": (
        "masked_row_softmax",
        (1, 3),
        ([[0.0, -INF, 1.0]],),
        np.array([[1, 0, np.e]]) / (1 + np.e),
    ),
    "extended": ("extended", (2, 3), (A,), A),
    "mask": ("mask", (1, 2), ([[True, False]],), np.array([[0, -INF]])),
    "extended_add": ("extended_add", (1, 2), ([[1.0, 2.0]], [[0.0, -INF]]), np.array([[1, -INF]])),
    "extended_scale": ("extended_scale", (1, 2), (3, [[1.0, -INF]]), np.array([[3, -INF]])),
    "prefix": ("prefix", (2, 1), (), np.array([[True, True, False]])),
    "everything": ("everything", (1, 2), (), np.array([[True, True]])),
    "subset": ("subset", (3,), ([True, False, True],), np.array([[True, False, True]])),
    "causal": ("causal", (3,), (), np.tril(np.ones((3, 3), dtype=bool))),
    "quotient": ("quotient", (8,), (7.0, 2.0), 3),
    "quotient of a multiple": ("quotient", (8,), (6.0, 3.0), 2),
    "quotient of less": ("quotient", (8,), (2.0, 3.0), 0),
    "the remainder of a power": ("power_remainder", (5,), (7.0, 3), 6),
    "the remainder of a power of 0 factors": ("power_remainder", (5,), (7.0, 0), 1),
    "kernel_matrix": ("kernel_matrix", (2, 3, 3), (lambda q, k: q @ k, A, C[:, :3]), A @ C[:, :3].T),
    "row_map": ("row_map", (2, 3, 3), (lambda q: np.cumsum(q), A), np.cumsum(A, axis=1)),
    "row_map to shorter rows": ("row_map", (2, 3, 2), (lambda q: np.cumsum(q)[1:], A), np.cumsum(A, axis=1)[:, 1:]),
    "sine_cosine": ("sine_cosine", (2,), (ANGLES,), np.hstack([np.sin(ANGLES), np.cos(ANGLES)]).reshape(4, 1)),
    "block_rotation": ("block_rotation", (2,), (ANGLES,), rotation(ANGLES[:, 0])),
}


@pytest.mark.parametrize("case", CASES)
def test_meaning(case):
    name, sizes, arguments, expected = CASES[case]
    result = np.asarray(value(name, sizes, *arguments), dtype=float)
    np.testing.assert_allclose(result, np.asarray(expected, dtype=float), rtol=1e-12, atol=1e-15)


#: What is said of all real numbers has no value to compute; ``test_lemmas`` tries its laws at some of them.
OF_ALL_NUMBERS = {"eventually", "tends"}


def test_every_definition_is_tried():
    assert {case[0] for case in CASES.values()} | OF_ALL_NUMBERS == {name for name, _, _ in table()}


def test_definitions_are_closed_equations():
    for name, parameters, text in table():
        theorem = definition_of(name)
        assert theorem.rule == "definition" and theorem.hypotheses == ()
        assert theorem.conclusion.function.argument is const(name, *map(Size.variable, parameters))
        assert right(theorem) is parse(text)
        assert right(theorem).free == frozenset()


def test_primitive_and_unknown_names_have_no_definition():
    assert definition_of("exp") is None
    assert definition_of("no such name") is None
    with pytest.raises(ProofError, match="no such name is not a defined constant"):
        defined("no such name")
    assert defined("identity", Size.variable("n")) is const("identity", Size.variable("n"))


def test_a_definition_can_be_added_and_repeated_but_not_changed():
    body = parse("λA:[test_n]→[test_n]→ℝ. matmul{test_n,test_n,test_n} A A")
    theorem = define("test_square", ("test_n",), body)
    assert define("test_square", ("test_n",), body).conclusion is theorem.conclusion
    assert definition_of("test_square") is theorem
    assert "test_square" in all_names() and list(all_names()) == sorted(all_names())
    with pytest.raises(KernelError, match="definition"):
        define("test_square", ("test_n",), parse("λA:[test_n]→[test_n]→ℝ. A"))
    with pytest.raises(ProofError, match="already in the table"):
        define("matmul", (), parse("1"))
