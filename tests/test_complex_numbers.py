"""Complex numbers: what holds of them is a theorem about pairs of real numbers, printed as complex numbers."""

import pytest
from sympy import (
    Abs,
    Adjoint,
    Derivative,
    FunctionMatrix,
    I,
    Idx,
    ImmutableMatrix,
    Lambda,
    Matrix,
    MatrixSymbol,
    Mul,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    conjugate,
    cos,
    exp,
    im,
    re,
    sin,
    symbols,
)

from symattn import (
    Equation,
    FreeOf,
    RotaryEncoding,
    calc,
    certificate,
    claim,
    decide,
    dims,
    latex,
    prove,
    spot_check,
    sum_over,
    witness,
)
from symattn.deciding.agreement import agreement
from symattn.deciding.stages import derivation_lines
from symattn.elaborate import complex_numbers as reading
from symattn.prover.logic.notation import show
from symattn.render.mathml import mathml
from symattn.render.text import text

n = dims("n")
j, k = symbols("j k", integer=True, nonnegative=True)
t, s, x, y, theta = symbols("t s x y theta", real=True)
lam = Symbol("lambda", positive=True)
z, w = symbols("z w", complex=True)
A, row = MatrixSymbol("A", 2, 2), MatrixSymbol("x", 1, n)
i = Idx("i", n)


def of(part, number):
    """A part, modulus or conjugate as it is written; SymPy would work it out."""
    return part(number, evaluate=False)


THEOREMS = {
    "the exponential of i t": (exp(-I * j), cos(j) - I * sin(j)),
    "the exponential is a homomorphism": (exp(-I * j) * exp(-I * k), exp(-I * (j + k))),
    "the exponential of any number": (exp(z), exp(re(z)) * (cos(im(z)) + I * sin(im(z)))),
    "the exponential of any sum": (exp(z + w), exp(z) * exp(w)),
    "its inverse": (exp(-z) * exp(z + w), exp(w)),
    "its conjugate": (of(conjugate, exp(z)), exp(conjugate(z))),
    "the unit circle": (of(Abs, exp(I * t)), 1),
    "the modulus of an exponential": (of(Abs, exp(z)), exp(re(z))),
    "the sine": (-of(im, exp(-I * j)), sin(j)),
    "the cosine": (of(re, exp(-I * j)), cos(j)),
    "conjugates of products": (of(conjugate, z * w), conjugate(z) * conjugate(w)),
    "conjugates of sums": (of(conjugate, z + w), conjugate(z) + conjugate(w)),
    "twice a conjugate": (of(conjugate, of(conjugate, z)), z),
    "the real part": (z + conjugate(z), 2 * re(z)),
    "the imaginary part": (z - conjugate(z), 2 * I * im(z)),
    "both parts": (re(z) + I * im(z), z),
    "the modulus": (Abs(z) ** 2, z * conjugate(z)),
    "the modulus by parts": (Abs(z) ** 2, re(z) ** 2 + im(z) ** 2),
    "squares of moduli of products": (of(Abs, z * w) ** 2, Abs(z) ** 2 * Abs(w) ** 2),
    "moduli of products": (of(Abs, z * w), Abs(z) * Abs(w)),
    "moduli of conjugates": (of(Abs, conjugate(z)), Abs(z)),
    "the parallelogram": (Abs(z + w) ** 2 + Abs(z - w) ** 2, 2 * Abs(z) ** 2 + 2 * Abs(w) ** 2),
    "the shift": (exp(I * lam * (t + k)), exp(I * lam * k) * exp(I * lam * t)),
    "the binomial formula": ((z + w) ** 2, z**2 + 2 * z * w + w**2),
    "de Moivre": ((cos(t) + I * sin(t)) ** 3, cos(3 * t) + I * sin(3 * t)),
    "de Moivre, backwards": ((cos(t) + I * sin(t)) ** -2, cos(2 * t) - I * sin(2 * t)),
    "a quotient": (1 / (1 + I * t), (1 - I * t) / (1 + t**2)),
    "a sum of exponentials": (
        sum_over(n, lambda u: row[0, u] * exp(I * u * t)),
        sum_over(n, lambda u: row[0, u] * cos(u * t)) + I * sum_over(n, lambda u: row[0, u] * sin(u * t)),
    ),
    "a factor before a sum": (
        exp(I * s) * Sum(exp(I * i * t), (i, 0, n - 1)),
        Sum(exp(I * (s + i * t)), (i, 0, n - 1)),
    ),
    "the parts of an entry": (of(re, A[0, 1] * exp(I * t)) + I * of(im, A[0, 1] * exp(I * t)), A[0, 1] * exp(I * t)),
    "cases": (Piecewise((z, t > 0), (conjugate(z), True)), re(z) + I * Piecewise((im(z), t > 0), (-im(z), True))),
    "explicit matrices": (Matrix([[exp(I * t), z]]), Matrix([[cos(t) + I * sin(t), re(z) + I * im(z)]])),
    "an adjoint": (Adjoint(ImmutableMatrix([[z, I], [0, w]])), Matrix([[conjugate(z), 0], [-I, conjugate(w)]])),
    "an adjoint by entries": tuple(
        wrapped(FunctionMatrix(n, n, Lambda(symbols("u v"), exp(sign * I * t * Symbol(name)))))
        for wrapped, sign, name in ((Adjoint, 1, "u"), (lambda matrix: matrix, -1, "v"))
    ),
    "matrices by entries": tuple(
        FunctionMatrix(n, n, Lambda(symbols("u v"), entry))
        for entry in (exp(I * t * Symbol("u")), cos(t * Symbol("u")) + I * sin(t * Symbol("u")))
    ),
}


