"""Lemmas of determinants, from what characterises them: linear in each row, 0 where two rows are equal, 1 at 1.

Every function of matrices that is linear in each row and alternating is a multiple of the determinant; so det (X B) is
det X · det B, and the determinant of blocks that of the parts.
"""

from __future__ import annotations

from .facts import Outline, lemma
from .outlines import (
    applied,
    by_contradiction,
    by_induction_on,
    by_places,
    claim,
    in_cases,
    rewriting,
    through,
    unfold,
    use,
)


def _row(matrix: str, i: str, row: str) -> str:
    """Write a matrix with another row i, whose entry in column l is given."""
    return f"(λk l:[n]. {matrix} k l + ind (k = {i}) * ({row} + -1 * {matrix} k l))"


@lemma("det{n} identity{n} = 1", by=through(use("det_identity"), unfold("identity{n}"), then=rewriting))
def det_one() -> None:
    """The determinant of the identity matrix."""


_UNIT = "ind (l = j)"


@lemma(
    "∀A:[n]→[n]→ℝ, i:[n], u:[n]→ℝ."
    f" det{{n}} {_row('A', 'i', 'u l')} = (Σ j:[n]. u j * det{{n}} {_row('A', 'i', _UNIT)})",
    by=through(use("det_linear", _row("A", "i", "u l"), "i")),
)
def det_of_row() -> None:
    """The determinant is linear in each row."""


_IS_LINEAR = (
    "(∀B:[n]→[n]→ℝ, i:[n]. f B = (Σ j:[n]. B i j * f (λk l:[n]. B k l + ind (k = i) * (ind (l = j) + -1 * B k l))))"
)
_PRODUCT = "(λX:[n]→[n]→ℝ. det{n} (matmul{n,n,n} X B))"


@lemma(
    "∀X B:[n]→[n]→ℝ, i:[n]. det{n} (matmul{n,n,n} X B)"
    f" = (Σ j:[n]. X i j * det{{n}} (matmul{{n,n,n}} {_row('X', 'i', _UNIT)} B))",
    by=through(
        use("det_linear", "matmul{n,n,n} X B", "i"),
        claim(
            f"∀j:[n]. det{{n}} (matmul{{n,n,n}} {_row('X', 'i', _UNIT)} B)"
            f" = (Σ m:[n]. B j m * det{{n}} {_row('(matmul{n,n,n} X B)', 'i', 'ind (l = m)')})",
            use("det_of_row", "matmul{n,n,n} X B", "i", "B j"),
        ),
    ),
)
def det_linear_in_factor() -> None:
    """The determinant of a product is linear in each row of the first factor."""


@lemma(
    "∀A B:[n]→[n]→ℝ. det{n} (matmul{n,n,n} A B) = det{n} A * det{n} B",
    by=through(
        claim(
            "∀X:[n]→[n]→ℝ, i:[n]. det{n} (matmul{n,n,n} X B)"
            f" = (Σ j:[n]. X i j * det{{n}} (matmul{{n,n,n}} {_row('X', 'i', _UNIT)} B))",
            use("det_linear_in_factor", "X", "B", "i"),
        ),
        claim(
            "∀X:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. X i k = X j k) ⇒ det{n} (matmul{n,n,n} X B) = 0",
            "∀k:[n]. matmul{n,n,n} X B i k = matmul{n,n,n} X B j k",
            use("det_alternating", "matmul{n,n,n} X B", "i", "j"),
        ),
        use("det_unique", _PRODUCT, "A"),
        "matmul{n,n,n} (λi j:[n]. ind (i = j)) B = B",
        then=rewriting,
    ),
)
def det_matmul() -> None:
    """Det (X B) is linear in each row of X and 0 where two rows of X are equal."""


# the determinant of one entry, of inverses and of powers


@lemma(
    "∀A:[1]→[1]→ℝ. det{1} A = A 0@[1] 0@[1]",
    by=through(
        use("det_linear", "n=1", "A", "0@[1]"),
        use("det_identity", "n=1"),
        "(λk l:[1]. A k l + ind (k = 0@[1]) * (ind (l = 0@[1]) + -1 * A k l)) = (λi j:[1]. ind (i = j))",
        use("sum_one", "λj:[1]. A 0@[1] j * det{1} (λk l:[1]. A k l + ind (k = 0@[1]) * (ind (l = j) + -1 * A k l))"),
        then=rewriting,
    ),
)
def det_one_entry() -> None:
    """The determinant of a 1×1 matrix is its entry."""


