"""What --declare proposes is read: with all of its lines, no row is read less than before."""

import re
import tomllib

import pytest

from symattn.reading.declare import sidecar
from symattn.reading.judging import Answer
from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar


def answers(note: str, declared: str = "") -> tuple[list[Answer], str]:
    beside = Sidecar()
    beside.take(tomllib.loads(declared))
    lines = list(noted(page("note.md", note), beside, {}).lines())
    return [line.answer for line in sorted(lines, key=lambda line: line.line)], sidecar(lines)


def accepted(proposed: str) -> str:
    """Return a sidecar with all its lines, but for those that have two answers, or none."""
    lines = [line for line in proposed.splitlines() if "…'" not in line]
    return "\n".join(re.sub(r"^# (?!What |softmax|vectors)", "", line) for line in lines)


NOTES = {
    "a vector and its entries": (r"$$p_i = e^{z_i} / \sum_j e^{z_j}$$ $$z = W x$$ $$y = A z$$", "'W, A'"),
    "entries of a vector that is assumed": (r"$$y = A z$$ $$\sum_i e^{z_i} \ge 0$$", "'z' = \"vector\""),
    "a size that is a number elsewhere": (
        r"Let $X \in \mathbb{R}^{m \times d}$. $$\frac{m}{2} a = a \frac{m}{2}$$",
        "",
    ),
    "a function of several": (r"$$H = \mathrm{Concat}(H_1, H_2) W$$", "'Concat' = \"any\""),
    "a function by its name": (r"$$y = \mathrm{SparseSoftmax}(x)$$", "'SparseSoftmax' = \"softmax\""),
    "a letter for a function": (r"$$y = \phi(W x) + R(m) x$$", "'R' = \"any\""),
    "a word": (r"$$\mathrm{pos} + 1 = 1 + \mathrm{pos}$$", 'words = ["pos"]'),
    "a vector with an index and without": (r"$$g^\top g_t = g_t^\top g$$", "'g' = \"n\""),
    "a matrix with an index and without": (r"$$W W_t = W_t W$$", "'W' = \"n × d\""),
    "a macro": (r"$$Y = \norm(X)$$", r"'\norm' = '…'"),
    "gradients": (r"Let $X \in \mathbb{R}^{n \times d}$. $$dX = X + X$$", 'words = ["dX"]'),
}


@pytest.mark.parametrize("name", NOTES)
def test_what_is_proposed_is_read(name: str) -> None:
    note, proposal = NOTES[name]
    note = note.replace(" $$", "\n\n$$")
    before, proposed = answers(note)
    assert proposal in proposed
    after, _ = answers(note, accepted(proposed))
    asked = {"not read", "shapes"} if name.startswith(("a vector with", "a matrix with")) else {"not read"}
    for one, other in zip(before, after, strict=True):
        assert one.status == "not read" or other.status not in asked, (other.why, proposed)


def kinds(note: str) -> set[str]:
    """Return the letters for which kinds are proposed."""
    said = tomllib.loads(accepted(answers(note)[1])).get("kinds", {})
    return {name for names in said for name in names.split(", ")}


def test_a_size_is_proposed_as_no_number() -> None:
    rows = "$$X X^\\top = m I$$\n\n# B\n\n$$m \\cdot a = a \\cdot m$$\n"
    assert kinds(f"Let $X \\in \\mathbb{{R}}^{{m \\times d}}$.\n\n{rows}") == {"a"}


def test_a_vector_beside_one_of_several_is_not_told_by_a_kind() -> None:
    assert kinds("$$y = W x$$\n\n$$y_t = W x_t$$\n") == {"W"}