@pytest.mark.parametrize("name", THEOREMS)
def test_what_holds_of_complex_numbers_is_proved_and_verifies(name):
    verdict = decide(*THEOREMS[name], verify=True)
    assert verdict.status == "proved", str(verdict)
    assert not verdict.notes  # both readings were compared


GIVEN = {
    "an inverse": (1 / z, conjugate(z) / Abs(z) ** 2, Ne(z, 0)),
    "inverses of products": (1 / (z * w), (1 / z) * (1 / w), [Ne(z, 0), Ne(w, 0)]),
    "moduli of quotients": (of(Abs, z / w), Abs(z) / Abs(w), Ne(w, 0)),
    "equal parts": (z, w, [Equation(re(z), re(w)), Equation(im(z), im(w))]),
    "the real part of what is equal": (re(z), re(w), Equation(z, w)),
    "the exponential of what is equal": (exp(z), exp(w), Equation(z, w)),
    "on the circle": (conjugate(z) * z, 1, Equation(z, exp(I * t))),
    "a difference": ((z - w) / (z - w) ** 2, 1 / (z - w), Ne(z, w)),
}


@pytest.mark.parametrize("name", GIVEN)
def test_hypotheses_about_complex_numbers_are_about_their_parts(name):
    *sides, given = GIVEN[name]
    assert decide(*sides, given, verify=True).status == "proved"


def test_multiplication_by_the_circle_is_a_rotation_of_the_pair():
    product = exp(-I * j) * z
    turn = ImmutableMatrix([[cos(j), sin(j)], [-sin(j), cos(j)]])
    pairs = [ImmutableMatrix([of(re, number), of(im, number)]) for number in (product, z)]
    assert prove(pairs[0], turn * pairs[1]).status == "proved"
    assert decide(pairs[0], turn.T * pairs[1]).status == "refuted"