@lemma(
    "∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ det{n} A * det{n} B = 1",
    by=through(use("det_matmul", "A", "B", back=True), use("det_one"), then=rewriting),
)
def det_of_inverses() -> None:
    """The determinants of inverse matrices are inverse."""


@lemma(
    "∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ det{n} A ≠ 0",
    by=through(use("det_of_inverses", "A", "B")),
)
def det_of_invertible() -> None:
    """Their product is 1."""


@lemma(
    "∀A:[n]→[n]→ℝ, k:ℕ. det{n} (matpow{n} A k) = power (det{n} A) k",
    by=by_induction_on(
        "k",
        through(use("matpow_zero", "A"), use("power_zero", "det{n} A"), use("det_one"), then=rewriting),
        through(
            use("matpow_suc", "A", "k"),
            use("power_suc", "det{n} A", "k"),
            use("det_matmul", "A", "matpow{n} A k"),
            then=rewriting,
        ),
    ),
)
def det_matpow() -> None:
    """The determinant of a power, by induction."""


# multiples of rows


def _scaled_to(place: str) -> str:
    """Write a matrix with a factor for each row up to a place."""
    return f"(λk l:[n]. (1 + ind (pos{{n}} k ≤ real {place}) * (d k + -1)) * A k l)"


@lemma(
    "∀A:[n]→[n]→ℝ, i:[n], c:ℝ. det{n} (λk l:[n]. (1 + ind (k = i) * (c + -1)) * A k l) = c * det{n} A",
    by=through(use("det_linear", "A", "i"), use("det_of_row", "A", "i", "λl:[n]. c * A i l")),
)
def det_row_scaled() -> None:
    """A multiple of a row has the multiple of the determinant."""


@lemma(
    "∀A:[n]→[n]→ℝ, d:[n]→ℝ. det{n} (λk l:[n]. d k * A k l) = product{n} d * det{n} A",
    by=by_places(
        "a:ℕ, w:[n]",
        f"det{{n}} {_scaled_to('a')} = product_to{{n}} d a * det{{n}} A",
        through(
            f"{_scaled_to('0@ℕ')} = (λk l:[n]. (1 + ind (k = 0@[n]) * (d 0@[n] + -1)) * A k l)",
            use("product_to_first", "d"),
            use("det_row_scaled", "A", "0@[n]", "d 0@[n]"),
            then=rewriting,
        ),
        through(
            f"{_scaled_to('(suc a)')} = (λk l:[n]. (1 + ind (k = w) * (d w + -1)) * {_scaled_to('a')} k l)",
            use("product_to_next", "d", "w", "a"),
            use("det_row_scaled", _scaled_to("a"), "w", "d w"),
            then=rewriting,
        ),
        through(
            f"{_scaled_to('(nat{n} last{n})')} = (λk l:[n]. d k * A k l)",
            use("product_to_last", "d"),
            then=rewriting,
        ),
    ),
)
def det_rows_scaled() -> None:
    """Each factor of a row is one of the determinant, row by row."""


@lemma(
    "∀c:ℝ. product{n} (λi:[n]. c) = power c (suc (nat{n} last{n}))",
    by=by_places(
        "k:ℕ, w:[n]",
        "product_to{n} (λi:[n]. c) k = power c (suc k)",
        through(
            use("product_to_first", "λi:[n]. c"),
            use("power_suc", "c", "0@ℕ"),
            use("power_zero", "c"),
            then=rewriting,
        ),
        through(
            use("product_to_next", "λi:[n]. c", "w", "k"),
            use("power_suc", "c", "suc k"),
            then=rewriting,
        ),
        through(use("product_to_last", "λi:[n]. c"), then=rewriting),
    ),
)
def product_const() -> None:
    """The product of equal numbers is a power."""


@lemma(
    "∀c:ℝ, A:[n]→[n]→ℝ. det{n} (matscale{n,n} c A) = power c (suc (nat{n} last{n})) * det{n} A",
    by=through(
        "matscale{n,n} c A = (λi j:[n]. c * A i j)",
        use("det_rows_scaled", "A", "λi:[n]. c"),
        use("product_const", "c"),
        then=rewriting,
    ),
)
def det_matscale() -> None:
    """A factor of all n rows is one of the determinant n times."""


