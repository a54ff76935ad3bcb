"""Layer 5, meaning: a tree in a scope becomes a value; what shapes do not settle is a choice.

A ``Stage`` is one attempt to read one statement: a plan says which way each choice goes, and ``readings`` tries all
plans. A letter is bound, defined by an earlier row, declared, or assumed by its form; what is assumed is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from sympy import (
    ImmutableDenseMatrix,
    Not,
    OneMatrix,
    Piecewise,
    Rational,
    ZeroMatrix,
    exp,
    oo,
    sqrt,
)
from sympy.core.relational import Relational

from symattn.errors import SymattnError
from symattn.reading.blocks import blocks
from symattn.reading.calls import HOW_FAR, Calls, is_bracket
from symattn.reading.ellipses import whole_sum
from symattn.reading.entries import by_entries
from symattn.reading.families import is_block, is_by_entries
from symattn.reading.functions import FUNCTIONS, OF_ONE, frobenius, inner_product, norm, norm_called
from symattn.reading.grammar import beside
from symattn.reading.letters import size_of
from symattn.reading.names import IDENTITIES, PLACES, below_indicator, bound_in, letters_in
from symattn.reading.notation import TRANSPOSED
from symattn.reading.refusal import Refused, attempt
from symattn.reading.scope import Definition, Scope
from symattn.reading.sizes import Misfit, Needs, literal, unify
from symattn.reading.stage import Bound, Named
from symattn.reading.sums import Sums
from symattn.reading.tree import (
    MINUS_INFINITY,
    NONE,
    ONE,
    ZERO,
    Tree,
    differentiates,
    is_norm,
    is_rest,
    split_at_dots,
    values_in,
    walk,
    where,
)
from symattn.reading.unknowns import derivative, is_derivative, told, unknown
from symattn.reading.values import (
    Value,
    as_number,
    entrywise,
    kronecker,
    lift,
    negative,
    number,
    plus,
    product,
    quotient,
    transpose,
)

#: No statement has more choices than that tried, none has more nodes.
PLANS, NODES = 24, 4_000


#: What may be in the way of a name: f(x) of the very x of which f speaks, a place that is no index.
_UNNAMED = (Refused, Misfit, SymattnError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass
class Meaning(Calls, Sums):
    """Read trees as values, in one attempt."""

    def read(self, tree: Tree) -> Value:
        """Read a tree as a value."""
        self.nodes += 1
        if self.nodes > NODES:
            raise Refused("too long to be read")
        handler = getattr(self, f"_read_{tree.kind}", None)
        if handler is None:
            raise Refused(_REFUSED.get(tree.kind, f"{tree.value or told(tree) or tree.kind} is not read"))
        return handler(tree)  # type: ignore[no-any-return]

    def _body(self, definition: Definition, layer: dict[str, Bound]) -> Value:
        """Read what a definition says, and keep what the statement itself calls by its name."""
        is_direct = not self.depth
        value = super()._body(definition, layer)
        if is_direct:
            self.unfolded.append((definition, layer, value))
        return value

    def unfolded_in(self, roomy: Mapping[Any, Any]) -> Iterator[tuple[Any, Named]]:
        """Yield what the names in a statement stand for, once it is made: an expression, and how it was called."""
        for text, value in (each for _, found in self.as_one.values() for each in found):
            with suppress(*_UNNAMED):
                yield value.make().xreplace(roomy), (rf"\text{{``{text}''}}", (), ())
        for definition, layer, value in [*self.unfolded]:
            try:
                made = value.make()
                bound = [
                    layer.get(each) or Bound(self._reference(Tree("name", each))) for each in definition.arguments or ()
                ]
                values = [each.value.make() if each.value else each.number and each.number() for each in bound]
                at = [layer[each.value].place for each in definition.places]
                places = [each and each.make(self.naming) for each in at]
                made, *parts = (each.xreplace(roomy) for each in (made, *values, *places))
            except _UNNAMED:
                continue  # it is printed as it is
            if made.args:
                yield made, (definition.key, tuple(parts[: len(values)]), tuple(parts[len(values) :]))

    def _read_cases(self, tree: Tree) -> Value:
        """Read a number by cases; the last is for all that the others leave, or says so."""
        if tree.value == "rcases":
            raise Refused("cases are not read")
        pairs = list(zip(tree.kids[::2], tree.kids[1::2], strict=True))
        values = [number(-oo) if value == MINUS_INFINITY else as_number(self.read(value)) for value, _ in pairs]
        holds = [self.condition(condition) for _, condition in pairs[:-1]]
        last = pairs[-1][1]
        other = None if is_rest(last) else self.condition(last)

        def made() -> Any:
            said = [each() for each in holds]
            if other is not None and not _is_complete([*said, other()]):
                raise Refused("the cases may leave something out: write otherwise")
            return Piecewise(*zip((each.make() for each in values), (*said, True), strict=True))

        return Value(None, made)

    def _read_num(self, tree: Tree) -> Value:
        return number(Rational(tree.value), tree.value)

    def _read_name(self, tree: Tree) -> Value:
        return self._reference(tree)

    def _read_script(self, tree: Tree) -> Value:
        base, sub, sup = tree.kids
        if is_block(tree) and (base.kind == "group" or self._is_whole(base)):
            return self._group_scripts(self.read(base), tree)
        if base.kind == "name" and base.value in ("e", r"\mathrm{e}") and sub is NONE and not self.scope.says("e"):
            inner = sup.within("(")
            if not self.scope.declares("e") or inner is NONE:
                if inner.kind == "num" or inner.value in PLACES:
                    raise Refused(f"is e^({inner.value}) a power, or one of several e? declare it")
                return self._exponential(sup)
        if base.kind == "name" and (word := self.worded(tree)) is not None:
            return word
        constant = self._constant(tree)
        if constant is not None:
            return constant
        below = below_indicator(sub)
        if below is not NONE and sup is NONE and base.value in _INDICATORS:
            self.assume("1 with a condition is 1 where that holds, and 0 otherwise")
            return self._read_cases(where(below, ONE, ZERO))
        if base.kind == "num" and base.value != "1" and sub is NONE and sup.value not in TRANSPOSED:
            return self._powered(self.read(base), sup)
        if base.kind == "group" and is_by_entries(tree):
            return by_entries(self, self._read_group, tree)
        if base.kind == "group" and self._is_family(base):
            return self._reference(Tree("script", "", (base.kids[0], sub, sup)))
        if is_norm(base) and sub is not NONE:
            value = self._norm_called(base, sub)
            return self._group_scripts(value, Tree("script", "", (base, NONE, sup)))
        if base.kind == "group":
            return self._group_scripts(self._read_group(base), tree)
        if base.kind == "sqrt" or (base.kind == "matrix" and sub is NONE):
            return self._group_scripts(self.read(base), tree)
        if base.kind == "name" and base.value in FUNCTIONS:
            raise Refused(f"{base.value} with a script is not read")
        return self._reference(tree)

    def _constant(self, tree: Tree) -> Value | None:
        """Read a matrix of zeros or ones under which its sizes stand, 0_{n × d}, or an identity: I_{2h}."""
        base, sub, sup = tree.kids
        if base.value in IDENTITIES and sub.kind in ("juxt", "add") and sup is NONE:
            return self.identity(size_of(self, sub), base.value)
        kind = _CONSTANT.get(base.value)
        parts = split_at_dots(sub)
        if kind is None or sup is not NONE or len(parts) != 2:
            return None
        return self.filled(kind, [size_of(self, each) for each in parts])

    def _is_family(self, group: Tree) -> bool:
        """Tell whether brackets hold the name of a family alone, as in (W_Q)_h."""
        return (attempt(self.bare, group.within("(")), 1) in self.scope.declared

    def _is_whole(self, tree: Tree) -> bool:
        """Tell whether a name was declared as a matrix, or defined as one, so that it has blocks."""
        refer = self.refer(tree)
        return refer is not None and self.scope.says(refer.key)

    def _exponential(self, power: Tree) -> Value:
        value = self.read(power)
        if value.is_matrix and (not value.letter or value.letter in self.exponents):
            raise Refused("e to the power of a matrix: of every entry, or the exponential of the matrix?")
        return lift(None, exp, as_number(value))

    def _norm_called(self, group: Tree, called: Tree) -> Value:
        """Read the norm that its subscript names: F for Frobenius; 1, 2 and ∞ of vectors."""
        if called.kind not in ("num", "name"):
            raise Refused("this norm is not read")
        value = self.read(group.kids[0])
        return frobenius(value) if called.value == "F" else norm_called(value, called.value)

    def _read_group(self, tree: Tree) -> Value:
        if tree.value in ("<", "<|"):
            if len(tree.kids) != 2:
                raise Refused("⟨ ⟩ holds two vectors")
            return inner_product(*map(self.read, tree.kids))
        if is_norm(tree):
            value = self.read(tree.kids[0])
            if tree.value == "|" and value.is_matrix:
                self.assume("| | of a vector is its length")
            return norm(as_number(value) if tree.value == "|" and value.is_single else value)
        if tree.within("{").kind in ("name", "script", "num"):
            inside = told(tree.within("{"))
            raise Refused(
                f"is {{{inside}}} a set, a list of all {inside}, or a fractional part? say y ∈ ℝ^n of a vector"
            )
        if tree.value in ("(", "[", "{") and len(tree.kids) == 1:
            return self.read(tree.kids[0])
        if tree.value in ("[;", "[") and len(tree.kids) > 1:
            return unknown(self, tree)
        if tree.value in ("[;", "[", "("):
            raise Refused(f"{told(tree)} is a list, which is not read: say z ∈ ℝ^K of a vector")
        raise Refused(f"brackets {tree.value} are not read")

    def _read_braced(self, tree: Tree) -> Value:
        return self.read(tree.kids[0])

    def _read_add(self, tree: Tree) -> Value:
        if any(kid.kind == "dots" for kid in tree.kids):
            return self.read(whole_sum(tree))
        _check_reach(tree)
        wide = _reaching(tree)
        if wide is not None and self.is_meant_loosely("a sum or product reaches over", _SUMS):
            return self.read(wide)
        values = [self.read(kid) for kid in tree.kids]
        values = [negative(value) if sign == "-" else value for sign, value in zip(tree.value, values, strict=True)]
        if len(values) == 1:
            return values[0]
        bound = bound_in(tree) | self.scope.sizes
        is_known = all(self.scope.says(refer.key) or refer.key in bound for refer in self.scope.references(tree))
        is_sure = is_known and not any(map(_is_indexed, tree.kids))  # x + y_i has lost an index
        is_sure = is_sure and all(
            self._is_made_of(kid, tree) for kid, value in zip(tree.kids, values, strict=True) if value.is_number
        )
        return self.sum((self._spread(values) if is_sure else []) or values)

    def sum(self, values: list[Value]) -> Value:
        """Add values; a vector beside a matrix is added to every row, or column, and a 0 is of any shape."""
        if all(value.shape is not None for value in values):
            values = self._broadcast(values)
        return plus(self.with_zeros(values))

    def _is_made_of(self, kid: Tree, tree: Tree) -> bool:
        """Tell whether a summand speaks of a letter that is another summand: max_i z_i beside z, μ beside x."""
        whole = {each.base.value for each in tree.kids if each is not kid}
        keys = {refer.key for refer in self.scope.references(kid)}
        known = [self.scope.definitions[key][-1].body for key in sorted(keys & self.scope.definitions.keys())]
        return bool(whole & (keys | {refer.key for body in known for refer in self.scope.references(body)}))

    def _spread(self, values: list[Value]) -> list[Value]:
        """Return numbers beside a vector as vectors with that number in each entry; nothing where no vector is sure."""
        vectors = [value for value in values if value.is_matrix]
        if any(value.is_number and (value.letter or value.text == "0") for value in values) or len(vectors) == len(
            values
        ):
            return []
        is_sure = all(each.is_vector and not (each.is_single or each.letter) for each in vectors)
        if not (vectors and is_sure and all(each.text.lstrip("-").isalnum() for each in vectors)):
            return []
        ones = self.filled(OneMatrix, vectors[0].sides, "1")
        self.assume(f"a number beside the vector {vectors[0].text} is added to each of its entries")
        return [product([each, ones]) if each.is_number else each for each in values]

    def with_zeros(self, values: list[Value]) -> list[Value]:
        """Let the number 0 be the zero matrix beside matrices."""
        for shape in (value.sides for value in values if value.is_matrix):
            zero = self.filled(ZeroMatrix, shape, "0")
            return [zero if value.is_number and value.text == "0" else value for value in values]
        return values

    def _broadcast(self, values: list[Value]) -> list[Value]:
        shapes = [value.shape for value in values if value.shape is not None]
        whole = next((shape for shape in shapes if not any(size.root().may_be_one for size in shape)), None)
        if whole is None:
            return values
        done = list[Value]()
        for value in values:
            rows, columns = value.sides
            if rows.is_one == columns.is_one or not (value.letter or value.text.isalnum()):
                done.append(value)
                continue
            length = columns if rows.is_one else rows
            fits = [
                way
                for way, size in (("row", whole[1]), ("column", whole[0]))
                if size.known() is None or length.known() is None or size.known() == length.known()
            ]
            if not fits:
                raise Misfit(f"a sum of {value.shown} and {whole[0]}×{whole[1]}")
            as_column = self.conventions.vectors == "column" and not rows.is_one
            if as_column and whole[0].root() is not whole[1].root():
                fits.sort()
            way = self.pick(f"the sum of a matrix and {value.text or 'a vector'}: to every", fits)
            self.assume(f"{value.text or 'a vector'} is added to every {way}")
            unify(length, whole[way == "row"])
            vector = value if rows.is_one == (way == "row") else transpose(value)
            if way == "row":
                done.append(product([self.filled(OneMatrix, (whole[0], literal(1))), vector]))
            else:
                done.append(product([vector, self.filled(OneMatrix, (literal(1), whole[1]))]))
        return done

    def _read_op(self, tree: Tree) -> Value:
        left, right = tree.kids
        *_, last, _ = (NONE, *left.kids) if left.kind == "juxt" else (NONE, NONE)
        if last.value in OF_ONE and left.kids[-1].kind != "group":
            raise Refused(f"how far does {last.value} reach? write brackets")
        if tree.value == "circ" and any(each.is_number for each in map(self.read, (left, right))):
            raise Refused("is ∘ a composition, or a product of every entry?")
        if tree.value in ("odot", "oslash", "circ"):
            tighter = self._tighter(tree)
            return (
                self.read(tighter)
                if tighter is not None
                else entrywise(self.read(left), self.read(right), tree.value == "oslash")
            )
        if tree.value == "otimes":
            return kronecker(self.read(left), self.read(right))
        raise Refused(f"what does {tree.value} mean here?")

    def _tighter(self, tree: Tree) -> Tree | None:
        """Choose whether A ⊙ B C is (A ⊙ B) C; None where ⊙ takes all that stands beside it."""
        lefts, rights = map(self._factors, tree.kids)
        if tree.kids[0].kind == "op" and len(self._factors(tree.kids[0].kids[1])) > 1:
            raise Refused("which of the products beside each other comes first? write brackets")
        asked = f"the product of every entry in {told(tree)} is of"

        def taking(one: int, other: int) -> Tree:
            inner = replace(tree, kids=(beside(lefts[one:]), beside(rights[:other])))
            return beside([*lefts[:one], Tree("group", "(", (inner,)), *rights[other:]])

        if len(rights) == 1:
            is_last = len(lefts) > 1 and self.is_meant_loosely(asked, (told(tree.kids[0]), told(lefts[-1])))
            return taking(len(lefts) - 1, 1) if is_last else None
        names = [told(beside(rights[:at])) for at in range(len(rights), 0, -1)]
        at = names.index(self.pick(asked, names))
        return taking(0, len(rights) - at) if at else None

    def _factors(self, tree: Tree) -> list[Tree]:
        """Return what stands beside each other, a call with its brackets, a number with what it multiplies."""
        found, waits = list[Tree](), False
        for kid in tree.kids if tree.kind == "juxt" else (tree,):
            is_call = bool(found) and kid.base.kind == "group" and found[-1].kind in ("name", "script")
            if kid.kind == "dot":
                continue
            if waits or (is_call and not self._is_factor(found[-1])):
                found[-1] = beside([*(found[-1].kids if found[-1].kind == "juxt" else found[-1:]), kid])
            else:
                found.append(kid)
            waits = kid.kind == "num" or self._function_of(kid) is not None
        return found

    def _read_frac(self, tree: Tree) -> Value:
        above, below = tree.kids
        if is_derivative(above, below):
            return derivative(self, above, below, tree, self.derived)
        if above.kind == "num" and below.kind == "num" and "." not in above.value + below.value and int(below.value):
            return number(Rational(int(above.value), int(below.value)))
        value, divisor = self.read(above), as_number(self.read(below))
        if _are_ones(above.kids):
            self._averaging(value, [tree])
        return quotient(value, divisor)

    def _read_sqrt(self, tree: Tree) -> Value:
        value = as_number(self.read(tree.kids[0]))
        return lift(None, sqrt, value)

    def _read_juxt(self, tree: Tree) -> Value:
        inner = self._dotted(tree)
        if inner is not None:
            return inner
        factors = list[Value]()
        kids = list(tree.kids)
        at = stars = dots = 0
        kids = self._with_indicators(kids)
        while at < len(kids):
            if kids[at].kind == "dot":
                stars += kids[at].value == "*"
                dots += 1
                at += 1
                continue
            after = [part for each in kids[at + 1 : at + 2] if each.kind == "frac" for part in each.kids]
            if after and {each.kind for each in (kids[at], *after)} == {"num"}:
                raise Refused("is this a product, or a whole number and a part? write \\cdot")
            is_one = at and kids[at] == ONE and factors and factors[-1].is_matrix and kids[at - 1].kind != "dot"
            if is_one and not factors[-1].sides[1].is_one:
                kids[at] = Tree("name", r"\mathbf{1}")  # nobody writes A 1 for A
            kid, (value, at) = kids[at], self._factor(kids, at)
            if factors and factors[-1].is_matrix and not factors[-1].is_vector and value.is_number:
                self._check_entry(kid)
            factors.append(value)
        shapes = [each.sides for each in factors if each.is_matrix]
        if dots and len(shapes) > 1 and len({str(size) for shape in shapes for size in shape}) == 1:
            self.assume("· is the product of matrices")
        if stars and len(shapes) > 1:
            raise Refused("is * a product of matrices, of every entry, or a convolution?")
        whole = product(factors)
        if _are_ones(kids):
            self._averaging(whole, [kid for kid in kids if kid.kind == "frac" and kid.kids[0] == ONE])
        return whole

    def _averaging(self, ones: Value, quotients: Sequence[Tree]) -> None:
        """Keep the d of (1/d) 11ᵀ: where nothing else says how long the ones are, they have d entries."""
        for letter in [each.kids[1].value for each in quotients if each.kids[1].value in self.scope.sizes]:
            self.averaged += [(size, letter) for size in ones.sides]

    def _check_entry(self, kid: Tree) -> None:
        """Refuse E w_i of a matrix E, where w was declared as one vector: numbers stand before a matrix."""
        refer = self.refer(kid) if kid.kind == "script" else None
        known = self.scope.declared.get((refer.key, 0)) if refer is not None and len(refer.indices) == 1 else None
        if refer is not None and known is not None and (refer.key, 1) not in self.scope.declared and not refer.marks:
            raise Misfit(f"is {told(kid)} an entry of {refer.key}, or one of several? declare {told(kid)}")

    def _with_indicators(self, kids: Sequence[Tree]) -> list[Tree]:
        """Return factors in which a condition in brackets behind a 1, as in 𝟏[i = j], stands below it."""
        found = list[Tree]()
        for kid in kids:
            condition = kid.kids[0] if kid.kind == "group" and len(kid.kids) == 1 else NONE
            if condition.kind == "rel" and found and found[-1].kind == "name" and found[-1].value in _INDICATORS:
                found[-1] = Tree("script", "", (found[-1], condition, NONE))
            else:
                found.append(kid)
        return found

    def _dotted(self, tree: Tree) -> Value | None:
        """Read x · y of two columns, or of two rows, as the inner product that it can only be; None for all else."""
        dots = [at for at, kid in enumerate(tree.kids) if kid.kind == "dot"]
        if len(dots) != 1 or tree.kids[dots[0]].value:
            return None
        sides = tree.kids[: dots[0]], tree.kids[dots[0] + 1 :]
        one, other = (self.read(side[0] if len(side) == 1 else Tree("juxt", "", side)) for side in sides)
        if not (one.is_matrix and other.is_matrix and one.is_vector):
            return None
        ways = [[size.is_one for size in each.sides] for each in (one, other)]
        return inner_product(one, other) if ways[0] == ways[1] else None

    def _read_matrix(self, tree: Tree) -> Value:
        rows, columns = map(int, tree.value.split(","))
        if any(kid.kind in ("dots", "none") for kid in tree.kids):
            raise Refused("an ellipsis in a matrix is not read")
        values = [self.read(kid) for kid in tree.kids]
        if any(value.is_matrix for value in values):
            return blocks(self, values, rows, columns)
        shape = literal(rows), literal(columns)
        return lift(
            shape,
            lambda *entries: ImmutableDenseMatrix(rows, columns, entries),
            *map(as_number, values),
            text="the matrix",
        )


def _check_reach(tree: Tree) -> None:
    """Refuse Σ_i x_i + y_i and ∂/∂x x + y: the sum, or the derivative, may reach over the rest, too."""
    for kid in tree.kids[:-1]:
        parts = kid.kids if kid.kind == "juxt" else ()
        if any(differentiates(one) and not is_bracket(after) for one, after in pairwise(parts)):
            raise Refused(HOW_FAR)
    bound = set[str]()
    for kid in tree.kids:
        if (bound - bound_in(kid)) & values_in(*(node.kids[1] for node in walk(kid, "script"))):
            raise Refused("does the sum reach over what is added behind it? write brackets")
        last = kid.kids[-1] if kid.kind == "juxt" else kid
        bound |= letters_in(last.kids[0]) if last.kind == "big" else set()


def _reaching(tree: Tree) -> Tree | None:
    """Return Σ_i (x_i + y) for Σ_i x_i + y; None where no sum has something behind it."""
    for at, kid in enumerate(tree.kids[:-1]):
        *before, last = kid.kids if kid.kind == "juxt" else (kid,)
        behind = tree.kids[at + 1 :]
        if last.kind != "big" or any(node.kind == "big" for each in behind for node in walk(each)):
            continue
        lower, upper, body = last.kids
        inside = Tree("group", "(", (Tree("add", f"+{tree.value[at + 1 :]}", (body, *behind)),))
        wide = Tree("big", last.value, (lower, upper, inside))
        wide = Tree("juxt", "", (*before, wide)) if before else wide
        return Tree("add", tree.value[: at + 1], (*tree.kids[:at], wide))
    return None


_SUMS = ("its term", "what is added behind it")
_CONSTANT: dict[str, Any] = {
    "0": ZeroMatrix,
    r"\mathbf{0}": ZeroMatrix,
    r"\mathbf{1}": OneMatrix,
    r"\mathbb{1}": OneMatrix,
}
#: Columns of ones.
_ONES = (r"\mathbf{1}", r"\mathbb{1}", r"\one")
#: Where the difference of the sides of a relation lies.
_SIGNS = {"<": "-", "<=": "-0", "==": "0", "!=": "-+", ">=": "0+", ">": "+"}


def _is_complete(said: Sequence[Any]) -> bool:
    """Tell whether conditions leave nothing out and no two hold at once: one and its negation, or n < k, =, and >."""
    if len(said) == 2 and said[1] == Not(said[0]):
        return True
    if not all(isinstance(each, Relational) for each in said):
        return False
    first, *others = (each.lhs - each.rhs for each in said)
    if any(each not in (first, -first) for each in others):
        return False
    turned = (each.reversedsign if each.lhs - each.rhs != first else each for each in said)
    return sorted("".join(_SIGNS[each.rel_op] for each in turned)) == ["+", "-", "0"]


#: What is 1 where the condition below it holds.
_INDICATORS = ("1", r"\mathbf{1}", r"\mathbb{1}", r"\mathbb{I}", r"\mathbf{I}", r"\mathrm{I}")
_REFUSED = {
    "text": "words in the middle of a formula are not read",
    "dots": "an ellipsis is not read",
    "rel": "a relation within a formula is not read",
    "list": "a list is not read",
    "none": "something is missing",
    "empty": "empty braces",
}


def readings(
    make: Callable[[Meaning], Any], scope: Scope, subscripts: set[str], folded: bool, first: Mapping[str, Any]
) -> Iterator[tuple[Meaning, Any, Refused | Misfit | None]]:
    """Try all ways in which the choices of a statement can go from a first plan on.

    Yield each attempt, with what it made or why not.
    """
    plans: list[dict[str, Any]] = [{**first}]
    tried = 0
    seen = set[tuple[tuple[str, Any], ...]]()
    while plans and tried < PLANS:
        plan = plans.pop(0)
        key = tuple(sorted(plan.items()))
        if key in seen:
            continue
        seen.add(key)
        tried += 1
        stage = Meaning(scope, plan, subscripts, folded)
        try:
            made, wrong = make(stage), None
        except (Refused, Misfit) as error:
            made, wrong = None, error
        if isinstance(wrong, Needs) and f"need {wrong.key}" not in plan:
            plans.insert(0, {**plan, f"need {wrong.key}": wrong.kind})
            continue
        yield stage, made, wrong
        for what, (at, count, _) in stage.choices.items():
            if what not in plan:
                plans += [{**plan, what: other} for other in range(count) if other != at]


def _is_indexed(tree: Tree) -> bool:
    """Tell whether something in a tree has an index that nothing in it binds."""
    below = (node.kids[1] for node in walk(tree, "script"))
    return bool({name.value for sub in below for name in walk(sub, "name")} - bound_in(tree))


def _are_ones(kids: Sequence[Tree]) -> bool:
    """Tell whether factors are 11ᵀ, beside numbers."""
    ones = [kid for kid in kids if kid.base.value in _ONES]
    others = [kid for kid in kids if kid not in ones]
    is_turned = [each.scripts[2].value in TRANSPOSED for each in ones] == [False, True]
    return is_turned and all(each.kind in ("frac", "num", "dot") for each in others)