def test_the_real_part_of_rotated_products_is_the_rotary_score():
    """Su et al. 2021, (12): Re[(q e^{imθ}) conj(k e^{inθ})] = Re[q conj(k) e^{i(m − n)θ}], which is ⟨R_m q, R_n k⟩."""
    m, o = symbols("m o", real=True)
    score = of(re, z * exp(I * m * theta) * conjugate(w * exp(I * o * theta)))
    assert prove(score, of(re, z * conjugate(w) * exp(I * (m - o) * theta))).status == "proved"
    q, key, one = MatrixSymbol("q", 1, 2), MatrixSymbol("k", 1, 2), ImmutableMatrix([[theta]])
    turned = RotaryEncoding(q, one, m) * RotaryEncoding(key, one, o).T
    numbers = [pair[0, 0] - I * pair[0, 1] for pair in (q, key)]
    rotary = of(re, numbers[0] * exp(I * m * theta) * of(conjugate, numbers[1] * exp(I * o * theta)))
    assert prove(ImmutableMatrix([[rotary]]), turned).status == "proved"
    wrong = of(re, numbers[0] * exp(I * m * theta) * numbers[1] * exp(I * o * theta))
    assert decide(ImmutableMatrix([[wrong]]), turned).status == "refuted"


def test_a_chain_of_equations_may_be_complex():
    chain = calc(exp(-I * (j + k)), (exp(-I * j) * exp(-I * k), ()), ((cos(j) - I * sin(j)) * exp(-I * k), ()))
    assert decide(chain).status == "proved"
    wrong = calc(exp(-I * (j + k)), (exp(-I * j) * exp(I * k), ()), ((cos(j) - I * sin(j)) * exp(I * k), ()))
    found = decide(wrong)
    assert found.status == "refuted" and [step[3].status for step in found.steps] == ["refuted", "proved"]


def test_parts_depend_on_what_they_are_said_to_depend_on_and_have_derivatives():
    assert prove(FreeOf(re(w), z)).status == "proved"
    assert decide(FreeOf(of(re, w * z), z)).status == "refuted"
    product = z * exp(I * t)
    assert prove(Derivative(of(re, product), t), -of(im, product)).status == "proved"
    assert decide(Derivative(of(re, product), t), of(im, product)).status == "refuted"


# ------------------------------------------------------------------------------------------------------- both readings


def test_the_kernel_sees_pairs_of_real_numbers_alone():
    stated = show(prove(exp(I * t) * z, z * exp(I * t)).theorem.conclusion)
    assert "re_z" in stated and "im_z" in stated and "exp" not in stated


def test_real_expressions_are_read_as_before():
    stated = show(prove(Equation(exp(x) * cos(y), cos(y) * exp(x))).theorem.conclusion)
    assert stated == "cos y * exp x = cos y * exp x"


def test_a_real_symbol_may_be_called_as_the_part_of_a_complex_one():
    other = Symbol("re_z", real=True)
    assert decide(Equation(re(z), other)).status == "refuted"
    assert decide(Equation(re(z) + other, other + re(z)), verify=True).status == "proved"


@pytest.mark.parametrize("name", THEOREMS)
def test_both_readings_of_complex_numbers_agree(name):
    found = agreement(THEOREMS[name], trials=3)
    assert found.agrees and found.trials == 3


def test_a_wrong_reading_of_the_exponential_is_noticed(monkeypatch):
    right = reading._exponential
    monkeypatch.setattr(reading, "_exponential", lambda a, b: right(a, b)[::-1])
    assert not agreement((exp(I * t), exp(I * t) * z)).agrees
    assert decide(exp(I * t) * exp(I * s), exp(I * (t + s))).status != "proved"


def test_hypotheses_have_witnesses():
    assert witness(Ne(z, 0), given=[Ne(z, 0)]) is not None
    assert witness(Equation(z, w), given=[Equation(z, I * w + 1)]) is not None
    assert spot_check(z * conjugate(z), Abs(w) ** 2 + 1, given=[Equation(z, w)]).max_error > 1e-3
    assert spot_check(exp(z) * exp(w), exp(z + w)).max_error < 1e-12


