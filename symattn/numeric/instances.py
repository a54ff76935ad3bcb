"""The exact instances of a claim, in the order in which they are tried.

Sizes come first, in the order of `size_search.py`. For each choice of sizes there are stages. In stage 0 matrices have
ones on the diagonal, in stages 1 and 2 a fixed pattern of small numbers, later pseudo-random entries from `GRID`, their
absolute values where hypotheses say that no entry is below 0;
orthogonal matrices are fixed permutations and rotations first, then products of a signed permutation with a rational
rotation by Cayley's formula; kernels and maps are taken in turn from fixed lists. Numbers are all 0, where that may be,
once the fixed ones are used up; where hypotheses name numbers beyond the fixed ones, these and their neighbours are
tried in further stages. Within a stage all permutations are tried in lexicographic order, a pseudo-random choice of
them when there are more than `PERMUTATIONS`; for each of them all values of the free indices of the hypotheses,
lexicographically: a free index means one index, the same wherever it is written. Pseudo-random values depend on the
seed, the sizes, the stage and the name of the symbol, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, permutations, product
from math import factorial, prod
from random import Random
from typing import Any

from flint import arb, fmpq
from sympy import Basic, Expr, Idx, MatrixSymbol, Rational, Symbol

from symattn.language.base.symbols import PermutationSymbol
from symattn.language.inspection import Declarations, free_atoms
from symattn.numeric import exact
from symattn.numeric.bindings import family_shape
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.constructions import Plan, fits_assumptions
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import MINUS_INFINITY, ONE, ZERO, Imprecise, Infinity, Matrix, Undefined
from symattn.numeric.expectation import EXACT, random_vectors, weights
from symattn.numeric.functions import KERNELS, MAPS, implied_by, is_invariant, listed_map, times
from symattn.numeric.given_values import give_values, index_range
from symattn.numeric.index_search import choices_that_hold
from symattn.numeric.reduction import primed_name
from symattn.numeric.walk import definition_of
from symattn.primitives.heads.word import MatrixFamily
from symattn.primitives.kernels.word import is_arbitrary
from symattn.primitives.maps.word import MapSymbol

GRID = tuple(fmpq(p, q) for p, q in ((0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2)))
SCALARS = tuple(fmpq(p, q) for p, q in ((1, 1), (0, 1), (-1, 1), (2, 1), (1, 2), (-2, 1), (3, 1), (-3, 2)))
UNITS = (Complex(ZERO, ONE), Complex(ONE, ZERO), Complex(ZERO, -ONE), Complex(-ONE, ZERO))
#: Stages for each choice of sizes, by the number of sizes; three or more sizes get the last.
STAGES = (120, 24, 12, 6)
PERMUTATIONS = 40
#: Further stages in which numbers are taken from those that the hypotheses are about, where there are such numbers.
FURTHER_STAGES = 24

#: The first of the stages in which entries are pseudo-random.
FIRST_RANDOM_STAGE = 3

#: Pseudo-random numbers that are made ready when the first is drawn; most values need none.
Seeded = Callable[[], Random]


@lru_cache(maxsize=1024)
def _text(symbol: Basic) -> str:
    return str(symbol)


@dataclass(frozen=True, eq=False)
class Instance:
    """Hold exact values of all symbols of a claim, as `enclose` takes them."""

    bindings: dict[Basic, Any]

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes by name."""
        return {str(s): int(v.p) for s, v in self._named() if isinstance(s, Symbol) and s.is_integer and s.is_positive}

    @property
    def values(self) -> dict[str, Any]:
        """The other values by name: matrices as nested lists, permutations as image lists, numbers as exact strings."""
        sizes = self.sizes
        others = [(s, v) for s, v in self._named() if str(s) not in sizes]
        return {str(s): as_text(image_list(v) if isinstance(s, PermutationSymbol) else v) for s, v in others}

    def _named(self) -> list[tuple[Basic, Any]]:
        return sorted(self.bindings.items(), key=lambda item: _text(item[0]))

    @property
    def is_exact(self) -> bool:
        """Whether no value is an enclosure."""
        return not any(map(_encloses, self.bindings.values()))