# a matrix whose determinant is not 0 has an inverse: the adjugate, divided by the determinant


@lemma(
    "∀A:[n]→[n]→ℝ, k j:[n]."
    " (Σ i:[n]. A k i * det{n} (λm l:[n]. A m l + ind (m = j) * (ind (l = i) + -1 * A m l))) = ind (k = j) * det{n} A",
    by=in_cases(
        "k = j",
        through(use("det_linear", "A", "j")),
        through(
            use("det_of_row", "A", "j", "A k"),
            use("det_alternating", "λm l:[n]. A m l + ind (m = j) * (A k l + -1 * A m l)", "k", "j"),
        ),
    ),
)
def det_adjugate() -> None:
    """Laplace's expansion, by another row of a matrix with two equal rows."""


def _inverse(matrix: str) -> str:
    """Write the inverse of a matrix by its adjugate."""
    entry = f"{matrix} k l + ind (k = j) * (ind (l = i) + -1 * {matrix} k l)"
    return f"(λi j:[n]. inv (det{{n}} {matrix}) * det{{n}} (λk l:[n]. {entry}))"


@lemma(
    f"∀A:[n]→[n]→ℝ. det{{n}} A ≠ 0 ⇒ matmul{{n,n,n}} A {_inverse('A')} = identity{{n}}",
    by=through(
        claim(
            f"∀k j:[n]. matmul{{n,n,n}} A {_inverse('A')} k j = ind (k = j)",
            use("det_adjugate", "A", "k", "j"),
            use("inv_mul", "det{n} A"),
        ),
    ),
)
def inverse_by_adjugate() -> None:
    """A matrix times its adjugate is the determinant times the identity matrix."""


@lemma(
    "∀A B:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} B A = identity{n}",
    by=through(
        use("det_of_inverses", "A", "B"),
        claim("det{n} B ≠ 0"),
        use("inverse_by_adjugate", "B"),
        use(
            "∀A B C:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} B C = identity{n} ⇒ matmul{n,n,n} B A = identity{n}",
            "A",
            "B",
            _inverse("B"),
        ),
    ),
)
def inverse_on_both_sides() -> None:
    """B has an inverse C on the right, as its determinant is not 0; so B A is B A B C = B C."""


# columns, and so the transpose


@lemma(
    "∀A:[n]→[n]→ℝ, z:[n]→[1]→ℝ, i:[n]. matmul{n,n,1} A z = zeros{n,1} ⇒ z i 0@[1] ≠ 0 ⇒ det{n} A = 0",
    by=by_contradiction(
        use("inverse_by_adjugate", "A"),
        use("inverse_on_both_sides", "A", _inverse("A")),
        use(
            "∀A B:[n]→[n]→ℝ, z:[n]→[1]→ℝ. matmul{n,n,n} B A = identity{n} ⇒ matmul{n,n,1} A z = zeros{n,1}"
            " ⇒ z = zeros{n,1}",
            "A",
            _inverse("A"),
            "z",
        ),
        claim("z i 0@[1] = 0", applied(-1, "i", "0@[1]")),
    ),
)
def det_with_kernel() -> None:
    """A matrix that maps a vector other than 0 to 0 has no inverse."""


_DIFFERENCE = "(λl:[n], o:[1]. ind (l = i) + -1 * ind (l = j))"


@lemma(
    "∀A:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. A k i = A k j) ⇒ det{n} A = 0",
    by=through(
        f"matmul{{n,n,1}} A {_DIFFERENCE} = zeros{{n,1}}",
        "ind (i = i) + -1 * ind (i = j) ≠ 0",
        use("det_with_kernel", "A", _DIFFERENCE, "i"),
    ),
)
def det_equal_columns() -> None:
    """The difference of the two unit vectors is mapped to 0."""


# blocks


def _blocks(a: str, b: str, c: str, d: str) -> str:
    """Write a matrix of four blocks."""
    return f"(above{{m,k,m+k}} (beside{{m,m,k}} {a} {b}) (beside{{k,m,k}} {c} {d}))"


