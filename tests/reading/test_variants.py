"""What a sentence makes of a norm, a function, a power, a transpose or a sum, and what changes nothing."""

import pytest

from symattn.reading.read import read

DECLARED = r"Let $A \in \mathbb{R}^{n \times n}$, $x \in \mathbb{R}^n$ and $a, b \in \mathbb{R}$. "
NORM, SOFTMAX, RELU = r"\|x\|^2 = x^\top x", r"\sum_i \mathrm{softmax}(x)_i = 1", r"\mathrm{ReLU}(a) \ge 0"
TRACE, POWER, TRANSPOSE = r"\operatorname{tr}(I_n) = n", "A^2 = A A", r"\operatorname{tr}(A^\top A) \ge 0"
SQUARE, ONES = "(a + b)^2 = a^2 + 2 a b + b^2", r"\mathbf{1}^\top x = \sum_i x_i"
#: Rows that are proved → sentences that make something else of them.
OTHERWISE = {
    NORM: [
        "We use the sup norm throughout.",
        "Throughout, we work with the $\\ell_1$ norm.",
        "Distances are measured in the Manhattan norm.",
        "The norm is the maximum norm.",
        r"We equip $\mathbb{R}^n$ with the usual order. The space is equipped with the supremum norm.",
        "By norm we mean the taxicab norm.",
        "The uniform norm is used everywhere.",
        r"All lengths are taken with respect to the $\ell_\infty$-norm.",
        "In this note we take the 1-norm.",
        "The authors use the weighted norm.",
        r"Norms are $\ell_1$.",
        "The norm of a vector is the sum of its absolute values.",
        "Here norms are largest absolute entries.",
    ],
    SOFTMAX: [
        "Our softmax has an extra one in the denominator.",
        "Our softmax is unnormalised.",
        "We use an off-by-one softmax.",
        "Here the softmax has an additional zero logit.",
        "Throughout, the softmax contains a sink.",
        "The softmax omits the normalisation.",
        "We always use softmax with an extra term in the denominator.",
        "We use softmax with temperature two.",
        "Softmax is taken with temperature $2$.",
        "Our softmax adds one to the denominator.",
        "In this paper, softmax comes with a bias.",
        "Our softmax does not sum to one.",
        "Here softmax divides by twice the sum.",
    ],
    RELU: [
        "Our ReLU is leaky.",
        "Our ReLU has slope $0.1$ on the negative side.",
        "We use a shifted ReLU.",
        "Here, ReLU has an additional offset.",
    ],
    TRACE: ["We use the normalised trace.", "Our trace is averaged.", "Our trace is divided by $n$."],
    POWER: [
        "Here $A^2$ means the entrywise square.",
        "Powers are taken entrywise.",
        "Squares of matrices are elementwise.",
        "Exponents act on each entry.",
        "We write $A^2$ for the Hadamard square.",
        "By $A^2$ we mean the matrix of squared entries.",
        "Superscripts are indices.",
        "Superscripts denote layers.",
        "All operations are elementwise.",
        "where $A^k$ denotes the componentwise power",
        "Exponents are not powers.",
    ],
    TRANSPOSE: [
        r"Let $A^\top$ be its reflection in the antidiagonal.",
        "The transpose is taken along the antidiagonal.",
        "Transposition means reflection in the secondary diagonal, or antidiagonal.",
        "Transposition includes complex conjugation.",
        r"$A^\top$ denotes $A$ with its rows reversed.",
    ],
    SQUARE: [
        "Addition is max and multiplication is plus.",
        "Multiplication is addition, and addition is the minimum.",
        "Here addition means exclusive or.",
        "Addition is bitwise.",
        "Here plus means max.",
        "Products are convolutions.",
        "We take max as addition.",
        "Addition is modulo seven.",
        "Let addition be as usual, and multiplication is saturated.",
        "Division is integer division.",
    ],
    ONES: [
        r"Here $\mathbf 1$ is the first unit vector.",
        r"$\mathbf{1}$ denotes the normalised vector of ones.",
        r"where $\mathbf{1}$ is a one-hot vector",
    ],
}
#: … and sentences that do not.
AS_READ = {
    NORM: [
        "We use the Euclidean norm.",
        "All norms are 2-norms.",
        "We bound the sup norm of the error in Section 3.",
        "The nuclear norm is convex.",
        "We use the operator norm bound of Theorem 2.",
        "Layer norm is applied first.",
        "The norm is invariant under rotations.",
        "The maximum of the norm is attained.",
        r"We use $\ell_2$ norms.",
        r"Norms are $\ell_2$.",
        "We use the spectral norm of $A$ in the proof.",
        "The norm is largest at the last token.",
        "The norm of a vector is at most its 1-norm.",
    ],
    SOFTMAX: [
        "softmax has rows that sum to one.",
        r"softmax with temperature $\tau$ is defined below.",
        "The softmax is shifted by the maximum for stability.",
        "We use softmax with temperature one.",
        "The softmax has an additional benefit.",
        "Our softmax has the usual denominator.",
        "Linear attention omits the softmax.",
        "We use softmax.",
        "A softmax without masking attends to all tokens.",
        "Replacing softmax by a kernel gives linear attention.",
        "The denominator of softmax is a sum.",
        "The softmax does not sum over keys.",
        "Softmax divides by the sum.",
    ],
    RELU: [
        "ReLU has no upper bound.",
        "ReLU is a clipped identity.",
        "A leaky ReLU is discussed later.",
        "We apply ReLU to every entry.",
        "Our ReLU is the usual one.",
        "ReLU adds nothing here.",
        "ReLU is used with care.",
        "We use one ReLU.",
    ],
    TRACE: ["The trace is invariant.", "We use the trace.", "The trace is used below.", "Our trace is as usual."],
    POWER: [
        "The square of $A$ is a product.",
        "Powers of $A$ commute.",
        r"Here $A^{\odot 2}$ means the entrywise square.",
        "$A^2$ is symmetric.",
        "$A^2$ is entrywise nonnegative.",
        "Powers are computed by repeated squaring.",
        "The squares of the entries are summed.",
        "The inverses are entries of another matrix.",
        "The inverse is computed entry by entry.",
        "Superscripts in brackets denote layers.",
        "Powers of matrices are not taken entrywise.",
        "where $A^2$ denotes the square of $A$",
    ],
    TRANSPOSE: [
        r"$A^\top$ is the reflection of $A$ in the main diagonal.",
        "The transpose is linear.",
        "Transposition reverses the order of products.",
        r"$A^\top$ is also a rotation.",
        "The transpose is the adjoint for the dot product.",
        "The transpose of a product is the reversed product of transposes.",
        r"Let $A^\top$ be the transpose.",
        "Transposes are written with a T.",
    ],
    SQUARE: [
        "Addition is commutative and multiplication is distributive.",
        "The sum is maximal at one.",
        "Multiplication of matrices is composition of maps.",
        "Multiplication becomes addition under the logarithm.",
        "Sums are over all tokens.",
        "The product is minimised by gradient descent.",
        "Addition and multiplication are as usual.",
        "Sums are maximised by the largest entry.",
        "Division is always by a positive number.",
    ],
    ONES: [
        r"Here $\mathbf 1$ is the all-ones vector.",
        r"$\mathbf{1}$ denotes the column of ones.",
        r"We multiply by $\mathbf{1}$ from the left.",
    ],
}


@pytest.mark.parametrize(("row", "words"), [(row, each) for row, said in OTHERWISE.items() for each in said])
def test_what_a_sentence_makes_something_else_is_not_read(row: str, words: str) -> None:
    (line,) = read(f"{DECLARED}{words}\n\n$${row}$$\n").lines
    assert line.answer.status == "not read"
    assert "forget" in line.answer.why


@pytest.mark.parametrize(("row", "words"), [(row, each) for row, said in AS_READ.items() for each in said])
def test_what_only_tells_of_a_notation_changes_nothing(row: str, words: str) -> None:
    (line,) = read(f"{DECLARED}{words}\n\n$${row}$$\n").lines
    assert line.answer.status == "proved", line.answer.why
