"""Sizes of what is defined: those that were declared of it count, and of others the answer says whose they are."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar

CENTERING = r"C = I - \frac1n \mathbf 1\mathbf 1^\top"
PLAIN = r"C = I - \frac1n 11^\top"
DECLARED = rf"The centering matrix ${CENTERING} \in \mathbb{{R}}^{{n \times n}}$ satisfies"
SHAPE = "[shapes]\n'C' = 'n × n'"

NOTES = [
    (DECLARED, "C^2 = C", "", "proved"),
    (DECLARED, r"C\mathbf{1} = 0", "", "proved"),
    (DECLARED, r"C\mathbf{1} = \mathbf{1}", "", "fails as read"),
    (f"The centering matrix is ${CENTERING}$.", "C^2 = C", SHAPE, "proved"),
    (f"$${CENTERING}$$", "C^2 = C", SHAPE, "proved"),
    (f"$${CENTERING}$$", "C^2 = I - C", SHAPE, "fails as read"),
    (rf"Let $C \in \mathbb{{R}}^{{n\times n}}$ and $${CENTERING}$$", r"C\mathbf{1} = 0", "", "proved"),
    # other sizes than that of the quotient, and none
    (DECLARED.replace(r"n \times n", r"m \times m"), "C^2 = C", "", "fails as read"),
    (f"$${CENTERING}$$", "C^2 = C", "[shapes]\n'C' = 'm × m'", "fails as read"),
    (rf"Let $X \in \mathbb{{R}}^{{n\times d}}$ and ${CENTERING}$.", r"\mathbf{1}^\top C X = 0", "", "proved"),
    # the size of the quotient, where nothing else says how long the ones are
    (rf"Let $X \in \mathbb{{R}}^{{n\times d}}$ and ${CENTERING}$.", "C^2 = C", "", "proved"),
    (rf"Let $X \in \mathbb{{R}}^{{n\times d}}$ and ${CENTERING}$.", "C^2 = 2C", "", "fails as read"),
    (rf"Let $X \in \mathbb{{R}}^{{d\times n}}$ and ${CENTERING}$.", "C X = C C X", "", "fails as read"),
    (f"Let ${CENTERING}$.", "C^2 = C", "", "fails as read"),
    (r"Let $x \in \mathbb{R}^n$ and $C = I - \frac{\mathbf 1\mathbf 1^\top}{n}$.", "C^2 = C", "", "proved"),
    # plain ones
    (rf"Let $x \in \mathbb{{R}}^n$ and ${PLAIN}$.", "C^2 = C", "", "proved"),
    (rf"Let $x \in \mathbb{{R}}^n$ and ${PLAIN}$.", "C 1 = 0", "", "proved"),
    (rf"Let $x \in \mathbb{{R}}^n$ and ${PLAIN}$.", r"C 1 = \mathbf{1}", "", "fails as read"),
    (rf"Let $x \in \mathbb{{R}}^n$ and ${PLAIN}$.", "C x = x - \\frac1n 1 1^\\top x", "", "proved"),
    (r"Let $A \in \mathbb{R}^{n\times n}$.", "A 1 = A", "", "shapes"),
    (DECLARED.replace(r"n \times n", r"n \times m"), "C^2 = C", "", "shapes"),
]


def answer(before: str, row: str, declared: str) -> tuple[str, str]:
    sidecar = Sidecar()
    if declared:
        sidecar.add(declared, 0)
    text = before.replace(" $$", "\n\n$$") + f"\n\n$${row}$$\n"
    (*_, last) = sorted(noted(page("note.md", text), sidecar, {}).lines(), key=lambda line: line.line)
    return last.answer.status, last.answer.why


@pytest.mark.parametrize(("before", "row", "declared", "status"), NOTES)
def test_declared_sizes_of_what_is_defined(before: str, row: str, declared: str, status: str) -> None:
    found, why = answer(before, row, declared)
    assert found == status, why


def test_whose_size_it_is() -> None:
    _, why = answer(r"Let $X \in \mathbb{R}^{n\times d}$ and $C = I - 2 \mathbf 1\mathbf 1^\top$.", "n C^2 = n C", "")
    assert r"n_1 = 1 (a size of \mathbf{1})" in why