def _part(block: str, name: str, size: str) -> Outline:
    """Prove that det (block of A and the identity matrix) = det A, where A has the rows of this name."""
    place, row = f"{name}{{m,k}}", f"(λp l:[{size}]. X p l + ind (p = i) * (ind (l = j) + -1 * X p l))"
    replaced = f"(λp l:[m+k]. {block} p l + ind (p = {place} i) * (ind (l = q) + -1 * {block} p l))"
    return through(
        claim(
            f"∀X:[{size}]→[{size}]→ℝ, i:[{size}]. det{{m+k}} {block}"
            f" = (Σ j:[{size}]. X i j * det{{m+k}} {block.replace('X', row)})",
            claim(
                f"∀j:[{size}]. det{{m+k}} {replaced.replace('q', f'{place} j')} = det{{m+k}} {block.replace('X', row)}",
                f"{replaced.replace('q', f'{place} j')} = {block.replace('X', row)}",
                then=rewriting,
            ),
            use(
                f"∀X:[{size}]→[{size}]→ℝ, i:[{size}], f:[m+k]→ℝ."
                f" (Σ q:[m+k]. {block} ({place} i) q * f q) = (Σ j:[{size}]. X i j * f ({place} j))",
                *("X", "i", f"λq:[m+k]. det{{m+k}} {replaced}"),
            ),
            use("det_linear", "n=m+k", block, f"{place} i"),
        ),
        claim(
            f"∀X:[{size}]→[{size}]→ℝ, i j:[{size}]. i ≠ j ⇒ (∀l:[{size}]. X i l = X j l) ⇒ det{{m+k}} {block} = 0",
            f"∀l:[m+k]. {block} ({place} i) l = {block} ({place} j) l",
            claim(f"{place} i ≠ {place} j", use(f"{name}_equal", "i", "j"), then=rewriting),
            use("det_alternating", "n=m+k", block, f"{place} i", f"{place} j"),
        ),
        use("det_unique", f"n={size}", f"λX:[{size}]→[{size}]→ℝ. det{{m+k}} {block}", "A"),
        f"{block.replace('X', f'(λi j:[{size}]. ind (i = j))')} = identity{{m+k}}",
        use("det_one", "n=m+k"),
        then=rewriting,
    )


_FIRST = _blocks("X", "zeros{m,k}", "zeros{k,m}", "identity{k}")
_SECOND = _blocks("identity{m}", "zeros{m,k}", "zeros{k,m}", "X")


@lemma(f"∀A:[m]→[m]→ℝ. det{{m+k}} {_FIRST.replace('X', 'A')} = det{{m}} A", by=_part(_FIRST, "inl", "m"))
def det_first_block() -> None:
    """It is linear in each row of the block, and 0 where two of its rows are equal."""


@lemma(f"∀A:[k]→[k]→ℝ. det{{m+k}} {_SECOND.replace('X', 'A')} = det{{k}} A", by=_part(_SECOND, "inr", "k"))
def det_second_block() -> None:
    """It is linear in each row of the block, and 0 where two of its rows are equal."""


@lemma(
    "∀M N S T:[n]→[n]→ℝ. matmul{n,n,n} M N = identity{n} ⇒ matmul{n,n,n} S T = identity{n}"
    " ⇒ matmul{n,n,n} S (matmul{n,n,n} M T) = matmul{n,n,n} M M ⇒ det{n} M = 1",
    by=through(
        use("det_of_inverses", "M", "N"),
        use("det_of_inverses", "S", "T"),
        claim(
            "det{n} S * (det{n} M * det{n} T) = det{n} M * det{n} M",
            use("det_matmul", "S", "matmul{n,n,n} M T", back=True),
            use("det_matmul", "M", "T", back=True),
            use("det_matmul", "M", "M", back=True),
            then=rewriting,
        ),
        use(
            "∀d e s t:ℝ. d * e = 1 ⇒ s * t = 1 ⇒ s * (d * t) = d * d ⇒ d = 1",
            *("det{n} M", "det{n} N", "det{n} S", "det{n} T"),
        ),
    ),
)
def det_similar_to_square() -> None:
    """What is invertible and similar to its square has the determinant 1."""


def _unit_blocks(upper: str, lower: str, first: str, second: str, with_sign: tuple[str, str]) -> Outline:
    """Prove that det M = 1, where M is 1 but for a block: S M S⁻¹ = M M, where S doubles the rows or halves them."""
    block, other = (_blocks("identity{m}", *each, "identity{k}") for each in ((upper, lower), with_sign))
    scale = "(λi j:[k]. {} * ind (i = j))"
    scaled = (_blocks("identity{m}", "zeros{m,k}", "zeros{k,m}", scale.format(c)) for c in (first, second))
    return through(use("det_similar_to_square", "n=m+k", block, other, *scaled))


