"""What the kernel calls a variable is never shown: derivations, reasons and messages use the names of the statement."""

import re

import pytest
from sympy import Inverse, Matrix, MatrixSymbol, OneMatrix, Symbol, Trace, exp, symbols

from symattn import ClaimError, Invertible, RowSoftmax, UnsupportedExpression, decide, dims
from symattn.elaborate.constants import names_defined_later
from symattn.prover.library.definitions import all_names, table
from symattn.render.latex import latex
from symattn.render.terms import KERNEL_WORDS

n = dims("n")
x, y = symbols("x y", real=True)
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
D, E = MatrixSymbol("D", 2, 2), Matrix([[x, 1], [0, y]])
odd, z = MatrixSymbol("a b", n, n), Symbol("z*", real=True)
LEAK = re.compile(r"open|close|space|star|left\.|u000|λ|⊢|[0-9a-f]{16}")


def shown(verdict):
    return [str(verdict), verdict.report, verdict.explain(), *verdict.hypotheses, *verdict.notes]


STATED = {
    "inverse of a sum": (
        2 * exp(Trace(Inverse(A + B) * C)) - exp(Trace(C * Inverse(A + B))),
        exp(Trace(C * Inverse(A + B))),
        [Invertible(A + B)],
    ),
    "inverse with entries": (
        Trace(Inverse(D + E) * D) * 2 - Trace(D * Inverse(D + E)),
        Trace(D * Inverse(D + E)),
        [Invertible(D + E)],
    ),
    "odd names": ((odd + B)[0, 0] * z + z * z, z * (z + B[0, 0] + odd[0, 0]), []),
    "odd name": (RowSoftmax(odd + z * OneMatrix(n, n)), RowSoftmax(odd), []),
}


@pytest.mark.parametrize("stated", STATED.values(), ids=list(STATED))
def test_derivations(stated):
    left, right, given = stated
    verdict = decide(left, right, given=given)
    assert verdict.status == "proved" and verdict.steps is not None
    for written in shown(verdict):
        assert not LEAK.search(written), written
    assert not re.search(r"u000|\.close|\.space|_space|_star", latex(verdict))


def test_an_inverse_is_written_as_in_the_statement():
    verdict = decide(*STATED["inverse of a sum"][:2], given=[Invertible(A + B)])
    assert "C[i, j]·((A + B)⁻¹)[j, i]" in str(verdict)


def test_matrices_with_entries_stand_on_one_line():
    verdict = decide(Trace(Inverse(E + D)), Trace(Inverse(E + D)))
    assert "[x, 1; 0, y] + D is invertible" in verdict.report
    assert "given=[Invertible(Matrix([[x, 1], [0, y]]) + D)]" in verdict.explain()


def test_a_theorem_of_the_kernel_is_named_and_not_printed():
    theorem = decide(Trace(A * B), Trace(B * A)).theorem
    with pytest.raises(ClaimError, match=r"not a theorem of the kernel; pass the verdict itself$"):
        decide(Trace(A * B * C), Trace(C * A * B), using=[theorem])
    with pytest.raises(UnsupportedExpression, match=r"^cannot use a theorem of the kernel: a proposition"):
        decide(Trace(A * B * C), Trace(C * A * B), given=[theorem])


def test_each_constant_that_is_not_called_as_a_word_is_known():
    in_table = {name for name, _, _ in table() if "_" in name}
    assert in_table <= KERNEL_WORDS <= {*all_names(), *names_defined_later()}