def test_a_hypothesis_may_give_a_real_symbol_a_complex_expression():
    given = [Equation(x, z * conjugate(z)), Equation(y, x + 1)]
    assert decide(y, Abs(z) ** 2 + 1, given=given).status == "proved"
    assert decide(y, Abs(z) ** 2, given=given).status == "refuted"
    assert spot_check(y, Abs(z) ** 2 + 1, given=given).max_error < 1e-9
    real = [Equation(x, z), Equation(y, x + 1)]
    assert decide(y, re(z) + 1, given=real).status == "proved"
    assert decide(im(z), 1, given=real).status != "proved"
    assert spot_check(y, re(z) + 1, given=real).max_error < 1e-9
    entries = Equation(A, Matrix([[I, 0], [0, 1]]))
    assert decide(A[0, 0], 1, given=entries).status == "unknown"


# --------------------------------------------------------------------------------------------------------------- shown


def test_complex_numbers_are_printed_as_complex_numbers():
    stated = claim(conjugate(z) * exp(-I * j), of(re, w) + I * of(Abs, w))
    assert text(stated) == "z, w ∈ ℂ, j ∈ ℕ: conj(z)·exp(-i·j) = Re(w) + i·Abs(w)"
    written = latex(stated)
    assert r"z, w \in \mathbb{C}" in written and r"e^{- i j} \overline{z}" in written
    assert r"\operatorname{Re}{\left(w\right)}" in written
    assert mathml(written).startswith("<math") and "<code" not in mathml(written)


def test_an_adjoint_conjugates():
    matrix = ImmutableMatrix([[z, I], [0, w]])
    assert decide(Adjoint(matrix), matrix.T).status == "refuted"
    assert decide(Adjoint(matrix), ImmutableMatrix([[conjugate(z), -I], [0, conjugate(w)]])).status == "refuted"
    assert decide(Adjoint(Adjoint(matrix)), matrix).status == "proved"
    assert decide(Adjoint(z * A), conjugate(z) * A.T).status == "proved"
    assert decide(Adjoint(z * A), z * A.T).status == "refuted"


def test_an_index_called_i_is_not_taken_for_the_imaginary_unit():
    assert latex(Equation(exp(I * i * t), 1)) == r"e^{i t \text{``i''}} = 1"
    assert latex(Equation(Sum(exp(I * i * t), (i, 0, n - 1)), 1)) == r"\sum_{i_{1}=0}^{n - 1} e^{i t i_{1}} = 1"
    assert text(Equation(Mul(I, Symbol("I", real=True)), 1)) == 'i·"I" = 1'
    assert str(Equation(Mul(I, Symbol("I", real=True)), 1)) == 'I*"I" = 1'


def test_a_derivation_names_the_parts():
    lines = derivation_lines(prove(exp(-I * j) * exp(-I * k), exp(-I * (j + k))))
    assert [line for line in lines if "Re" in line or "Im" in line] == [
        "  Re(exp(-i·j)·exp(-i·k))",
        "= Re(exp(-i·(j + k)))",
        "  Im(exp(-i·j)·exp(-i·k))",
        "= Im(exp(-i·(j + k)))",
    ]


def test_a_counterexample_names_the_part_that_differs():
    verdict = decide(exp(-I * j) * z, exp(I * j) * z)
    found = verdict.counterexample
    assert (found.values, found.part, found.entry) == ({"j": "1", "z": "1"}, "imaginary part", None)
    assert "imaginary part of the left side: [-0.84" in str(verdict)
    assert r"\text{imaginary part of the left side} \in" in latex(verdict)
    assert certificate(verdict).startswith('{"format":"symattn refutation"')
    verdict = decide(Matrix([[1, 2], [3, z]]), Matrix([[1, 2], [3, conjugate(z)]]))
    assert (verdict.counterexample.part, verdict.counterexample.entry) == ("imaginary part", (1, 1))
    assert "z = i" in latex(decide(z, Rational(1, 2) - 3 * I))