@lemma(
    f"∀C:[k]→[m]→ℝ. det{{m+k}} {_blocks('identity{m}', 'zeros{m,k}', 'C', 'identity{k}')} = 1",
    by=_unit_blocks("zeros{m,k}", "C", "2", "1/2", ("zeros{m,k}", "(λi:[k], j:[m]. -1 * C i j)")),
)
def det_unit_below() -> None:
    """The determinant of a matrix that is 1 but for the block below the diagonal."""


@lemma(
    f"∀B:[m]→[k]→ℝ. det{{m+k}} {_blocks('identity{m}', 'B', 'zeros{k,m}', 'identity{k}')} = 1",
    by=_unit_blocks("B", "zeros{k,m}", "1/2", "2", ("(λi:[m], j:[k]. -1 * B i j)", "zeros{k,m}")),
)
def det_unit_above() -> None:
    """The determinant of a matrix that is 1 but for the block above the diagonal."""


def _of_two_parts(block: str, middle: str, fact: str, value: str, first: str, last: str) -> Outline:
    """Prove what the determinant of blocks is from three factors: one block, the middle, the other block."""
    product = "matmul{m+k,m+k,m+k}"
    one, other = _FIRST.replace("X", "A"), _SECOND.replace("X", "D")
    factors = {"A": one, "D": other}
    return through(
        f"{block} = {product} {factors[first]} ({product} {middle} {factors[last]})",
        use("det_matmul", "n=m+k", factors[first], f"{product} {middle} {factors[last]}"),
        use("det_matmul", "n=m+k", middle, factors[last]),
        use(fact, value),
        use("det_first_block", "A"),
        use("det_second_block", "D"),
        then=rewriting,
    )


_BELOW = _blocks("A", "zeros{m,k}", "C", "D")
_ABOVE = _blocks("A", "B", "zeros{k,m}", "D")


@lemma(
    f"∀A:[m]→[m]→ℝ, C:[k]→[m]→ℝ, D:[k]→[k]→ℝ. det{{m+k}} {_BELOW} = det{{m}} A * det{{k}} D",
    by=_of_two_parts(_BELOW, _blocks("identity{m}", "zeros{m,k}", "C", "identity{k}"), "det_unit_below", "C", "A", "D"),
)
def det_blocks_below() -> None:
    """[A, 0; C, D] = [A, 0; 0, 1]·[1, 0; C, 1]·[1, 0; 0, D]."""


@lemma(
    f"∀A:[m]→[m]→ℝ, B:[m]→[k]→ℝ, D:[k]→[k]→ℝ. det{{m+k}} {_ABOVE} = det{{m}} A * det{{k}} D",
    by=_of_two_parts(_ABOVE, _blocks("identity{m}", "B", "zeros{k,m}", "identity{k}"), "det_unit_above", "B", "D", "A"),
)
def det_blocks_above() -> None:
    """[A, B; 0, D] = [1, 0; 0, D]·[1, B; 0, 1]·[A, 0; 0, 1]."""


_SUM = "(matadd{{{0},{0}}} identity{{{0}}} (matmul{{{0},{1},{0}}} {2} {3}))"
_AB, _BA = _SUM.format("m", "k", "A", "B"), _SUM.format("k", "m", "B", "A")
_MINUS_A = "(λi:[m], j:[k]. -1 * A i j)"
_WAYS = (
    (
        _blocks("identity{m}", "zeros{m,k}", "B", "identity{k}"),
        _blocks("identity{m}", _MINUS_A, "zeros{k,m}", _BA),
    ),
    (
        _blocks("identity{m}", _MINUS_A, "zeros{k,m}", "identity{k}"),
        _blocks(_AB, "zeros{m,k}", "B", "identity{k}"),
    ),
)


