"""Looking up: what a letter with scripts stands for – a bound name, a definition unfolded, a letter – and its marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sympy import Dummy, HadamardPower, Idx, KroneckerDelta, OneMatrix, Pow, ZeroMatrix, pi, sqrt
from sympy.matrices.expressions.inverse import Inverse
from sympy.matrices.expressions.matpow import MatPow

from symattn.reading.blocks import part
from symattn.reading.entries import of_entries
from symattn.reading.explained import signs
from symattn.reading.families import block, is_block
from symattn.reading.letters import SIGNS, letter_of, size_of, value_of
from symattn.reading.masks import causal, whole_of
from symattn.reading.names import (
    IDENTITIES,
    Reference,
    base_letter,
    is_letter,
    letters_in,
    plain_name,
    reference,
)
from symattn.reading.notation import TRANSPOSED
from symattn.reading.numeric import numbers_among
from symattn.reading.places import Places
from symattn.reading.refusal import Refused
from symattn.reading.scope import PROPERTIES, Definition
from symattn.reading.sizes import Misfit, Needs, Size, literal, unify
from symattn.reading.stage import Bound, Letter, parts_of
from symattn.reading.tree import NONE, ONE, Tree, is_norm, values_in, walk
from symattn.reading.unknowns import told, unknown
from symattn.reading.values import Value, as_number, lift, number, transpose

#: No definition is unfolded deeper within others.
UNFOLDED = 12


_OWN = ("the size of its argument", "the size that was declared")
_ROWS = ("the transpose of a row", "a row of the transpose")
_POWERS = ("of the entry", "of the matrix")
_ABOVE = ("a power", "an index")
_NO_LETTERS = (r"\partial", r"\nabla", r"\mathcal{O}", r"\emptyset", ":", r"\mathbb{E}", r"\mathbb{P}")


class Lookup(Places):
    """Read letters with their scripts, and what was defined."""

    def _reference(self, tree: Tree) -> Value:
        if self._is_power(tree):
            return self._powered(self.read(tree.kids[0]), tree.kids[2])
        refer = self.refer(tree)
        if refer is None:
            raise Refused(f"{told(tree)} is no letter with indices that is read: write one letter for it")
        above = refer.marks[0] if refer.marks and not refer.indices else NONE
        if isinstance(above, Tree) and above.value in self.scope.raised and not self.scope.kind(refer.key):
            way = self.pick(f"{above} above {refer.key} is", _ABOVE)  # beside w^r, is β^r a power?
            refer = replace(refer, indices=(above,), marks=refer.marks[1:]) if way == _ABOVE[1] else refer
        squares = self.scope.definitions.get(square(refer.key), ())
        if squares and refer.marks[:1] == (Tree("num", "2"),):
            return self._marked(self._unfold(squares[-1], ()), refer.marks[1:], tree)
        if squares and self.conventions.kinds.get(refer.key) in ("positive", "nonnegative"):
            return self._marked(lift(None, sqrt, self._unfold(squares[-1], ())), refer.marks, tree)
        if squares:
            self.unread[refer.key] = squares[-1].line  # a root of its square, of either sign
        if self._is_of_whole(refer, tree):
            whole = self._marked(self._looked_up(replace(refer, indices=())), refer.marks, tree)
            return self._parts(whole, refer.indices, refer.key)
        value = self._looked_up(refer)
        return self._marked(value, refer.marks, tree)

    def _is_of_whole(self, refer: Reference, tree: Tree) -> bool:
        """Choose whether X^2_{ij} is an entry of a power, or a power of an entry."""
        (power, *more) = refer.marks if len(refer.indices) in (1, 2) and refer.marks else ("",)
        if more or tree.kind != "script":
            return False
        if power == "T" and len(refer.indices) == 1 and self._is_one_matrix(refer.key):
            before = tree.kids[2].start < tree.kids[1].start
            return before and self.pick(f"{refer.key}^T with an index is", _ROWS) == _ROWS[1]
        if not isinstance(power, Tree) or len(refer.indices) == 1:
            return False
        is_inverse = power.kind == "add" and power.value == "-"
        before = tree.kids[2].start < tree.kids[1].start
        if is_inverse and not before and not self.scope.knows(refer.key):
            raise Refused(f"is this one over an entry of {refer.key}, or an entry of its inverse? declare {refer.key}")
        return (before or is_inverse) and self.pick(f"the power of {refer.key} is", _POWERS) == _POWERS[1]

    def _is_one_matrix(self, key: str) -> bool:
        """Tell whether a name was declared as a matrix, and not as one of several."""
        known = self.scope.declared.get((key, 0))
        return known is not None and len(known.sizes) == 2 and (key, 1) not in self.scope.declared

    def _is_power(self, tree: Tree) -> bool:
        """Tell whether a letter above a square matrix is an exponent; raise Refused where it may be an index."""
        base, sub, sup = tree.scripts
        if not is_letter(sup) or sub is not NONE or sup.value in TRANSPOSED or not self._is_square(base.value):
            return False
        if not self._is_natural(sup) and self.scope.is_index(sup.value, base.value):
            raise Refused(f"is {sup.value} a power, or an index?")
        return self._is_natural(sup)

    def _looked_up(self, refer: Reference) -> Value:
        key, indices = refer.key, refer.indices
        own = self._argument(refer) if indices else None
        if own is not None:
            return own
        bound = self.find_bound(key)
        if bound is not None:
            if bound.value is not None:
                return self._parts(bound.value, indices, key)
            if indices or bound.number is None:
                raise Refused(f"an index with an index is not read: {key}")
            return Value(None, bound.number, key)
        definition = self._definition(key, indices)
        if definition is not None and (
            not definition.is_read
            or (len(definition.places) < len(indices) and (key, len(indices)) in self.scope.families)
        ):
            self.unread[key], definition = definition.line, None
        if definition is not None:
            value = self._unfold(definition, indices)
            is_whole = self.folded and len(indices) == len(definition.places) and not self.bound
            return self._any_like(value, key, indices) if is_whole else value
        special = self._special(key) if not indices else self._kronecker(key, indices)
        if special is not None:
            return special
        if not indices and not self.scope.kind(key):
            is_size = (key in self.scope.sizes or key in self.sizes) and key not in self.indices
            if is_size and key not in self.scope.turned and key not in self.scope.places:
                return number(self.size_named(key), key)
            if key in self.subscripts:
                return replace(self.at(self.free_index(key), self.conventions.first), text=key)
            if base_letter(key) in ("i", "j") and key not in self.conventions.kinds:
                raise Refused(f"is {key} the imaginary unit, or an index that stands nowhere as one?")
        if key in self.scope.pending:
            self.unread[key] = self.scope.pending[key]
        if key in self.scope.halved:
            self.unread[key] = self.scope.halved[key]  # its even and odd places are given, and it is read as any
        if any(each.kind == "slice" for each in indices):
            return self._parts(self._looked_up(Reference(key, ())), indices, key)
        is_known = self.scope.knows(key)
        places = [self._place_of(each) for each in indices]
        if any(place is None or (not place.is_plain and not is_known) for place in places):
            if is_known:
                raise Refused(f"{key} has a place that is not read")
            return unknown(self, Tree("script", "", (Tree("name", key), Tree("list", "", indices), NONE)))
        known = self.scope.definitions.get(key, ())
        if not indices and (mask := whole_of(known)) is not None:
            return self._unfold(mask, ())
        if not indices and len(known) == 1:
            over = self.through.get(key, {})
            is_plain = known[0].arguments is None
            whole = of_entries(self, known[0], lambda own: self._body(known[0], over | own)) if is_plain else None
            if whole is not None:
                return whole
        for each in known:
            if len(each.places) > len(indices) and each.arguments is None:
                self.unread[key] = each.line  # its entries are defined, and it is read as any
        return letter_of(self, refer, [place for place in places if place is not None])

    def _argument(self, refer: Reference) -> Value | None:
        """Return the argument x_m of f(x_m, m), where no sum inside has taken the index."""
        letters = letters_in(*refer.indices)
        for layer in reversed(self.bound):
            own = layer.get(argument_name(refer))
            if own is not None:
                return own.value
            if letters & set(layer):
                return None
        return None

    def _kronecker(self, key: str, indices: Sequence[Tree]) -> Value | None:
        """Read δ_{ij} as Kronecker's, where nothing else was said of it."""
        known = any((key, places) in self.scope.declared for places in range(3)) or key in self.scope.pending
        if key != r"\delta" or len(indices) != 2 or known:
            return None
        places = [self.at(self.place(each, "δ has")) for each in indices]
        self.assume("\\delta_{ij} is 1 where i = j, and 0 otherwise")
        return lift(None, KroneckerDelta, *places, text=key)

    def _assume(self, key: str, what: str) -> None:
        """Assume what a name is that has a usual meaning, unless the note says so."""
        if key not in self.conventions.said:
            self.assume(what)

    def _special(self, key: str) -> Value | None:
        """Read I, 1 and 0 in bold, and π."""
        if self.scope.kind(key):
            return None
        letter, _, label = key.partition("_")
        if letter in IDENTITIES and key not in self.scope.pending:
            size = Size(hint="m", of=key)
            if label.isdecimal() and int(label):
                size = literal(int(label))
            elif label and label in self.scope.sizes | {"d", "n", "m", "N", "L", "T", "D", "k"}:
                size = self._size_of_letter(label)
            elif label:
                return None
            self._assume(key, f"{key} is the identity")
            return self.identity(size, key)
        if letter in (r"\mathbf{1}", r"\mathbb{1}", r"\one"):
            size = self._size_of_letter(label) if label else Size(hint="n", of=key)
            self._assume(key, f"{key} is a column of ones")
            return self.filled(OneMatrix, (size, literal(1)), key)
        if key == r"\pi":
            is_told = self.conventions.kinds.get(key) == "constant"
            if not (is_told or self.numbers) and self.pick(r"\pi is", ["the number π", "a matrix"]) == "a matrix":
                value = unknown(self, Tree("name", key))
                if value.is_number:
                    raise Misfit("a number is needed, and π is read as a matrix")
                return value
            if not is_told:
                self.assume("\\pi is the number π")
            return number(pi, key)
        if letter == r"\mathbf{0}" and not label:
            return self.filled(ZeroMatrix, [Size(hint=hint, may_be_one=True) for hint in "nm"], key)
        if key == r"\infty":
            raise Refused("no number is infinite here: begin with the first finite value")
        if key in _NO_LETTERS:
            raise Refused(f"{key} is not read")
        return None

    def _definition(self, key: str, indices: Sequence[Tree]) -> Definition | None:
        known = self.scope.definitions.get(key, [])
        for each in sorted((*reversed(known),), key=lambda each: -len(each.places)):
            fits = each.arguments is None and len(each.places) <= len(indices)
            pairs = zip(each.places, indices, strict=False)
            if fits and all(place == index for place, index in pairs if place.kind == "num"):
                return each
        return None

    def _definition_of_function(self, key: str, count: int, kid: Tree) -> Definition | None:
        known = [each for each in self.scope.definitions.get(key, ()) if each.arguments is not None]
        refer = self.named(kid)
        places = 0 if refer is None else len(refer.indices)
        for each in reversed(known):
            if each.arguments is not None and (len(each.arguments), len(each.places)) == (count, places):
                return each
        for each in reversed(known if not places else ()):
            if each.arguments is not None and len(each.arguments) == count:
                return each  # by its entries
        if known:
            raise Refused(f"{key} was defined with another number of arguments")
        return None

    def _any_like(self, value: Value, key: str, indices: Sequence[Tree]) -> Value:
        """Return anything of the shape of what was defined."""
        places = [self.place(each, f"{key} has") for each in indices]
        count, kind = len(places), "number" if value.shape is None else "matrix"
        counts = tuple(Size(hint="N") for _ in places)
        letter = self.letters.setdefault((key, count), Letter(key, count, kind, value.shape, False, counts))
        self.assume(f"{plain_name(key)} is anything of its shape")
        return value_of(self, letter, places)

    def _unfold(self, definition: Definition, indices: Sequence[Tree]) -> Value:
        layer = self.through.get(definition.key, {}) | self._bound_places(definition, indices)
        value = self._body(definition, layer)
        self._keep_declared(definition, value)
        return self._parts(value, indices[len(definition.places) :], definition.key)

    def _keep_declared(self, definition: Definition, value: Value) -> None:
        """Make the open sizes of what was defined those that were declared of it."""
        said = self.scope.declared.get((definition.key, len(definition.places)))
        if said is None or value.shape is None or len(said.sizes) not in (1, 2):
            return
        rows, columns = value.shape
        own = value.shape if len(said.sizes) == 2 else [columns if rows.is_one else rows]
        pairs = [(size, tree) for size, tree in zip(own, said.sizes, strict=True) if size.known() is None]
        for size, tree in pairs:
            if tree != ONE:
                unify(size, size_of(self, tree))

    def _bound_places(self, definition: Definition, indices: Sequence[Tree]) -> dict[str, Bound]:
        return {
            place.value: Bound(place=self._place_of(index), number=self._index_number(index))
            for place, index in zip(definition.places, indices, strict=False)
            if place.kind != "num"
        }

    def _unfold_call(self, definition: Definition, arguments: list[Tree], kid: Tree) -> Value:
        refer = self.named(kid)
        indices = () if refer is None else refer.indices
        layer = self._bound_places(definition, indices)
        assert definition.arguments is not None
        for name, argument in zip(definition.arguments, arguments, strict=True):
            if argument == Tree("name", name) and self.scope.kind(name) and self.find_bound(name) is None:
                continue  # f(x) of the very x of which f speaks, also through other definitions
            value = self.read(argument)
            layer |= self._own_sizes(definition, name, value)
            if value.is_number and "[" not in name:
                is_letter_alone = any((each.value, 0) in self.letters for each in walk(argument, "name"))
                place = None if is_letter_alone else self._place_of(argument)
                layer[name] = Bound(place=place, number=value.make)
            else:
                text = plain_name(name) if value.is_vector else value.text
                layer[name] = Bound(value=replace(value, text=text))
        if len(indices) == len(definition.places):
            return self._body(definition, layer)
        whole = of_entries(self, definition, lambda places: self._body(definition, layer | places))
        if whole is None:
            raise Refused(f"{definition.key} is not made of the entries of line {definition.line}")
        return whole

    def _own_sizes(self, definition: Definition, name: str, value: Value) -> dict[str, Bound]:
        """Choose whether the √d of Att(Q, K, V), where Q is n×d, is that of an argument with another width."""
        sizes, layer = self.scope.declared[name, 0].sizes if self.scope.kind(name) else (), dict[str, Bound]()
        letters = values_in(definition.body)
        for tree, size in zip(sizes, value.shape or (), strict=False) if len(sizes) == 2 else ():
            other = size.known()
            if tree.value in letters and is_letter(tree) and other not in (None, self.size_named(tree.value)):
                what = f"{tree.value} in {plain_name(definition.key)} is"
                if self.pick(what, _OWN) == _OWN[0]:
                    layer[tree.value] = Bound(number=partial(self.naming.made, size))
        return layer

    def _body(self, definition: Definition, layer: dict[str, Bound]) -> Value:
        if not definition.is_read:
            self.unread[definition.key] = definition.line
            raise Refused(f"{definition.key} rests on line {definition.line}, which was not read", "open")
        for key in sorted(self.scope.torn.keys() & signs(definition.body)):
            raise Refused(self.scope.torn[key])
        for key in sorted(self.scope.gone.keys() & values_in(definition.body)):
            at, why = self.scope.gone[key]
            if definition.start < at:
                raise Refused(why)
        self.depth += 1
        outer, self.bound, through = self.bound, [layer], self.through
        if self.depth > UNFOLDED:
            raise Refused("definitions within definitions do not end")
        self.rests_on[definition.line] = definition.key
        if definition.is_assumed:
            self.assume(f"{plain_name(definition.key)} is what line {definition.line} says")
        try:
            self.through = self._hidden(definition, layer)
            self._become_numbers(numbers_among((definition.body,), False, self.named))
            return self.read(definition.body)
        finally:
            self.bound, self.through = outer, through
            self.depth -= 1

    def _become_numbers(self, keys: Iterable[str]) -> None:
        """Keep the letters that a definition makes numbers; raise Needs where one was read as a vector before it."""
        found = {*keys}
        self.numeric.update(found)
        for key in sorted(found):
            letter = self.letters.get((key, 1))
            if letter is not None and letter.assumed and letter.kind == "vector" and f"need {key}" not in self.plan:
                raise Needs(key, "number", f"{plain_name(key)} is a vector here, and a number where it is squared")

    def _hidden(self, definition: Definition, layer: dict[str, Bound]) -> dict[str, dict[str, Bound]]:
        """Return what a function speaks of that is made of its argument: μ of LN(x) = x − μ, where μ is that of x.

        In LN(2x) it is that of 2x, where the note declares x. Raise Refused for others: Attn(X) by Q, and Q by X.
        """
        letters = {place.value for place in definition.places}
        arguments = {name: bound for name, bound in layer.items() if name not in letters}
        found = dict[str, dict[str, Bound]]()
        for refer in self.scope.references(definition.body) if arguments else ():
            for key in {refer.key, square(refer.key)} - {*layer}:
                own = {name: bound for name, bound in arguments.items() if name in self._made_of(key)}
                if own:
                    line, is_call = self.scope.definitions[key][-1].line, self.scope.definitions[key][-1].arguments
                    if is_call is not None or not all(map(self.scope.kind, own)):
                        raise Refused(
                            f"{definition.key} speaks of its argument through {refer.key} (line {line}): declare "
                            f"{' and '.join(map(plain_name, own))} before it, or write {refer.key}({', '.join(own)})"
                        )
                    self.assume(
                        f"{told(Tree('name', refer.key))} in {plain_name(definition.key)} is that of its argument"
                    )
                    self.is_through = True
                    found[key] = own
        return found

    def _made_of(self, key: str) -> set[str]:
        """Return the names of which a definition speaks, also through others."""
        seen, waiting = set[str](), [key]
        while waiting:
            for each in self.scope.definitions.get(waiting.pop(), ())[-1:]:
                inside = {refer.key for refer in self.scope.references(each.body)} - {*(each.arguments or ())}
                inside |= {square(one) for one in inside}
                waiting += sorted(inside - seen)
                seen |= inside
        return seen

    def _read_mask(self, tree: Tree) -> Value:
        return causal(self, tree)

    def _parts(self, value: Value, indices: Sequence[Tree], key: str) -> Value:
        """Take a row, or an entry, of a value."""
        if not indices:
            return value
        if value.shape is None:
            raise Refused(f"{key} is a number and has an index")
        if any(each.kind == "slice" for each in indices):
            return part(self, value, indices)
        places = [self.place(each, f"{key} has") for each in indices]
        return parts_of(self, value, places, key)

    def _marked(self, value: Value, marks: Sequence[Tree | str], tree: Tree) -> Value:
        for mark in marks:
            if mark == "T" and self._is_exponent(tree):
                value = self._powered(value, Tree("name", "T"))
            elif mark == "T":
                value = transpose(value)
            elif isinstance(mark, Tree) and mark.kind == "entrywise":
                value = lift(value.shape, HadamardPower, value, as_number(self.read(mark.kids[0])))
            elif isinstance(mark, Tree):
                value = self._powered(value, mark)
        return value

    def _is_exponent(self, tree: Tree) -> bool:
        """Choose whether the T above a letter is a number, where the note declares one.

        Raise Refused where the note counts up to T, and has ^T above square matrices alone.
        """
        scope = self.scope
        if tree.kind != "script" or tree.kids[2] != Tree("name", "T"):
            return False
        if scope.kind("T") in ("number", *SIGNS):
            return self.pick("^T is", ["the transpose", "a power"]) == "a power"
        counts = "T" in scope.sizes or scope.kind("T") == "natural" or any(label == "T" for _, label in scope.labelled)
        is_count = counts and all(map(self._is_square, scope.turned))
        if (is_count or scope.is_power) and "T" not in self.conventions.kinds:
            raise Refused(r"is ^T a power? a transpose is \top, or [kinds] 'T' = " r'"number" says that T is no count')
        return False

    def _is_square(self, key: str) -> bool:
        """Tell whether a letter is declared as a square matrix."""
        known = self.scope.declared.get((key, 0))
        return known is not None and (known.kind in PROPERTIES or (*known.sizes[:1] * 2,) == (*known.sizes,) != ())

    def _powered(self, value: Value, power: Tree) -> Value:
        if power is NONE:
            return value
        is_inverse = power.kind == "add" and power.value == "-" and power.kids[0] == ONE
        if value.is_matrix:
            unify(*value.sides)
            if is_inverse:
                return lift(value.shape, Inverse, value, text=f"{value.text}⁻¹")
            exponent = as_number(self.read(power))
            if power.kind != "num" and not all(map(self._counts, walk(power, "name"))):
                raise Refused("a power of a matrix that is not read")
            return lift(value.shape, lambda base, power: MatPow(base, _natural(power)), value, exponent)
        base, exponent = as_number(value), as_number(self.read(power))
        return lift(None, _raised, base, exponent)

    def _counts(self, tree: Tree) -> bool:
        """Tell whether a letter is a natural number, or an index whose range was declared."""
        return self._is_natural(tree) or (tree.value in self.indices and self.indices[tree.value].is_told)

    def _is_natural(self, tree: Tree) -> bool:
        return self.scope.kind(tree.value) == "natural"

    def _group_scripts(self, value: Value, tree: Tree) -> Value:
        """Take the scripts behind brackets: a transpose, a power, an entry, a block."""
        _, sub, sup = tree.scripts
        if is_block(tree):
            value = block(self, value, sub.kids[0])
        elif sub is not NONE:
            if is_norm(tree.kids[0]):
                raise Refused("this norm is not read")
            items = sub.kids if sub.kind in ("list", "juxt") else (sub,)
            value = self._parts(value, items, "this")
        if sup is not NONE:
            refer = reference(Tree("script", "", (Tree("name", "x"), NONE, sup)))
            if refer is None or refer.key != "x" or refer.indices:
                raise Refused("a superscript behind brackets that is not read")
            value = self._marked(value, refer.marks, tree)
        return value


def square(key: str) -> str:
    """Return the name under which the square of a letter is defined."""
    return f"{key}²"


def argument_name(refer: Reference) -> str:
    """Return the name under which an argument with an index is bound, as the x_m of f(x_m, m)."""
    return f"{refer.key}[{','.join(map(str, refer.indices))}]"


def _natural(exponent: Any) -> Any:
    counted = exponent.subs({each: Dummy(integer=True, nonnegative=True) for each in exponent.atoms(Idx)})
    if not (counted.is_integer and counted.is_nonnegative):
        raise Refused("a power of a matrix that is not read")
    return exponent


def _raised(base: Any, power: Any) -> Any:
    return Pow(base, power.expand() if power.is_integer else power, evaluate=False)
