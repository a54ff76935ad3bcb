"""Even and odd places: P_{t,2i} and P_{t,2i+1} of sinusoidal encodings, and coordinates that are turned in pairs."""

import pytest

from symattn import read

ANGLE = r"\frac{%s}{10000^{2i/d}}"
SQUARES = "%s^2 + %s^2 = 1"


def encoding(even: str, odd: str, position: str) -> list[str]:
    angle = ANGLE % position
    return [rf"{even} = \sin\left({angle}\right)", rf"{odd} = \cos\left({angle}\right)"]


PLACES = {
    "brackets below": (r"PE_{(pos, 2i)}", r"PE_{(pos, 2i+1)}", "pos"),
    "places below": (r"PE_{pos, 2i}", r"PE_{pos, 2i+1}", "pos"),
    "called": ("PE(pos, 2i)", "PE(pos, 2i+1)", "pos"),
    "words": (r"\text{PE}_{(\text{pos}, 2i)}", r"\text{PE}_{(\text{pos}, 2i+1)}", r"\text{pos}"),
    "letters": (r"p_{t, 2i}", r"p_{t, 2i+1}", "t"),
}


def statuses(*rows: str, words: str = "") -> list[str]:
    return [line.answer.status for line in read(words + "".join(f"\n\n$${row}$$" for row in rows) + "\n").lines]


@pytest.mark.parametrize("name", PLACES)
def test_an_encoding_is_defined_by_its_halves(name: str) -> None:
    even, odd, position = PLACES[name]
    rows = encoding(even, odd, position)
    assert statuses(*rows, SQUARES % (even, odd)) == ["definition", "definition", "proved"]
    assert statuses(*rows, f"{even}^2 - {odd}^2 = 1") == ["definition", "definition", "fails as read"]


@pytest.mark.parametrize(("sign", "status"), [("+", "proved"), ("-", "fails as read")])
def test_a_shift_of_position_is_linear(sign: str, status: str) -> None:
    even, odd, position = PLACES["brackets below"]
    angle = ANGLE % "k"
    shifted = rf"PE_{{(pos+k, 2i)}} = {even} \cos\left({angle}\right) {sign} {odd} \sin\left({angle}\right)"
    assert statuses(*encoding(even, odd, position), shifted)[-1] == status


def test_what_is_given_by_halves_is_nothing_else() -> None:
    rows = encoding(*PLACES["letters"])
    declared = r"Let $p \in \mathbb{R}^{n \times d}$."
    for row in (r"p^\top p = I", r"\sum_j p_{t,j} = 0"):
        assert statuses(*rows, row, words=declared)[-1] in ("open", "not read"), row
    assert statuses("x_{2i} = x_{2i-1} + 1", "x_{2i} = 0")[-1] not in ("proved", "refuted", "differs")


@pytest.mark.parametrize(("sign", "status"), [("-", "proved"), ("+", "open")])
def test_pairs_are_turned(sign: str, status: str) -> None:
    first = rf"x_{{2i}}' = x_{{2i}} \cos\theta_i {sign} x_{{2i+1}} \sin\theta_i"
    second = r"x_{2i+1}' = x_{2i} \sin\theta_i + x_{2i+1} \cos\theta_i"
    assert statuses(first, second, "x_{2i}'^2 + x_{2i+1}'^2 = x_{2i}^2 + x_{2i+1}^2")[-1] == status


def test_the_word_below_one_letter_is_a_label() -> None:
    rows = ("Z = X + E_{pos}", "Z W = X W + E_{pos} W", "P E = E P")
    declared = r"Let $X, E_{pos} \in \mathbb{R}^{n \times d}$."
    assert statuses(*rows, words=declared) == ["definition", "proved", "fails as read"]
