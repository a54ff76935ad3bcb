"""What the text says beside a row is heard for the rows that it is about, and not for others."""

import pytest

from symattn.reading.read import read

VECTORS = r"Let $u, v \in \mathbb{R}^n$ and $A, B \in \mathbb{R}^{n \times n}$. "
WRONG = r"\|u - v\|^2 = \|u\|^2 + \|v\|^2 - u^\top v"
#: Notes, and what is answered to each row.
NOTES = {
    "what leads to the next display": (
        VECTORS + f"$${WRONG}$$ If $1 + v^\\top u \\ne 0$, then by an old formula $$u^\\top v = v^\\top u$$",
        ["refuted", "proved"],
    ),
    "what is said behind a row of its own letters": (
        VECTORS + f"$${WRONG}$$ where $u^\\top v = 0$.",
        ["proved"],
    ),
    "what speaks of the row before it": (
        r"Let $x \in \mathbb{R}$. $$|x| = x.$$ Here $x > 0$, and therefore $$x + 1 > 1.$$",
        ["fails as read", "fails as read"],
    ),
    "a case that goes on": (
        r"Let $x \in \mathbb{R}$. If $x > 0$, then $$|x| = x.$$ Moreover, $$\sqrt{x^2} = x.$$",
        ["proved", "fails as read"],
    ),
    "a case in another section": (
        VECTORS + f"For $n = 2$ we have: $$u^\\top v = v^\\top u$$ # Others $${WRONG}$$",
        ["proved", "refuted"],
    ),
    "a size and a condition": (
        r"Let $x \in \mathbb{R}^n$ with $x_1 > 0$. Let $n = 1$. Then $$\|x\| = x_1$$ $$x_1 \ge 1$$",
        ["proved", "refuted"],
    ),
    "what is said of all matrices": (
        VECTORS + r"Our $n \times n$ matrices are doubly stochastic. $$\mathbf{1}^\top A = \mathbf{1}^\top$$",
        ["fails as read"],
    ),
    "a number that there is": (
        r"There is a number $c > 0$ with $$c = 2$$",
        ["definition"],
    ),
    "a size in what is said of something else": (
        f"Let $P$ be an $n \\times n$ permutation matrix that shifts. {VECTORS} $${WRONG}$$",
        ["refuted"],
    ),
    "what is said of the size": (
        f"Let $n$ be odd. {VECTORS} $${WRONG}$$",
        ["fails as read"],
    ),
    "invertible matrices": (
        VECTORS
        + r"Let $A, B$ be invertible. Then $$(AB)^{-1} = A^{-1} B^{-1}$$ $$(AB)^{-1} = B^{-1} A^{-1}$$ $$A B = B A$$",
        ["refuted", "proved", "refuted"],
    ),
    "a row that follows from no other": (
        VECTORS + f"$${WRONG}$$ Now let $A$ be invertible. Then $$A^{{-1}} = A$$",
        ["refuted", "refuted"],
    ),
    "a row that follows from one that fails": (
        VECTORS + f"$${WRONG}$$ Therefore $$A B = B A$$",
        ["refuted", "fails as read"],
    ),
    "a sign that says what a letter is": (
        VECTORS + r"It is also unchanged by a scale $\lambda > 0$: $$|\lambda| = \lambda$$ $$\lambda \ge 1$$",
        ["proved", "fails as read"],
    ),
    "a sign that is denied": (
        VECTORS + r"It need not have a scale $\lambda > 0$: $$|\lambda| = \lambda$$",
        ["fails as read"],
    ),
    "a probability vector with zeros": (
        r"Let $p \in \mathbb{R}^n$ be a probability vector. $$\sum_i p_i = 1$$ $$-\sum_i p_i \log p_i \le \log n$$",
        ["proved", "proved"],
    ),
    "a number t": (
        r"Let $t \in \mathbb{R}$. $$\sigma(t) = \frac{1}{1 + e^{-t}}$$ "
        r"$$\sigma(-t) = 1 - \sigma(t)$$ $$\sigma(-t) = \sigma(t)$$",
        ["definition", "proved", "differs"],
    ),
}


@pytest.mark.parametrize("name", NOTES)
def test_what_is_said_beside_rows(name: str) -> None:
    note, statuses = NOTES[name]
    lines = read(note.replace(" $$", "\n\n$$").replace("$$ ", "$$\n\n") + "\n").lines
    assert [line.answer.status for line in lines] == statuses, [line.answer.why for line in lines]