@lemma(
    f"∀A:[m]→[k]→ℝ, B:[k]→[m]→ℝ. det{{m}} {_AB} = det{{k}} {_BA}",
    by=through(
        "matmul{{m+k,m+k,m+k}} {} {} = matmul{{m+k,m+k,m+k}} {} {}".format(*_WAYS[0], *_WAYS[1]),
        claim(
            "det{{k}} {} = det{{m+k}} (matmul{{m+k,m+k,m+k}} {} {})".format(_BA, *_WAYS[0]),
            use("det_one", "n=m"),
            use("det_unit_below", "B"),
            use("det_blocks_above", "identity{m}", _MINUS_A, _BA),
            use("det_matmul", "n=m+k", *_WAYS[0]),
            then=rewriting,
        ),
        claim(
            "det{{m}} {} = det{{m+k}} (matmul{{m+k,m+k,m+k}} {} {})".format(_AB, *_WAYS[1]),
            use("det_one", "n=k"),
            use("det_unit_above", _MINUS_A),
            use("det_blocks_below", _AB, "B", "identity{k}"),
            use("det_matmul", "n=m+k", *_WAYS[1]),
            then=rewriting,
        ),
        then=rewriting,
    ),
)
def sylvester() -> None:
    """Both are the determinant of [1, −A; B, 1], written as a product in two ways."""


# the transpose


def _column(matrix: str, j: str, entry: str) -> str:
    """Write a matrix with another column j, whose entry in row k is given."""
    return f"(λk l:[n]. {matrix} k l + ind (l = {j}) * ({entry} + -1 * {matrix} k {j}))"


_ONE_COLUMN = _column("identity{n}", "j", "z k 0@[1]")
_FROM_UNIT, _UNIT_ROW = "(λk:[n], o:[1]. z k o + -1 * ind (k = j))", "(λo:[1], l:[n]. ind (l = j))"


@lemma(
    f"∀z:[n]→[1]→ℝ, j:[n]. det{{n}} {_ONE_COLUMN} = z j 0@[1]",
    by=through(
        f"{_ONE_COLUMN} = matadd{{n,n}} identity{{n}} (matmul{{n,1,n}} {_FROM_UNIT} {_UNIT_ROW})",
        use("sylvester", "m=n", "k=1", _FROM_UNIT, _UNIT_ROW),
        use("det_one_entry", f"matadd{{1,1}} identity{{1}} (matmul{{1,n,1}} {_UNIT_ROW} {_FROM_UNIT})"),
        f"matadd{{1,1}} identity{{1}} (matmul{{1,n,1}} {_UNIT_ROW} {_FROM_UNIT}) 0@[1] 0@[1] = z j 0@[1]",
        then=rewriting,
    ),
)
def det_unit_column() -> None:
    """The identity matrix with another column is 1 + z′·eᵀ for a unit vector e, of which Sylvester's law speaks."""


_OTHER = _column("B", "j", "w k 0@[1]")


@lemma(
    "∀B C:[n]→[n]→ℝ, w:[n]→[1]→ℝ, j:[n]. matmul{n,n,n} B C = identity{n}"
    f" ⇒ det{{n}} {_OTHER} = det{{n}} B * matmul{{n,n,1}} C w j 0@[1]",
    by=through(
        "matmul{n,n,1} B (matmul{n,n,1} C w) = w",
        claim("∀k:[n]. (Σ m:[n]. B k m * matmul{n,n,1} C w m 0@[1]) = w k 0@[1]", applied(-1, "k", "0@[1]")),
        claim(
            f"{_OTHER} = matmul{{n,n,n}} B {_ONE_COLUMN.replace('z', '(matmul{n,n,1} C w)')}",
            use(
                "∀B:[n]→[n]→ℝ, v:[n]→ℝ, w:[n]→[1]→ℝ, j:[n]. (∀k:[n]. (Σ m:[n]. B k m * v m) = w k 0@[1])"
                f" ⇒ {_OTHER} = matmul{{n,n,n}} B {_ONE_COLUMN.replace('z k 0@[1]', 'v k')}",
                *("B", "λm:[n]. matmul{n,n,1} C w m 0@[1]", "w", "j"),
            ),
        ),
        use("det_matmul", "B", _ONE_COLUMN.replace("z", "(matmul{n,n,1} C w)")),
        use("det_unit_column", "matmul{n,n,1} C w", "j"),
        then=rewriting,
    ),
)
def det_of_column() -> None:
    """Cramer's rule."""


