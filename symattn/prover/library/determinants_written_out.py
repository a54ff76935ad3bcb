"""Lemmas of small determinants: they are Leibniz' sums over the permutations of the columns."""

from __future__ import annotations

from itertools import combinations, permutations, product

from .facts import Outline, lemma
from .outlines import claim, through, use


def _places(count: int) -> list[str]:
    """Write the indices of so many rows as the axioms know them."""
    others = [f"(inr{{{at},{count - at}}} 0@[{count - at}])" for at in range(1, count)]
    return [f"0@[{count}]", *(others if count > 2 else ["1@[2]"])]


def _leibniz(matrix: str, count: int) -> str:
    """Write the sum over the permutations of the columns of a matrix."""
    places, terms = _places(count), []
    for columns in permutations(range(count)):
        entries = (f"{matrix} {row} {places[column]}" for row, column in zip(places, columns, strict=True))
        turns = sum(a > b for a, b in combinations(columns, 2))
        terms.append(f"{'-1 * ' * (turns % 2)}({' * '.join(entries)})")
    return f"({' + '.join(terms)})"


def _written_out(count: int) -> Outline:
    """Prove that a determinant is Leibniz' sum, which is linear in each row, 0 for equal rows and 1 at the identity."""
    row, index, places = f"[{count}]→[{count}]→ℝ", f"[{count}]", _places(count)
    replaced = f"(λk l:{index}. X k l + ind (k = i) * (ind (l = j) + -1 * X k l))"
    linear = f"{_leibniz('X', count)} = (Σ j:{index}. X i j * {_leibniz(replaced, count)})"
    alternating = f"(∀k:{index}. X i k = X j k) ⇒ {_leibniz('X', count)} * (1 + -1 * ind (i = j)) = 0"
    once = " ⇒ ".join(f"Q {at}" for at in places)
    twice = " ⇒ ".join(f"Q {' '.join(both)}" for both in product(places, repeat=2))
    return through(
        f"{_leibniz(f'(λi j:{index}. ind (i = j))', count)} = 1",
        claim(
            f"∀X:{row}, i:{index}. {linear}",
            use(f"∀Q:{index}→𝔹, i:{index}. {once} ⇒ Q i", f"λi:{index}. {linear}", "i", alone=True),
        ),
        claim(
            f"∀X:{row}, i j:{index}. i ≠ j ⇒ (∀k:{index}. X i k = X j k) ⇒ {_leibniz('X', count)} = 0",
            use(
                f"∀Q:{index}→{index}→𝔹, i j:{index}. {twice} ⇒ Q i j",
                *(f"λi j:{index}. {alternating}", "i", "j"),
                alone=True,
            ),
            use(
                f"∀x:ℝ, i j:{index}. i ≠ j ⇒ x * (1 + -1 * ind (i = j)) = 0 ⇒ x = 0",
                *(_leibniz("X", count), "i", "j"),
            ),
        ),
        use("det_unique", f"λX:{row}. {_leibniz('X', count)}", "A"),
        use(
            "∀d p q:ℝ. p = d * q ⇒ q = 1 ⇒ d = p",
            *(f"det{{{count}}} A", _leibniz("A", count), _leibniz(f"(λi j:{index}. ind (i = j))", count)),
        ),
    )


@lemma(f"∀A:[2]→[2]→ℝ. det{{2}} A = {_leibniz('A', 2)}", by=_written_out(2))
def det_two_rows() -> None:
    """What is linear in each row and alternating is a multiple of the determinant."""