#: A letter with a property, another relation that is supposed of it, and a row that the property makes true.
PROPERTIES = [
    (r"$A \in \mathbb{R}^{n \times n}$ be symmetric", r"\operatorname{tr}(A) = 1", r"A^\top = A"),
    (r"$A \in \mathbb{R}^{n \times n}$ be a skew-symmetric matrix", r"A_{12} = 1", r"A^\top = -A"),
    (r"$A \in \mathbb{R}^{n \times n}$ be idempotent", r"\operatorname{tr}(A) = 1", "A^2 = A"),
    (r"$A \in \mathbb{R}^{n \times n}$ be an orthogonal matrix", r"A_{11} = 0", r"A^\top A = I"),
    (r"$A \in \mathbb{R}^{n \times n}$ be positive semidefinite", r"\operatorname{tr}(A) = 1", r"A \succeq 0"),
    (r"$A \in \mathbb{R}^{n \times n}$ be a positive definite matrix", r"\operatorname{tr}(A) = 1", r"A \succ 0"),
    (r"$u \in \mathbb{R}^n$ be a unit vector", r"u_1 \ge 0", r"u^\top u = 1"),
    (r"$p \in \mathbb{R}^n$ be nonnegative", r"\sum_i p_i = 1", "p_i + 1 \\ge 1"),
    (r"$p \in \mathbb{R}^n$ be a probability vector", r"p_1 = \frac12", r"\sum_i p_i = 1"),
]
JOINED = ["with", ", with", "and", ", and", "such that", "satisfying", "that satisfies", "having", "obeying", "where"]


@pytest.mark.parametrize("joined", JOINED)
@pytest.mark.parametrize(("words", "formula", "row"), PROPERTIES)
def test_a_property_before_another_relation_is_not_lost(words: str, formula: str, row: str, joined: str) -> None:
    note = f"Let {words}{'' if joined.startswith(',') else ' '}{joined} ${formula}$.\n\n$${row}$$\n"
    found = read(note).lines[-1].answer.status
    assert found in ("proved", "fails as read", "not read", "open"), (joined, words)
    if joined in ("with", ", with", "and", "such that", "satisfying"):
        assert found == "proved", (joined, words)


SQUARE, DOUBLED = r"$$f(x) = x^2$$", r"$$b_i = 2 a_i$$"
VALUES, PLACES = r"Let $x \in \mathbb{R}$. Define", r"Let $a \in \mathbb{R}^n$. Define"
#: A definition, words behind it, a row that holds if it is one for all values, and what the row is.
RESTRICTED = [
    (VALUES, SQUARE, "for $x > 0$.", "f(-2) = 4", "open"),
    (VALUES, SQUARE, "where $x > 0$.", "f(-x) = x^2", "open"),
    (VALUES, SQUARE, r"if $x \ne 0$.", "f(0) = 0", "open"),
    (VALUES, SQUARE, r"for $x \in \mathbb{R}$.", "f(-2) = 4", "proved"),
    (VALUES, SQUARE, r"where $\lambda > 0$.", "f(-2) = 4", "proved"),
    (VALUES, SQUARE, "for all $x$.", "f(-2) = 4", "proved"),
    (PLACES, DOUBLED, r"for $1 \le i \le n$.", "b_i = a_i + a_i", "proved"),
    (PLACES, DOUBLED, r"for $i = 1, \dots, n$.", "b_i = a_i + a_i", "proved"),
    (PLACES, DOUBLED, r"for $i \le n$.", "b_i = a_i + a_i", "proved"),
    (PLACES, DOUBLED, r"for $i \ge 1$.", "b_i = a_i + a_i", "proved"),
    (PLACES, DOUBLED, r"for all $i$.", "b_i = a_i + a_i", "proved"),
    (PLACES, DOUBLED, "for $i > 1$.", "b_1 = 2 a_1", "open"),
    (PLACES, DOUBLED, r"for $i \ne j$.", "b_i = a_i + a_i", "open"),
    (PLACES, r"$$b_i = 2 a_i, \quad i > 1$$", "", "b_1 = 2 a_1", "open"),
    (PLACES, r"$$b_i = 2 a_i, \quad i \ge 2$$", "", r"\sum_i b_i = 2 \sum_i a_i", "open"),
    (PLACES, r"$$b_i = 2 a_i, \quad i < 3$$", "", "b_i = a_i + a_i", "open"),
    (PLACES, r"$$b_i = 2 a_i, \quad i \ge 1$$", "", "b_i = a_i + a_i", "proved"),
]


@pytest.mark.parametrize(("words", "defined", "behind", "row", "status"), RESTRICTED)
def test_words_behind_a_definition_may_restrict_it(words, defined, behind, row, status) -> None:
    found = read(f"{words}\n\n{defined}\n\n{behind} Then\n\n$${row}$$\n").lines[-1].answer
    assert found.status == status, found.why