@dataclass(frozen=True)
class Powers:
    """Hold the sequence of the powers of an exact matrix: a sequential encoding."""

    matrix: Matrix

    @property
    def text(self) -> str:
        """The sequence in words."""
        rows = ", ".join(f"[{', '.join(map(str, row))}]" for row in self.matrix)
        return f"powers of [{rows}]"

    @property
    def latex(self) -> str:
        """The sequence in LaTeX."""
        rows = r" \\ ".join(" & ".join(map(str, row)) for row in self.matrix)
        return rf"\text{{powers of }} \begin{{pmatrix}} {rows} \end{{pmatrix}}"

    def __call__(self, j: int) -> Matrix:
        result: Matrix = tuple(
            tuple(ONE if a == b else ZERO for b in range(len(self.matrix))) for a in range(len(self.matrix))
        )
        for _ in range(int(j)):
            result = exact.matrix_product(result, self.matrix)
        return result


def _encloses(value: Any) -> bool:
    return any(map(_encloses, value)) if isinstance(value, tuple) else isinstance(value, arb)


def image_list(matrix: Matrix) -> tuple[int, ...]:
    """Return the image list of a permutation matrix: for each column the row of its 1."""
    return tuple(column.index(ONE) for column in exact.transpose(matrix))


def as_text(value: Any) -> Any:
    """Return a value as strings in nested lists: exact, or an enclosure of what equations compute."""
    if isinstance(value, arb):
        return value.str(10).strip("[]").replace("+/-", "±")
    if isinstance(value, Infinity):
        return value.value
    if isinstance(value, tuple):
        return [as_text(part) for part in value]
    if isinstance(value, frozenset):
        return [str(i) for i in sorted(value)]
    return getattr(value, "text", None) or str(value)


