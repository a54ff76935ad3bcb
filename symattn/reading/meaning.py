"""Layer 5, meaning: a tree in a scope becomes a value; what shapes do not settle is a choice.

A ``Stage`` is one attempt to read one statement: a plan says which way each choice goes, and ``readings`` tries all
plans. A letter is bound, defined by an earlier row, declared, or assumed by its form; what is assumed is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sympy import (
    HadamardPower,
    Identity,
    ImmutableDenseMatrix,
    Integer,
    OneMatrix,
    Pow,
    Product,
    Rational,
    Sum,
    ZeroMatrix,
    exp,
    sqrt,
)
from sympy.matrices.expressions.inverse import Inverse
from sympy.matrices.expressions.matpow import MatPow

from symattn.language.base.by_index import from_entries
from symattn.primitives.heads.word import HeadFamily, HeadSum
from symattn.reading.functions import FUNCTIONS, HABITUAL, KERNELS, PREFIX, frobenius, inner_product, norm
from symattn.reading.indices import Index, Place
from symattn.reading.letters import letter_of
from symattn.reading.names import Reference, base_letter, is_letter, plain_name, reference, references
from symattn.reading.refusal import Refused
from symattn.reading.scope import Definition, Scope
from symattn.reading.sizes import Misfit, Needs, Size, literal, unify
from symattn.reading.stage import Bound, Letter, Stage, parts_of
from symattn.reading.tree import NONE, Tree, walk
from symattn.reading.values import (
    Value,
    as_number,
    entry_of,
    entrywise,
    negative,
    number,
    plus,
    product,
    quotient,
    transpose,
)

#: No statement has more choices than that tried, none is unfolded deeper, none has more nodes.
PLANS, UNFOLDED, NODES = 24, 12, 4_000


@dataclass
class Meaning(Stage):
    """Read trees as values, in one attempt."""

    # ---- expressions

    def is_function(self, key: str) -> bool:
        """Tell whether a name is a function: by its definition, by a declaration, or as a word."""
        return (
            any(each.arguments is not None for each in self.scope.definitions.get(key, ()))
            or key in FUNCTIONS
            or key in self.scope.conventions.functions
        )

    def read(self, tree: Tree) -> Value:
        """Read a tree as a value."""
        self.nodes += 1
        if self.nodes > NODES:
            raise Refused("too long to be read", tree.span)
        handler = getattr(self, f"_read_{tree.kind}", None)
        if handler is None:
            raise Refused(_REFUSED.get(tree.kind, f"{tree.value or tree.kind} is not read"), tree.span)
        try:
            return handler(tree)  # type: ignore[no-any-return]
        except Refused as refused:
            if refused.span is None:
                refused.span = tree.span
            raise

    def _read_num(self, tree: Tree) -> Value:
        return Value(None, lambda: Rational(tree.value), tree.value)

    def _read_name(self, tree: Tree) -> Value:
        return self._reference(tree)

    def _read_script(self, tree: Tree) -> Value:
        base = tree.kids[0]
        if (
            base.kind == "name"
            and base.value in ("e", r"\mathrm{e}")
            and tree.kids[1] is NONE
            and not self._is_known("e")
        ):
            return self._exponential(tree)
        if base.kind == "group":
            return self._group_scripts(self._read_group(base), tree)
        if base.kind == "name" and base.value in FUNCTIONS:
            raise Refused(f"{base.value} with a script is not read", tree.span)
        return self._reference(tree)

    def _is_known(self, key: str) -> bool:
        return key in self.scope.definitions or (key, 0) in self.scope.declared

    def _exponential(self, tree: Tree) -> Value:
        value = self.read(tree.kids[2])
        if value.shape is not None and not value.is_single:
            raise Refused("e to the power of a matrix: of every entry, or the exponential of the matrix?", tree.span)
        single = as_number(value)
        return Value(None, lambda: exp(single.make()))

    def _read_group(self, tree: Tree) -> Value:
        if tree.value == "<":
            if len(tree.kids) != 2:
                raise Refused("⟨ ⟩ holds two vectors", tree.span)
            return inner_product(self.read(tree.kids[0]), self.read(tree.kids[1]))
        if tree.value in ("<|", "<,|"):
            return inner_product(self.read(tree.kids[0]), self.read(tree.kids[1]))
        if tree.value == "||" or tree.value == "|":
            value = self.read(tree.kids[0])
            if tree.value == "|" and not value.is_number:
                if value.is_single:
                    value = as_number(value)
                else:
                    self.assume("| | of a vector is its length")
            return norm(value)
        if tree.value in ("(", "[", "{") and len(tree.kids) == 1:
            return self.read(tree.kids[0])
        if tree.value in ("[;", "[", "("):
            raise Refused("a list is not read", tree.span)
        raise Refused(f"brackets {tree.value} are not read", tree.span)

    def _read_add(self, tree: Tree) -> Value:
        if any(kid.kind == "dots" for kid in tree.kids):
            raise Refused("an ellipsis is not read", tree.span)
        values = [self.read(kid) for kid in tree.kids]
        values = [negative(value) if sign == "-" else value for sign, value in zip(tree.value, values, strict=True)]
        return values[0] if len(values) == 1 else self.sum(values)

    def sum(self, values: list[Value]) -> Value:
        """Add values; a vector beside a matrix is added to every row, or column, and a 0 is of any shape."""
        if all(value.shape is not None for value in values):
            values = self._broadcast(values)
        return plus(self.with_zeros(values))

    def with_zeros(self, values: list[Value]) -> list[Value]:
        """Let the number 0 be the zero matrix beside matrices."""
        shape = next((value.shape for value in values if value.shape is not None and not value.is_single), None)
        if shape is None:
            return values
        rows, columns = shape
        naming = self.naming
        zero = Value(shape, lambda: ZeroMatrix(naming.made(rows), naming.made(columns)), "0")
        return [zero if value.shape is None and value.text == "0" else value for value in values]

    def _broadcast(self, values: list[Value]) -> list[Value]:
        shapes = [value.shape for value in values if value.shape is not None]
        whole = next((shape for shape in shapes if not any(size.is_one for size in shape)), None)
        if whole is None:
            return values
        naming = self.naming
        done = list[Value]()
        for value in values:
            assert value.shape is not None
            rows, columns = value.shape
            if rows.is_one == columns.is_one:
                done.append(value)
                continue
            if not value.letter and not value.text.isalnum():
                done.append(value)
                continue
            length, vector = (columns, value) if rows.is_one else (rows, value)
            fits = [
                way
                for way, size in (("row", whole[1]), ("column", whole[0]))
                if size.known() is None or length.known() is None or size.known() == length.known()
            ]
            if not fits:
                raise Misfit(f"a sum of {value.shown} and {whole[0]}×{whole[1]}")
            if (
                self.scope.conventions.vectors == "column"
                and not rows.is_one
                and whole[0].root() is not whole[1].root()
            ):
                fits = sorted(fits, key=lambda way: way != "column") if len(fits) > 1 else fits
            way = self.pick(f"the sum of a matrix and {value.text or 'a vector'}: to every", fits)
            self.assume(f"{value.text or 'a vector'} is added to every {way}")
            if way == "row":
                unify(length, whole[1])
                row = vector if rows.is_one else transpose(vector)
                one = Value((whole[0], literal(1)), lambda: OneMatrix(naming.made(whole[0]), 1))
                done.append(product([one, row]))
            else:
                unify(length, whole[0])
                column = transpose(vector) if rows.is_one else vector
                one = Value((literal(1), whole[1]), lambda: OneMatrix(1, naming.made(whole[1])))
                done.append(product([column, one]))
        return done

    def _read_op(self, tree: Tree) -> Value:
        left, right = tree.kids
        if tree.value in ("odot", "oslash"):
            divides = tree.value == "oslash"
            if (not divides and left.kind == "juxt") or right.kind == "juxt":
                way = self.pick("⊙ beside products", ["⊙ last"])
                del way
            return entrywise(self.read(left), self.read(right), divides)
        raise Refused(f"what does {tree.value} mean here?", tree.span)

    def _read_frac(self, tree: Tree) -> Value:
        above, below = tree.kids
        if any(node.value in (r"\partial", "d") and node.kind == "name" for node in (above, below)) or any(
            node.value == r"\partial" for node in walk(tree)
        ):
            raise Refused("a derivative is not read", tree.span)
        if above.kind == "num" and below.kind == "num" and "." not in above.value + below.value and int(below.value):
            return number(Rational(int(above.value), int(below.value)))
        value, divisor = self.read(above), as_number(self.read(below))
        if not self._inside_sum():
            self.denominators.append(divisor.make)
        return quotient(value, divisor)

    def _inside_sum(self) -> bool:
        return any(
            each.place is not None and each.place.index is not None and each.place.index.is_bound
            for layer in self.bound
            for each in layer.values()
        )

    def _read_sqrt(self, tree: Tree) -> Value:
        value = as_number(self.read(tree.kids[0]))
        if not self._inside_sum():
            self.radicands.append(value.make)
        return Value(None, lambda: sqrt(value.make()))

    def _read_juxt(self, tree: Tree) -> Value:
        factors = list[Value]()
        kids = list(tree.kids)
        at = 0
        while at < len(kids):
            if kids[at].kind == "dot":
                at += 1
                continue
            value, at = self._factor(kids, at)
            factors.append(value)
        return product(factors)

    def _factor(self, kids: list[Tree], at: int) -> tuple[Value, int]:
        """Read one factor, a call with its brackets, or a function with what it reaches over."""
        kid = kids[at]
        if kid.kind == "dots":
            raise Refused("an ellipsis is not read", kid.span)
        after = kids[at + 1] if at + 1 < len(kids) else None
        called = self._function_of(kid)
        bracket = after if after is not None and _is_bracket(after) else None
        if called is None and bracket is not None and (habit := self._habitual(kid, bracket)):
            called = habit, None
        if called is not None:
            key, power = called
            if bracket is not None:
                further = kids[at + 2] if at + 2 < len(kids) else None
                if key in PREFIX and further is not None and further.kind == "name" and further.value in _ANGLES:
                    way = self.pick(f"{key}( ) {further.value} reaches", ["over both", "over the brackets"])
                    if way == "over both" and bracket.kind == "group":
                        inner = product([self.read(bracket), self.read(further)])
                        return self._powered(self._apply(key, [inner], kid), power, kid), at + 3
                value = self._call(key, kid, bracket, power)
                return value, at + 2
            if key in PREFIX and after is not None:
                stop = at + 1
                while stop < len(kids) and self._reached(kids[stop], stop == at + 1):
                    stop += 1
                    if key in ("log", "ln", "exp") or kids[stop - 1].kind in ("frac", "big"):
                        break
                if key in ("log", "ln", "exp") and stop < len(kids) and not self._ends(kids[stop]):
                    raise Refused(f"how far does {key} reach? write brackets", kid.span)
                if stop > at + 1:
                    inner = product([self.read(each) for each in kids[at + 1 : stop] if each.kind != "dot"])
                    return self._powered(self._apply(key, [inner], kid), power, kid), stop
            raise Refused(f"{key} stands without its argument", kid.span)
        if bracket is not None:
            self._refuse_call(kid, bracket)
        return self.read(kid), at + 1

    def _ends(self, kid: Tree) -> bool:
        return kid.kind == "dot" or self._function_of(kid) is not None or kid.kind in ("big",)

    def _reached(self, kid: Tree, first: bool) -> bool:
        if kid.kind in ("name", "script", "num"):
            return self._function_of(kid) is None
        return first and kid.kind in ("frac", "big", "group", "sqrt")

    def _function_of(self, kid: Tree) -> tuple[str, Tree | None] | None:
        """Return the function that a tree names, and a power between the function and its argument."""
        if kid.kind == "name" and self.is_function(kid.value):
            return (kid.value, None) if self.find_bound(kid.value) is None else None
        if kid.kind == "script" and kid.kids[0].kind == "name":
            base, sub, sup = kid.kids
            if base.value in PREFIX and sub is NONE:
                return base.value, sup
            refer = self.refer(kid) if base.value not in FUNCTIONS else None
            if refer is not None and not refer.indices and not refer.marks and self.is_function(refer.key):
                return refer.key, None
            if base.value in FUNCTIONS and sub is not NONE:
                raise Refused(f"{base.value} with an index is not read", kid.span)
        return None

    def _habitual(self, kid: Tree, bracket: Tree) -> str:
        """Return a name that is a function by habit, as φ in φ(x): any function will do."""
        group = bracket.kids[0] if bracket.kind == "script" else bracket
        if kid.kind not in ("name", "script") or len(group.kids) not in (1, 2) or group.value != "(":
            return ""
        refer = self.refer(kid)
        habit = HABITUAL if len(group.kids) == 1 else KERNELS
        if (
            refer is None
            or refer.indices
            or refer.marks
            or base_letter(refer.key.split("_")[0].split("^")[0]) not in habit
        ):
            return ""
        known = (
            (refer.key, 0) in self.scope.declared or refer.key in self.scope.definitions or self.find_bound(refer.key)
        )
        return "" if known or refer.key in self.scope.alone else refer.key

    def _refuse_call(self, kid: Tree, bracket: Tree) -> None:
        """Refuse what may be a call of something that is not known to be a function."""
        name = kid.value if kid.kind == "name" else kid.kids[0].value if kid.kind == "script" else ""
        if not name or kid.kind not in ("name", "script"):
            return
        group = bracket.kids[0] if bracket.kind == "script" else bracket
        is_word = (kid.kind == "name" and not is_letter(kid)) or (name.isalpha() and len(name) > 1)
        several = len(group.kids) != 1 or group.value not in ("(", "[")
        plain = len(group.kids) == 1 and group.kids[0].kind in ("name", "script", "num")
        letter = base_letter(name)
        if is_word or several or letter in HABITUAL or letter == r"\sigma" or (plain and not self._is_factor(kid)):
            raise Refused(f'is {name} a function? [functions] \'{name}\' = "softmax" | "sigmoid" | "any"', kid.span)
        if letter[:1] == "\\" and not self._is_factor(kid) and kid.kind == "name" and letter.islower() and plain:
            raise Refused(f"is {name} a function?", kid.span)

    def _is_factor(self, kid: Tree) -> bool:
        """Tell whether a letter before brackets is known to be a matrix, a vector or a number."""
        refer = self.refer(kid)
        if refer is None:
            return False
        known = (refer.key, len(refer.indices)) in self.scope.declared or refer.key in self.scope.definitions
        upper = base_letter(refer.key.split("_")[0].split("^")[0])[:1].isupper()
        return known or upper or bool(refer.marks) or self.find_bound(refer.key) is not None

    def _call(self, key: str, kid: Tree, bracket: Tree, power: Tree | None) -> Value:
        group = bracket.kids[0] if bracket.kind == "script" else bracket
        if ";" in group.value or "|" in group.value:
            raise Refused("an argument behind ; or | is not read", group.span)
        value = self._powered(self._applied(key, list(group.kids), kid), power, kid)
        return self._group_scripts(value, bracket) if bracket.kind == "script" else value

    def _applied(self, key: str, arguments: list[Tree], kid: Tree) -> Value:
        definition = self._definition_of_function(key, len(arguments), kid)
        if definition is not None:
            return self._unfold_call(definition, arguments, kid)
        return self._apply(key, [self.read(each) for each in arguments], kid)

    def _apply(self, key: str, arguments: list[Value], kid: Tree) -> Value:
        word = self.scope.conventions.functions.get(key, key)
        if word == "any":
            return self._any(key, arguments, kid)
        apply = FUNCTIONS.get(word)
        if apply is None and base_letter(key.split("_")[0].split("^")[0]) in HABITUAL | KERNELS:
            return self._any(key, arguments, kid)
        if apply is None:
            raise Refused(f"{key} is no function that is known", kid.span)
        return apply(self, arguments)

    def _any(self, key: str, arguments: list[Value], kid: Tree) -> Value:
        """Apply a function of which nothing is known, to a number or to a vector."""
        from symattn.primitives.maps.word import MapSymbol

        if len(arguments) == 2:
            return self._kernel(key, arguments, kid)
        if len(arguments) != 1:
            raise Refused(f"{key} of several arguments, of which nothing is known", kid.span)
        (value,) = arguments
        letter = self.letters.setdefault((f"{key}()", 0), Letter(f"{key}()", 0, "function", None, True))
        if letter.shape is None:
            letter.shape = (Size(hint="d"), Size(hint="m")) if value.shape is not None else (literal(1), literal(1))
            self.assume(f"{key} is any function of {'a vector' if value.shape is not None else 'a number'}")
        width, out = letter.shape
        naming = self.naming

        def symbol() -> Any:
            return MapSymbol(self.name(key, -1), naming.made(width), naming.made(out))

        if value.shape is None:
            if not width.is_one:
                raise Misfit(f"{key} of a number and of a vector")
            return Value(None, lambda: symbol()(ImmutableDenseMatrix([[value.make()]]))[0, 0])
        rows, columns = value.shape
        if columns.is_one and not rows.is_one:
            unify(width, rows)
            return Value((out, literal(1)), lambda: symbol()(value.make().T).T, f"{key}( )")
        unify(width, columns)
        if not rows.is_one:
            self.assume(f"{key} of a matrix is taken of each row")
        return Value((rows, out), lambda: symbol()(value.make()), f"{key}( )")

    def _kernel(self, key: str, arguments: list[Value], kid: Tree) -> Value:
        """Apply a real function of two vectors, of which nothing is known."""
        from symattn.primitives.kernels.word import KernelSymbol

        one, other = arguments
        if one.shape is None or other.shape is None or one.shape[1].is_one != other.shape[1].is_one:
            raise Refused(f"{key} of two arguments that are no vectors: what is it?", kid.span)
        if not any(size.is_one for size in (*one.shape, *other.shape)):
            raise Refused(f"{key} of two matrices: what is it?", kid.span)
        unify(one.shape[0], other.shape[0])
        unify(one.shape[1], other.shape[1])
        self.assume(f"{key} is any real function of two vectors")
        return Value(None, lambda: KernelSymbol(self.name(key, -1))(one.make(), other.make()))

    # ---- sums and products over an index

    def _read_big(self, tree: Tree) -> Value:
        lower, upper, body = tree.kids
        if tree.value not in ("sum", "prod"):
            raise Refused(f"{tree.value} is not read", tree.span)
        if lower is NONE:
            raise Refused("a sum without an index", tree.span)
        names = self._bound_names(lower)
        layer: dict[str, Bound] = {}
        made = list[Index]()
        for name, begin, end in names:
            self.sums += 1
            index = Index(self.name(name, -self.sums), is_bound=True)
            index.lower = None if begin is None else self._place(begin, "a sum begins at")
            last = upper if upper is not NONE else end
            index.upper = self._last(last) if last is not None else None
            layer[name] = self._bound_index(index)
            made.append(index)
        self.bound.append(layer)
        try:
            value = self.read(body)
        finally:
            self.bound.pop()
        for index in reversed(made):
            value = self._over(tree, index, value)
        return value

    def _bound_index(self, index: Index) -> Bound:
        naming, first = self.naming, self.scope.conventions.first
        return Bound(place=Place(index), number=lambda: index.make(naming) + first)

    def _bound_names(self, lower: Tree) -> list[tuple[str, Tree | None, Tree | None]]:
        """Return the names that a sum binds, each with the place at which it begins and the last, where one is said."""
        parts = lower.kids if lower.kind == "list" else (lower,)
        found = list[tuple[str, Tree | None, Tree | None]]()
        for part in parts:
            if part.kind == "rel" and part.value == "=" and is_letter(part.kids[0]):
                found.append((part.kids[0].value, part.kids[1], None))
            elif part.kind == "rel" and part.value == "<=" and is_letter(part.kids[0]) and len(parts) == 1:
                found.append((part.kids[0].value, None, part.kids[1]))
            elif part.kind == "rel" and part.value == "<" and is_letter(part.kids[0]) and len(parts) == 1:
                right = part.kids[1]
                found.append((part.kids[0].value, None, Tree("add", "+-", (right, Tree("num", "1")), right.span)))
            elif is_letter(part):
                found.append((part.value, None, None))
            elif part.kind == "juxt" and all(map(is_letter, part.kids)):
                found += [(kid.value, None, None) for kid in part.kids]
            else:
                raise Refused("what the sum runs over is not read", part.span)
        return found

    def _last(self, tree: Tree) -> Place:
        """Return the last place of a sum: at an index, at a number, or at the end of a size."""
        place = self._place_of(tree)
        if place is not None:
            return place
        name, plus = _letter_plus(tree)
        if name is None:
            raise Refused("where the sum ends is not read", tree.span)
        first = self.scope.conventions.first
        return Place(end=self._size_of_letter(name), plus=plus + 1 - first)

    def _size_of_letter(self, name: str) -> Size:
        if (name, 0) in self.letters:
            raise Refused(f"{name} is a size here, and something else elsewhere")
        return Size(self.size_named(name), hint=plain_name(name))

    def _place(self, tree: Tree, what: str) -> Place:
        place = self._place_of(tree)
        if place is None:
            raise Refused(f"{what} a place that is not read", tree.span)
        return place

    def _over(self, tree: Tree, index: Index, value: Value) -> Value:
        naming = self.naming

        def limits() -> tuple[Any, Any, Any]:
            low = Integer(0) if index.lower is None else index.lower.make(naming)
            high = naming.made(index.size) - 1 if index.upper is None else index.upper.make(naming)
            return index.make(naming), low, high

        whole = index.upper is None or (index.upper.end is not None and index.upper.plus == 0)
        whole = whole and (index.lower is None or index.lower == Place())
        if tree.value == "prod":
            if value.shape is not None:
                raise Refused("a product of matrices over an index is not read", tree.span)
            return Value(None, lambda: Product(value.make(), limits()))
        if value.is_number or value.is_single:
            single = as_number(value)
            return Value(None, lambda: Sum(single.make(), limits()))
        assert value.shape is not None
        rows, columns = value.shape
        if whole:
            return Value(value.shape, lambda: HeadSum(HeadFamily(value.make(), limits())), "a sum")

        def summed() -> Any:
            body, limit = value.make(), limits()
            return from_entries(naming.made(rows), naming.made(columns), lambda a, b: Sum(entry_of(body, a, b), limit))

        return Value(value.shape, summed, "a sum")

    # ---- places

    def _place_of(self, tree: Tree) -> Place | None:
        """Return the place that a tree is: a number, an index with a number added, the end of a size; else None."""
        first = self.scope.conventions.first
        if tree.kind == "num" and tree.value.isdecimal():
            return Place(plus=int(tree.value) - first)
        name, plus = _letter_plus(tree)
        if name is None:
            return None
        bound = self.find_bound(name)
        if bound is not None:
            return bound.place.moved(plus) if bound.place is not None else None
        if name in self.scope.sizes and name not in self.scope.index_letters and name not in self.indices:
            return Place(end=self._size_of_letter(name), plus=plus + 1 - first)
        if self.scope.is_index(name, "") or name in self.subscripts:
            return Place(self.free_index(name)).moved(plus)
        return None

    def free_index(self, name: str) -> Index:
        """Return the index that a letter is in this statement."""
        if name not in self.indices:
            self.indices[name] = Index(self.name(name, -NODES))
        return self.indices[name]

    def _number_of(self, tree: Tree) -> Callable[[], Any]:
        """Return the number that an index expression is, for a definition that takes any number."""
        value = as_number(self.read(tree))
        return value.make

    # ---- letters

    def _reference(self, tree: Tree) -> Value:
        refer = self.refer(tree)
        if refer is None:
            raise Refused("this is not read", tree.span)
        value = self._looked_up(refer, tree)
        return self._marked(value, refer.marks, tree)

    def _looked_up(self, refer: Reference, tree: Tree) -> Value:
        key, indices = refer.key, refer.indices
        own = self._argument(refer) if indices else None
        if own is not None:
            return own
        bound = self.find_bound(key)
        if bound is not None:
            if bound.value is not None:
                return self._parts(bound.value, indices, key, tree)
            if indices or bound.number is None:
                raise Refused(f"an index with an index is not read: {key}", tree.span)
            return Value(None, bound.number, key)
        definition = self._definition(key, indices)
        if definition is not None and (
            not definition.is_read
            or (len(definition.places) < len(indices) and (key, len(indices)) in self.scope.families)
        ):
            self.unread[key], definition = definition.line, None
        if definition is not None:
            return self._unfold(definition, indices, tree)
        special = self._special(key, tree) if not indices else None
        if special is not None:
            return special
        if not indices and (key, 0) not in self.scope.declared:
            if key in self.subscripts:
                index, naming, first = self.free_index(key), self.naming, self.scope.conventions.first
                return Value(None, lambda: index.make(naming) + first, key)
            if key in self.scope.sizes and key not in self.scope.turned and key not in self.scope.places:
                size = self.size_named(key)
                return Value(None, lambda: size, key)
            if base_letter(key) in ("i", "j") and key not in self.scope.conventions.kinds:
                raise Refused(f"is {key} the imaginary unit, or an index that stands nowhere as one?", tree.span)
        if key in self.scope.pending:
            self.unread[key] = self.scope.pending[key]
        places = [self._place(each, f"{key} has") for each in indices]
        return letter_of(self, refer, places)

    def _argument(self, refer: Reference) -> Value | None:
        """Return the argument x_m of f(x_m, m), where no sum inside has taken the index."""
        letters = {part.value for index in refer.indices for part in walk(index) if is_letter(part)}
        for layer in reversed(self.bound):
            own = layer.get(argument_name(refer))
            if own is not None:
                return own.value
            if letters & set(layer):
                return None
        return None

    def _special(self, key: str, tree: Tree) -> Value | None:
        """Read I, 1 and 0 in bold, and π."""
        if (key, 0) in self.scope.declared:
            return None
        letter, _, label = key.partition("_")
        naming = self.naming
        if letter in ("I", r"\mathbf{I}", r"\mathbb{I}", r"\mathrm{I}") and key not in self.scope.pending:
            size = Size(hint="m")
            if label and label in self.scope.sizes | {"d", "n", "m", "N", "L", "T", "D", "k"}:
                size = self._size_of_letter(label)
            elif label:
                return None
            self.assume(f"{key} is the identity")
            return Value((size, size), lambda: Identity(naming.made(size)), key)
        if letter in (r"\mathbf{1}", r"\mathbb{1}", r"\one"):
            size = self._size_of_letter(label) if label else Size(hint="n")
            self.assume(f"{key} is a column of ones")
            return Value((size, literal(1)), lambda: OneMatrix(naming.made(size), 1), key)
        if letter == r"\mathbf{0}" and not label:
            rows, columns = Size(hint="n", may_be_one=True), Size(hint="m", may_be_one=True)
            return Value((rows, columns), lambda: ZeroMatrix(naming.made(rows), naming.made(columns)), key)
        if key in (r"\infty", r"\partial", r"\nabla", r"\mathcal{O}", r"\emptyset", ":"):
            raise Refused(f"{key} is not read", tree.span)
        return None

    def _definition(self, key: str, indices: Sequence[Tree]) -> Definition | None:
        known = self.scope.definitions.get(key, [])
        for each in sorted((*reversed(known),), key=lambda each: -len(each.places)):
            if each.start in self.without or each.arguments is not None:
                continue
            if len(each.places) > len(indices):
                continue
            literals = [
                (place, index) for place, index in zip(each.places, indices, strict=False) if place.kind == "num"
            ]
            if all(place == index for place, index in literals):
                return each
        return None

    def _definition_of_function(self, key: str, count: int, kid: Tree) -> Definition | None:
        known = [each for each in self.scope.definitions.get(key, ()) if each.arguments is not None]
        for each in reversed(known):
            if each.arguments is not None and len(each.arguments) == count:
                return each
        if known and key not in FUNCTIONS:
            raise Refused(f"{key} was defined with another number of arguments", kid.span)
        return None

    def _unfold(self, definition: Definition, indices: Sequence[Tree], tree: Tree) -> Value:
        layer: dict[str, Bound] = {}
        count = len(definition.places)
        for place, index in zip(definition.places, indices, strict=False):
            if place.kind != "num":
                layer[place.value] = Bound(place=self._place_of(index), number=self._index_number(index))
        value = self._body(definition, layer, tree)
        return self._parts(value, indices[count:], definition.key, tree)

    def _index_number(self, index: Tree) -> Callable[[], Any]:
        place = self._place_of(index)
        if place is not None:
            naming, first = self.naming, self.scope.conventions.first
            return lambda: place.make(naming) + first
        return self._number_of(index)

    def _unfold_call(self, definition: Definition, arguments: list[Tree], kid: Tree) -> Value:
        layer: dict[str, Bound] = {}
        assert definition.arguments is not None
        for name, argument in zip(definition.arguments, arguments, strict=True):
            if "[" in name:
                layer[name] = Bound(value=self.read(argument))
                continue
            value = self.read(argument)
            if value.is_number:
                layer[name] = Bound(place=self._place_of(argument), number=value.make)
            else:
                layer[name] = Bound(value=value)
        return self._body(definition, layer, kid)

    def _body(self, definition: Definition, layer: dict[str, Bound], tree: Tree) -> Value:
        if not definition.is_read:
            self.unread[definition.key] = definition.line
            raise Refused(f"{definition.key} rests on line {definition.line}, which was not read", tree.span, "open")
        self.depth += 1
        outer, self.bound = self.bound, [layer]
        if self.depth > UNFOLDED:
            raise Refused("definitions within definitions do not end", tree.span)
        self.rests_on[definition.line] = definition.key
        self._check_hidden(definition, layer)
        try:
            return self.read(definition.body)
        finally:
            self.bound = outer
            self.depth -= 1

    def _check_hidden(self, definition: Definition, layer: dict[str, Bound]) -> None:
        """Refuse a function that speaks of its argument through another definition: Attn(X) by Q, and Q by X."""
        names = {name for name, bound in layer.items() if bound.value is not None}
        if not names:
            return
        seen, waiting = set[str](), [definition.body]
        while waiting:
            for refer in references(waiting.pop(), self.scope.is_index, self.scope.has_places):
                if refer.key in seen or refer.key in names:
                    continue
                seen.add(refer.key)
                for each in self.scope.definitions.get(refer.key, ())[-1:]:
                    inside = references(each.body, self.scope.is_index, self.scope.has_places)
                    if each.arguments is None and any(one.key in names for one in inside):
                        raise Refused(f"{definition.key} speaks of its argument through {refer.key} (line {each.line})")
                    waiting.append(each.body)

    def _parts(self, value: Value, indices: Sequence[Tree], key: str, tree: Tree) -> Value:
        """Take a row, or an entry, of a value."""
        if not indices:
            return value
        if value.shape is None:
            raise Refused(f"{key} is a number and has an index", tree.span)
        places = [self._place(each, f"{key} has") for each in indices]
        return parts_of(self, value, places, key)

    def _marked(self, value: Value, marks: Sequence[Tree | str], tree: Tree) -> Value:
        for mark in marks:
            if mark == "T":
                value = transpose(value)
            elif mark == "entrywise square":
                squared = value
                value = Value(squared.shape, partial(_squared, squared))
            elif isinstance(mark, Tree):
                value = self._powered(value, mark, tree)
        return value

    def _powered(self, value: Value, power: Tree | None, tree: Tree) -> Value:
        if power is None or power is NONE:
            return value
        is_inverse = power.kind == "add" and power.value == "-" and power.kids[0] == Tree("num", "1")
        if value.shape is not None and not value.is_single:
            unify(*value.shape)
            if is_inverse:
                return Value(value.shape, lambda: Inverse(value.make()), f"{value.text}⁻¹")
            if power.kind == "num" and power.value.isdecimal():
                return Value(value.shape, lambda: MatPow(value.make(), int(power.value)))
            raise Refused("a power of a matrix that is not read", tree.span)
        base, exponent = as_number(value), as_number(self.read(power))
        if is_inverse:
            self.denominators.append(base.make)
        return Value(None, lambda: Pow(base.make(), exponent.make(), evaluate=False))

    def _group_scripts(self, value: Value, tree: Tree) -> Value:
        """Take the scripts behind brackets: a transpose, a power, an entry."""
        _, sub, sup = tree.kids
        group = tree.kids[0]
        if sub is not NONE:
            name = sub.value if sub.kind == "name" else ""
            if group.kind == "group" and group.value in ("||", "|") and (sub == Tree("num", "2") or name == "F"):
                inner = self.read(group.kids[0])
                value = frobenius(inner) if name == "F" else norm(inner)
            elif group.kind == "group" and group.value in ("||", "|"):
                raise Refused("this norm is not read", sub.span)
            else:
                items = sub.kids if sub.kind in ("list", "juxt") else (sub,)
                if not all(
                    (is_letter(item) and self.scope.is_index(item.value, "")) or item.kind in ("num", "add")
                    for item in items
                ):
                    raise Refused("a subscript behind brackets that is not read", sub.span)
                value = self._parts(value, items, "this", tree)
        if sup is not NONE:
            refer = reference(
                Tree("script", "", (Tree("name", "x"), NONE, sup)), lambda letter, base: False, lambda key: 0
            )
            if refer is None or refer.key != "x" or refer.indices:
                raise Refused("a superscript behind brackets that is not read", sup.span)
            value = self._marked(value, refer.marks, tree)
        return value

    # ---- matrices and cases

    def _read_matrix(self, tree: Tree) -> Value:
        rows, columns = map(int, tree.value.split(","))
        if any(kid is NONE or kid.kind in ("dots", "none") for kid in tree.kids):
            raise Refused("an ellipsis in a matrix is not read", tree.span)
        values = [self.read(kid) for kid in tree.kids]
        if any(not value.is_number and not value.is_single for value in values):
            raise Refused("a matrix of matrices is not read", tree.span)
        numbers = [as_number(value) for value in values]

        def made() -> Any:
            return ImmutableDenseMatrix(rows, columns, [each.make() for each in numbers])

        return Value((literal(rows), literal(columns)), made, "the matrix")


_ANGLES = {r"\theta", r"\phi", r"\alpha", r"\omega", r"\Theta", r"\varphi", r"\pi"}
_REFUSED = {
    "text": "words in the middle of a formula are not read",
    "dots": "an ellipsis is not read",
    "cases": "cases are not read",
    "rel": "a relation within a formula is not read",
    "list": "a list is not read",
    "raw": "this is not read",
    "none": "something is missing",
    "empty": "empty braces",
}


def argument_name(refer: Reference) -> str:
    """Return the name under which an argument with an index is bound, as the x_m of f(x_m, m)."""
    return f"{refer.key}[{','.join(map(str, refer.indices))}]"


def _is_bracket(tree: Tree) -> bool:
    group = tree.kids[0] if tree.kind == "script" else tree
    return group.kind == "group" and group.value[:1] in ("(", "[")


def _letter_plus(tree: Tree) -> tuple[str | None, int]:
    """Return the letter and the number of t − 1, i, j + 2; None for anything else."""
    if is_letter(tree):
        return tree.value, 0
    if tree.kind == "group" and len(tree.kids) == 1:
        return _letter_plus(tree.kids[0])
    rest = tree.kids[1:]
    if tree.kind == "add" and tree.value[0] == "+" and is_letter(tree.kids[0]) and all(map(_is_natural, rest)):
        signs = zip(tree.value[1:], rest, strict=True)
        return tree.kids[0].value, sum(int(kid.value) * (1 if sign == "+" else -1) for sign, kid in signs)
    return None, 0


def _squared(value: Value) -> Any:
    return HadamardPower(value.make(), 2)


def _is_natural(tree: Tree) -> bool:
    return tree.kind == "num" and tree.value.isdecimal()


def readings(
    make: Callable[[Meaning], Any], scope: Scope, subscripts: set[str], without: frozenset[int] = frozenset()
) -> Iterator[tuple[Meaning, Any, Exception | None]]:
    """Try all ways in which the choices of a statement can go; yield each attempt, with what it made or why not."""
    plans: list[dict[str, Any]] = [{}]
    tried = 0
    seen = set[tuple[tuple[str, Any], ...]]()
    while plans and tried < PLANS:
        plan = plans.pop(0)
        key = tuple(sorted(plan.items()))
        if key in seen:
            continue
        seen.add(key)
        tried += 1
        stage = Meaning(scope, plan, subscripts, without=without)
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