@lemma(
    "∀B:[n]→[n]→ℝ, w:[n]→[1]→ℝ, j:[n]. det{n} B ≠ 0"
    f" ⇒ det{{n}} {_OTHER} = (Σ m:[n]. w m 0@[1] * det{{n}} {_column('B', 'j', 'ind (k = m)')})",
    by=through(
        use("inverse_by_adjugate", "B"),
        use("det_of_column", "B", _inverse("B"), "w", "j"),
        claim(
            f"∀m:[n]. det{{n}} {_column('B', 'j', 'ind (k = m)')} = det{{n}} B * {_inverse('B')} j m",
            use("det_of_column", "B", _inverse("B"), "λk:[n], o:[1]. ind (k = m)", "j"),
            use(
                "∀C:[n]→[n]→ℝ, j m:[n]. matmul{n,n,1} C (λk:[n], o:[1]. ind (k = m)) j 0@[1] = C j m",
                _inverse("B"),
                "j",
                "m",
            ),
            then=rewriting,
        ),
    ),
)
def det_linear_in_column() -> None:
    """By Cramer's rule."""


_UNIT_COLUMN = _column("A", "j", "ind (k = m)")
_OWN_COLUMN = "(λk:[n], o:[1]. A k j)"
_EXPANDED = f"det{{n}} A = (Σ m:[n]. A m j * det{{n}} {_UNIT_COLUMN})"


def _expanded_from(matrix: str) -> Outline:
    """Prove the expansion by a column where a matrix that is A but for this column has a determinant other than 0."""
    whole, part = _column(matrix, "j", "A k j"), _column(matrix, "j", "ind (k = m)")
    return by_contradiction(
        use("det_linear_in_column", matrix, _OWN_COLUMN, "j"),
        claim(f"det{{n}} {whole} = det{{n}} A", f"{whole} = A", then=rewriting),
        claim(f"∀m:[n]. det{{n}} {part} = det{{n}} {_UNIT_COLUMN}", f"{part} = {_UNIT_COLUMN}", then=rewriting),
        _EXPANDED,
    )


@lemma(
    f"∀A:[n]→[n]→ℝ, j:[n]. {_EXPANDED}",
    by=by_contradiction(
        claim("det{n} A = 0", then=_expanded_from("A")),
        claim(
            f"∀p:[n]. det{{n}} {_UNIT_COLUMN.replace('m', 'p')} = 0",
            then=_expanded_from(_UNIT_COLUMN.replace("m", "p")),
        ),
        use(
            "∀d:ℝ, a b:[n]→ℝ. d = 0 ⇒ (∀m:[n]. b m = 0) ⇒ d = (Σ m:[n]. a m * b m)",
            *("det{n} A", "λm:[n]. A m j", f"λm:[n]. det{{n}} {_UNIT_COLUMN}"),
        ),
    ),
)
def det_by_column() -> None:
    """It follows from Cramer's rule, unless this determinant and all those in the sum are 0, and then from 0 = 0."""


@lemma(
    "∀A:[n]→[n]→ℝ. det{n} (transpose{n,n} A) = det{n} A",
    by=through(
        claim(
            "∀X:[n]→[n]→ℝ, i:[n]. det{n} (transpose{n,n} X)"
            f" = (Σ j:[n]. X i j * det{{n}} (transpose{{n,n}} {_row('X', 'i', _UNIT)}))",
            use("det_by_column", "transpose{n,n} X", "i"),
        ),
        claim(
            "∀X:[n]→[n]→ℝ, i j:[n]. i ≠ j ⇒ (∀k:[n]. X i k = X j k) ⇒ det{n} (transpose{n,n} X) = 0",
            "∀k:[n]. transpose{n,n} X k i = transpose{n,n} X k j",
            use("det_equal_columns", "transpose{n,n} X", "i", "j"),
        ),
        use("det_unique", "λX:[n]→[n]→ℝ. det{n} (transpose{n,n} X)", "A"),
        "transpose{n,n} (λi j:[n]. ind (i = j)) = identity{n}",
        use("det_one"),
        then=rewriting,
    ),
)
def det_transpose() -> None:
    """The determinant of the transpose is linear in each row and 0 where two rows are equal."""


@lemma(
    "det{n} zeros{n,n} = 0",
    by=through(
        use("det_linear", "zeros{n,n}", "0@[n]"),
        use(
            "∀f:[n]→ℝ. (Σ j:[n]. zeros{n,n} 0@[n] j * f j) = 0", "λj:[n]. det{n} " + _row("zeros{n,n}", "0@[n]", _UNIT)
        ),
        then=rewriting,
    ),
)
def det_zeros() -> None:
    """The determinant of a matrix of zeros, which has at least one row."""