class Draws:
    """Make the values of one choice of sizes."""

    def __init__(self, declared: Declarations, made: Plan, sizes: Sequence[int], seed: int) -> None:
        self.declared, self.plan = declared, made
        self.sizes = {symbol: fmpq(size) for symbol, size in zip(declared.sizes, sizes, strict=True)}
        self.seed = f"{seed}:{','.join(map(str, sizes))}"
        self.reader = Encloser(self.sizes)
        self._shapes: dict[Basic, tuple[int, int]] = {}
        self.order = {symbol: place for place, symbol in enumerate(declared.all())}
        self.index_choices: Sequence[dict[Basic, fmpq]] = ({},)  # until `choose_indices` is asked

    def shape(self, symbol: Any) -> tuple[int, int]:
        """Return the shape of a matrix symbol at these sizes."""
        found = self._shapes.get(symbol)
        if found is None:
            found = self._shapes[symbol] = self.reader.shape(symbol)
        return found

    def fits(self) -> bool:
        """Tell whether these sizes have their declared properties and leave room for orthonormal columns and rows."""
        if not all(fits_assumptions(symbol, Rational(int(size.p))) for symbol, size in self.sizes.items()):
            return False
        planned = [*self.plan.orthonormal_columns, *self.plan.orthonormal_rows]
        return self.plan.allows({symbol: self.shape(symbol) for symbol in planned})

    def choose_indices(self, about: Sequence[Basic], holds: Callable[[Basic, dict[Basic, Any]], bool]) -> bool:
        """Keep the values of the hypotheses' free indices at which these hold; tell whether there are any."""
        ranges = {index: [fmpq(value) for value in index_range(self.reader, index)] for index in self.plan.indices}
        self.index_choices = list(choices_that_hold(ranges, about, lambda h, at: holds(h, {**self.sizes, **at})))
        return bool(self.index_choices)

    @cached_property
    def entries(self) -> int:
        """The number of entries of all matrices, and of other numbers."""
        matrices = (symbol for symbol in self.declared.all() if isinstance(symbol, MatrixSymbol))
        numbers = len(self.declared.scalars) + 2 * len(self.declared.complexes)
        return sum(prod(self.shape(symbol)) for symbol in matrices) + numbers

    def instances(self) -> Iterator[Instance]:
        """Yield the instances of these sizes in order; those that a construction cannot make are left out."""
        for stage in range(self._stages()):
            try:
                values = self._values(stage)
            except Undefined:
                continue
            for images in self._permutations(stage):
                for index in self.index_choices:
                    instance = {**self.sizes, **values, **images, **index}
                    variants = (instance, {**instance, **self._zeros_inside}) if self._zeros_inside else (instance,)
                    yield from filter(None, (self._built(each, stage) for each in variants))

    @cached_property
    def _zeros_inside(self) -> dict[Basic, Any]:
        shapes = {symbol: self.shape(symbol) for symbol in self.plan.inside}
        return {symbol: ((ZERO,) * columns,) * rows for symbol, (rows, columns) in shapes.items()}

    def drawn(self, stage: int) -> dict[Basic, Any]:
        """Return the values of a stage, with the first permutations, before anything is built in."""
        return {**self.sizes, **self._values(stage), **next(self._permutations(stage), {})}

    def made(self, stage: int, chosen: dict[Basic, Any]) -> Instance | None:
        """Return the first instance of a stage, with chosen values; None where a construction cannot make it."""
        with suppress(Undefined, Imprecise):
            return self._built({**self.drawn(stage), **chosen, **next(iter(self.index_choices), {})}, stage)
        return None

    def _built(self, values: dict[Basic, Any], stage: int) -> Instance | None:
        """Return an instance with what is built in, or None where that cannot be made."""
        with suppress(Undefined, Imprecise):
            values = dict(values)
            self._build_in(values, stage)
            return Instance(values)
        return None

    def at_rest(self) -> Instance:
        """Return the instance in which all matrices without a declared property are 0, and nothing is built in."""
        values = self.drawn(0)
        declared, free = self.declared, self.plan.invertible
        for symbol in declared.matrices:
            if symbol not in (*declared.orthogonals, *declared.invertibles, *declared.masks, *free):
                rows, columns = self.shape(symbol)
                values[symbol] = ((ZERO,) * columns,) * rows
        for family in declared.families:
            heads, rows, columns = (self.reader.size(size) for size in family_shape(family))
            values[family] = (((ZERO,) * columns,) * rows,) * heads
        return Instance({**values, **self.index_choices[0]})

    def _stages(self) -> int:
        """Return how many stages there are; where only permutations and indices have values, one."""
        has_entries = len(self.order) > len(self.sizes) + len(self.declared.permutations) + len(self.declared.indices)
        return self._regular_stages + (FURTHER_STAGES if self.plan.numbers else 0) if has_entries else 1

    @property
    def _regular_stages(self) -> int:
        return STAGES[min(len(self.sizes), 3)]

    def _random(self, stage: int, symbol: Basic) -> Seeded:
        return lambda: Random(f"{self.seed}:{stage}:{_text(symbol)}")

    def _values(self, stage: int) -> dict[Basic, Any]:
        declared = self.declared
        values: dict[Basic, Any] = {}
        for symbol in (*declared.matrices, *declared.orthogonals, *declared.invertibles, *declared.masks):
            values[symbol] = self._matrix(symbol, stage)
        for symbol in declared.index_maps:
            values[symbol] = selection_matrix(
                *self.shape(symbol), stage + self.order[symbol], self._random(stage, symbol)
            )
        for symbol in self.plan.nonnegative if stage >= FIRST_RANDOM_STAGE else ():
            values[symbol] = nonnegative_matrix(values[symbol], stage)
        for symbol in self.plan.singular if stage >= FIRST_RANDOM_STAGE else ():
            values[symbol] = with_fewer_rows(values[symbol], stage)
        for place, p in enumerate(declared.probabilities):
            values[p] = (weights(self.shape(p)[1], stage, self._random(stage, p)(), place),)
        for family in declared.families:
            values[family] = self._family(family, stage)
        for place, subset in enumerate(declared.subsets):
            n = self.reader.size(subset.size)
            number = stage + place + 1 if stage < 3 else self._random(stage, subset)().randrange(1, 2**n)
            mask = 1 + (number - 1) % (2**n - 1)
            values[subset] = frozenset(i for i in range(n) if mask >> i & 1)
        for scalar in declared.scalars:
            values[scalar] = self._number(scalar, stage)
        for z in declared.complexes:
            values[z] = self._complex(z, stage)
        for place, kernel in enumerate(declared.kernels):
            values[kernel] = KERNELS[(stage + place) % len(KERNELS)]
        for encoding in declared.encodings:
            size = self.reader.size(encoding.width)
            seeded = self._random(stage, encoding)
            values[encoding] = Powers(plain_matrix(size, size, stage, self.order[encoding], seeded))
        for place, mapping in enumerate(declared.maps):
            widths = self.reader.size(mapping.width), self.reader.size(mapping.out_width)
            values[mapping] = listed_map(stage + place, *widths)
        return values

    def _number(self, scalar: Symbol, stage: int) -> fmpq:
        """Return a real number of the stage."""
        further = stage - self._regular_stages if scalar in self.plan.numbers else -1
        if further >= 0:
            grid = [fmpq(int(x.p), int(x.q)) for x in self.plan.numbers[scalar]]
        else:
            grid = [x for x in SCALARS if fits_assumptions(scalar, Rational(int(x.p), int(x.q)))]
        if not grid:
            raise Undefined("no number of the grid fits the assumptions of a symbol")
        if 0 <= further < len(grid):
            number = further + self.order[scalar]
        elif further < 0 and stage < len(SCALARS):
            number = stage + self.order[scalar]
        elif further < 0 and stage == len(SCALARS):  # all equal, and 0 where that may be
            number = grid.index(ZERO) if ZERO in grid else 0
        else:
            number = self._random(stage, scalar)().randrange(len(grid))
        return grid[number % len(grid)]

    def _complex(self, symbol: Symbol, stage: int) -> Complex:
        """Return a complex number of the stage: the units, fixed patterns, 0, then pseudo-random ones."""
        if stage < len(UNITS):
            return UNITS[(stage + self.order[symbol]) % len(UNITS)]
        if stage < len(SCALARS):
            first = stage + self.order[symbol]
            return Complex(SCALARS[first % len(SCALARS)], SCALARS[(2 * first + 1) % len(SCALARS)])
        rng = self._random(stage, symbol)()
        return Complex(ZERO, ZERO) if stage == len(SCALARS) else Complex(rng.choice(SCALARS), rng.choice(SCALARS))

    def _matrix(self, symbol: Any, stage: int) -> Matrix:
        rows, columns = self.shape(symbol)
        seeded, place = self._random(stage, symbol), self.order[symbol]
        if symbol in self.declared.masks:
            return mask_matrix(rows, columns, stage, seeded)
        if symbol in self.declared.orthogonals:
            return orthogonal_matrix(rows, stage + place, seeded)
        if symbol in self.declared.invertibles or symbol in self.plan.invertible:
            return invertible_matrix(rows, stage, place, seeded)
        return plain_matrix(rows, columns, stage, place, seeded)

    def _family(self, family: MatrixFamily, stage: int) -> tuple[Matrix, ...]:
        heads, rows, columns = (self.reader.size(size) for size in family_shape(family))
        seeded, place = cache(self._random(stage, family)), self.order[family]  # one stream for all heads
        return tuple(plain_matrix(rows, columns, stage, place + h, seeded) for h in range(heads))

    def _permutations(self, stage: int) -> Iterator[dict[Basic, Matrix]]:
        names = self.declared.permutations
        counts = [self.shape(symbol)[0] for symbol in names]
        if prod(map(factorial, counts)) <= PERMUTATIONS:
            choices: Any = product(*(permutations(range(n)) for n in counts))
        else:
            rng = Random(f"{self.seed}:{stage}")
            choices = [tuple(tuple(rng.sample(range(n), n)) for n in counts) for _ in range(PERMUTATIONS // 2)]
        for choice in choices:
            yield {name: permutation_matrix(images) for name, images in zip(names, choice, strict=True)}

    def _build_in(self, values: dict[Basic, Any], stage: int) -> None:
        """Change values so that the hypotheses that can be built in hold."""
        for symbol in self.plan.equal_norms:
            seeded, base = cache(self._random(stage, symbol)), values[symbol][0]  # one stream for all rows
            turns = [orthogonal_matrix(len(base), stage + i, seeded) for i in range(len(values[symbol]))]
            values[symbol] = tuple(exact.matrix_product((base,), turn)[0] for turn in turns)
        for symbol in dict.fromkeys((*self.plan.orthonormal_columns, *self.plan.orthonormal_rows)):
            rows, columns = self.shape(symbol)
            turn = orthogonal_matrix(max(rows, columns), stage + self.order[symbol], self._random(stage, symbol))
            values[symbol] = tuple(row[:columns] for row in turn[:rows])
        for frame in self.plan.frames:
            first, length = frame[0], max(self.shape(frame[0]))
            turn = orthogonal_matrix(length, stage + self.order[first], self._random(stage, first))
            for symbol, row in zip(frame, turn, strict=False):
                values[symbol] = (row,) if self.shape(symbol)[0] == 1 else tuple((x,) for x in row)
        give_values(self.plan.steps, values)
        self._choose_random_vectors(values, stage)
        self._choose_invariant(values, stage)

    def _choose_random_vectors(self, values: dict[Basic, Any], stage: int) -> None:
        """Choose weights and random vectors so that the given means, variances and independence hold."""
        for p in dict.fromkeys(h.probability for h in self.plan.random_vectors):
            made = random_vectors(
                self.plan.random_vectors,
                p,
                self.shape(p)[1],
                lambda vector: self.shape(vector)[1],
                Encloser(values).number,
                EXACT,
                stage,
            )
            if made is None:
                raise Undefined("more outcomes are needed, or a variance that is the square of a rational")
            values.update({symbol: exact.freeze(rows) for symbol, rows in made.items()})

    def _choose_invariant(self, values: dict[Basic, Any], stage: int) -> None:
        """Choose kernels and maps from the lists so that the given invariances hold."""
        kernels = list(dict.fromkeys(h.kernel for h in self.plan.invariances))
        maps = list(dict.fromkeys(h.map for h in self.plan.invariances if isinstance(h.map, MapSymbol)))
        if not kernels:
            return
        turned_kernels = KERNELS[stage % len(KERNELS) :] + KERNELS[: stage % len(KERNELS)]
        turned_maps = MAPS[stage % len(MAPS) :] + MAPS[: stage % len(MAPS)]
        for chosen_maps in product(turned_maps, repeat=len(maps)):
            values.update(zip(maps, chosen_maps, strict=True))
            for chosen in product(turned_kernels, repeat=len(kernels)):
                values.update(zip(kernels, chosen, strict=True))
                if all(invariance_holds(values, h.kernel, h.map) for h in self.plan.invariances):
                    return
        raise Undefined("no kernel of the list is invariant")


@lru_cache(maxsize=256)
def free_indices(proposition: Basic) -> tuple[Idx, ...]:
    """Return the indices for which a claim is made, in the order of their names."""
    return tuple(sorted((atom for atom in free_atoms(proposition) if isinstance(atom, Idx)), key=str))


def invariance_holds(values: dict[Basic, Any], kernel: Basic, mapping: Basic) -> bool:
    """Tell whether a kernel is surely invariant under a map or rational matrix; False where that cannot be decided."""
    width = mapping.width if isinstance(mapping, MapSymbol) else mapping.shape[0]
    try:
        if isinstance(mapping, MapSymbol):
            moved = values[mapping]
        else:
            matrix = Encloser(values).matrix(mapping)
            if not exact.is_rational(matrix):
                return False
            moved = times(matrix)
        return is_invariant(_polynomial(values, kernel, width), moved, Encloser(values).size(width))
    except (Undefined, Imprecise, TypeError):  # a TypeError comes from a function of polynomials that is none
        return False


def _polynomial(values: dict[Basic, Any], kernel: Any, width: Expr) -> Callable[[Any, Any], Any]:
    """Return a polynomial whose invariance implies that of a kernel; a formula is followed at polynomial variables."""
    if is_arbitrary(kernel):
        function: Callable[[Any, Any], Any] = values[kernel]
        return function
    known = implied_by(kernel)
    if known is not None:
        return known
    q, k = (MatrixSymbol(primed_name(name, kernel), 1, width) for name in "qk")
    formula = definition_of(kernel(q, k))
    return lambda left, right: Encloser({**values, q: (tuple(left),), k: (tuple(right),)}).value(formula)


# Matrices


def plain_matrix(rows: int, columns: int, stage: int, place: int, seeded: Seeded) -> Matrix:
    """Return a matrix of the stage: ones on the diagonal, two fixed patterns, then pseudo-random entries."""
    if stage > 2:
        rng = seeded()
        return tuple([tuple([rng.choice(GRID) for _ in range(columns)]) for _ in range(rows)])

    def entry(i: int, j: int) -> fmpq:
        if stage == 0:
            return ONE if i == j else ZERO
        if stage == 1:
            return GRID[(i + 2 * j + place + 1) % len(GRID)]
        return GRID[(3 * i + j + 2 * place + 2) % len(GRID)]

    return tuple(tuple(entry(i, j) for j in range(columns)) for i in range(rows))


def nonnegative_matrix(matrix: Matrix, stage: int) -> Matrix:
    """Return the absolute values of the entries; only in every third stage may they be 0."""
    return tuple(
        tuple(exact.absolute(x) or (fmpq(1, 1 + i + stage % 3) if stage % 3 else ZERO) for x in row)
        for i, row in enumerate(matrix)
    )


def with_fewer_rows(matrix: Matrix, stage: int) -> Matrix:
    """Return a matrix with rows of zeros: in every second stage, all of them or all but the first in turn."""
    kept = (len(matrix), 0, len(matrix), 1)[stage % 4]
    return (*matrix[:kept], *((ZERO,) * len(row) for row in matrix[kept:]))


def permutation_matrix(images: Sequence[int]) -> Matrix:
    """Return the matrix with entry (i, j) equal to 1 when i is the image of j."""
    n = len(images)
    return tuple(tuple(ONE if images[j] == i else ZERO for j in range(n)) for i in range(n))


def selection_matrix(rows: int, columns: int, number: int, seeded: Seeded) -> Matrix:
    """Return a matrix with one 1 in each row: in order, all in one place, or pseudo-random."""
    rng = seeded() if number > 1 else None
    places = [i % columns if number == 0 else 0 if rng is None else rng.randrange(columns) for i in range(rows)]
    return tuple(tuple(ONE if j == place else ZERO for j in range(columns)) for place in places)


def orthogonal_matrix(n: int, number: int, seeded: Seeded) -> Matrix:
    """Return an orthogonal rational matrix: for small numbers a fixed one, otherwise a pseudo-random one."""
    if n == 1:
        return ((fmpq((-1) ** (number + 1)),),)
    fixed = (_turn(n, ZERO, ONE), permutation_matrix(range(n - 1, -1, -1)), _turn(n, fmpq(3, 5), fmpq(4, 5)))
    if number < len(fixed):
        return fixed[number]
    rng, skew = seeded(), [[ZERO] * n for _ in range(n)]
    for i, j in combinations(range(n), 2):
        skew[i][j] = rng.choice(GRID)
        skew[j][i] = -skew[i][j]
    below, above = (
        tuple(tuple((ONE if i == j else ZERO) + sign * skew[i][j] for j in range(n)) for i in range(n))
        for sign in (-1, 1)
    )
    signed = permutation_matrix(rng.sample(range(n), n))
    signs = [fmpq(rng.choice((1, -1))) for _ in range(n)]
    signed = tuple(tuple(exact.multiply(sign, x) for x in row) for sign, row in zip(signs, signed, strict=True))
    return exact.matrix_product(exact.matrix_product(below, exact.inverse(above)), signed)


def _turn(n: int, cosine: fmpq, sine: fmpq) -> Matrix:
    turn = [[ONE if i == j else ZERO for j in range(n)] for i in range(n)]
    turn[0][:2], turn[1][:2] = [cosine, sine], [-sine, cosine]
    return exact.freeze(turn)


def invertible_matrix(n: int, stage: int, place: int, seeded: Seeded) -> Matrix:
    """Return a matrix with a determinant other than 0: the one of the stage, changed on the diagonal if need be."""
    matrix = plain_matrix(n, n, stage, place, seeded)
    for shift in range(n + 1):
        shifted = tuple(
            tuple(exact.add(x, fmpq(shift) if i == j else ZERO) for j, x in enumerate(row))
            for i, row in enumerate(matrix)
        )
        if exact.determinant(shifted) != 0:
            return shifted
    raise Undefined("no invertible matrix at this stage")


def mask_matrix(rows: int, columns: int, stage: int, seeded: Seeded) -> Matrix:
    """Return a mask with a 0 in every row: all zeros, the causal pattern, one 0 a row, then pseudo-random ones."""

    if stage > 2:
        rng = seeded()
        shown = [rng.randrange(columns) for _ in range(rows)]
        seen = [[j == kept or rng.random() < 0.5 for j in range(columns)] for kept in shown]
    else:
        seen = [[(True, j <= i, j == i % columns)[stage] for j in range(columns)] for i in range(rows)]
    return tuple(tuple(ZERO if each else MINUS_INFINITY for each in row) for row in seen)
