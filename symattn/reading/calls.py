"""Calls: which names are functions, how far they reach, and what each does to its arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from itertools import pairwise
from operator import call
from typing import Any

from sympy import And, Derivative, Eq, Ge, Gt, ImmutableDenseMatrix, Lambda, Le, Lt, Ne, Or

from symattn.language import (
    Gradient,
    Loewner,
    PositionalEncoding,
    PositiveDefinite,
    PositiveSemidefinite,
    PrefixMask,
    RotaryEncoding,
    SimilarityKernel,
)
from symattn.reading.ellipses import without_dots
from symattn.reading.entries import along
from symattn.reading.families import family, is_by_entries
from symattn.reading.functions import ENTRYWISE, FUNCTIONS, HABITUAL, KERNELS, OF_ONE, PREFIX, WAYS
from symattn.reading.indices import Index
from symattn.reading.letters import OBJECTS, object_of, size_of, size_value
from symattn.reading.lookup import Lookup
from symattn.reading.moments import moment
from symattn.reading.names import (
    CONSTANTS,
    PLACES,
    Reference,
    base_letter,
    bound_in,
    head_letter,
    is_bold,
    is_letter,
    letters_in,
)
from symattn.reading.notation import TRANSPOSED
from symattn.reading.refusal import Refused, attempt
from symattn.reading.scope import Declared
from symattn.reading.sizes import Misfit, Size, literal, unify
from symattn.reading.stage import Letter
from symattn.reading.tree import NONE, Tree, differentiates, split_at_dots, values_in, walk
from symattn.reading.unknowns import is_derivative, told, unknown
from symattn.reading.values import Value, as_number, lift, number, product, transpose
from symattn.reading.words import OPTIONS, applied, kernel_named, offered, words_named


class Calls(Lookup):
    """Read functions with their arguments."""

    def condition(self, tree: Tree) -> Callable[[], Any]:
        """Read a condition on indices and numbers."""
        if tree.within("(") is not NONE:
            return self.condition(tree.kids[0])
        if tree.kind == "logic":
            parts = [self.condition(kid) for kid in tree.kids]
            return lambda: (And if tree.value == "and" else Or)(*(each() for each in parts))
        subset = object_of(self, tree.kids[1].value) if tree.kind == "rel" and tree.value == "in" else None
        if subset is not None:
            place = self.place(tree.kids[0])
            return lambda: subset.make().contains(place.make(self.naming))
        if tree.kind != "rel" or tree.value not in _CONDITIONS:
            raise Refused("cases are not read")
        return lift(None, _CONDITIONS[tree.value], *(as_number(self.read(side)) for side in tree.kids)).make

    def is_function(self, key: str) -> bool:
        """Tell whether a name is a function: by its definition, by a declaration, or as a word."""
        return (
            any(each.arguments is not None for each in self.scope.definitions.get(key, ()))
            or key in FUNCTIONS
            or key in self.conventions.functions
            or self._map(key) is not None
            or self.scope.kind(key) == "other map"
        )

    def _map(self, key: str) -> Declared | None:
        """Return what declares that a name is a map between spaces."""
        return self.scope.declared[key, 0] if self.scope.kind(key) in OBJECTS.keys() - {"subset"} else None

    def _factor(self, kids: list[Tree], at: int) -> tuple[Value, int]:
        """Read one factor, a call with its brackets, or a function with what it reaches over."""
        kid, after, further = (*kids[at : at + 3], NONE, NONE)[:3]
        if kid.kind == "dots":
            raise Refused("an ellipsis is not read")
        bracket = after if is_bracket(after) else NONE
        if bracket is NONE is not after and differentiates(kid) and kid.kind != "name":
            said = self._derived_behind(kids, at)
            if said is not None:
                return said, len(kids)
        if _is_nabla(kid) and is_bracket(further) and len(kids) == at + 3:
            said = self._gradient_of_call(kid, after, further)
            if said is not None:
                return said, at + 3
        if bracket is not NONE:
            worded = self._worded_call(kid, bracket)
            if worded is not None:
                return worded[0], at + worded[1]
            if kid.kind == "frac" and not differentiates(kid) and is_derivative(*kid.kids):
                raise Refused("is this a product, or the derivative at a place? write \\cdot")
            if differentiates(kid) and (bracket.scripts[2] is not NONE or further is not NONE):
                raise Refused(HOW_FAR)
            if (part := self._part_in_brackets(kid, bracket)) is not None:
                return part, at + 2
            mean = moment(self, kid, bracket.base)
            said = self._derived(kid, bracket) if mean is None else self._group_scripts(mean, bracket)
            if said is not None:
                return said, at + 2
        called = self._function_of(kid)
        if bracket is not NONE and called is None:
            refer = self.named(kid) if kid.kind == "script" else None
            if refer is not None and refer.marks and self.is_function(refer.key):
                raise Refused(f"is this a power of the function {refer.key}, or of its value?")
            habit = self._habitual(kid, bracket)
            called = (habit, NONE) if habit else None
        if called is not None:
            self.numbers += called[0] in PREFIX
            try:
                return self._called(kids, at, called, bracket)
            except Refused:
                if len(bracket.base.kids) < 2 or self.conventions.functions.get(called[0]) != "any":
                    raise
                asks = f"{called[0]} of several matrices, of which nothing is known"
                value = unknown(self, Tree("juxt", "", (kid, bracket.base)), asks=asks)
                return self._group_scripts(value, bracket), at + 2
            finally:
                self.numbers -= called[0] in PREFIX
        if bracket is not NONE and (name := self._may_be_called(kid, bracket)):
            stop = at + 2
            while stop < len(kids) and bracket.kind == kids[stop].kind == "group" and is_bracket(kids[stop]):
                if _is_called_in(name, kids[stop]):
                    break  # φ(Q)(φ(K)ᵀ V)
                bracket = Tree("group", "(", (*bracket.kids, *kids[stop].kids))  # f(x)(y)
                stop += 1
            line = self.scope.pending.get(name)
            asks = f"{name}, of which nothing is known: {offered(name, len(bracket.kids))}"
            asks = asks if line is None else f"{name}, which line {line} defines for its own section"
            value = unknown(self, Tree("juxt", "", (kid, bracket.base)), asks=asks)
            return self._group_scripts(value, bracket), stop
        if self._is_differential(kid, after):
            if kid.value == "d" and not self._says_what(kid) and is_letter(after.base):
                asks = f"{told(kid)}{told(after)}, taken as one symbol: [kinds] 'd' = \"number\" makes a product of it"
                return unknown(self, Tree("juxt", "", (kid, after)), attempt(self.read, after), asks), at + 2
            name = f' words = ["d{after.value}"] makes one name of it,' if is_letter(after) else ""
            raise Refused(
                f"is {kid.value} a number, or a difference?{name} [kinds] '{kid.value}' = \"number\" a factor"
            )
        if _is_nabla(kid) and after is not NONE:
            stop = at + 2 + is_bracket(further)
            if kids[stop:] and "T" not in kids[stop - 1].scripts[2].value:
                raise Refused(HOW_FAR)
            like = self.read(kid.kids[1]) if kid.kind == "script" and kid.kids[2] is NONE else None
            return unknown(self, Tree("juxt", "", tuple(kids[at:stop])), like), stop
        return self.read(kid), at + 1

    def look_at(self, *sides: Tree) -> None:
        """Keep what a whole statement tells: whether d is a differential in it, and which names are called."""
        if any(side.within("[").kind in ("name", "script") for side in sides):
            raise Refused("is [ ] a list, or a part that is a whole number?")
        self.has_differentials = len(sides) > 1 and all(self._has_differential(side) for side in sides)
        self.inside = values_in(*sides) - set[str]().union(*map(_outside_functions, sides))
        counted = bound_in(*sides) | self.scope.sizes | self.subscripts | self.indices.keys()
        for node in (node for side in sides for node in walk(side, "juxt")):
            for kid, after in pairwise(node.kids):
                inner = after.base.kids[0] if is_bracket(after) and len(after.base.kids) == 1 else NONE
                is_one = inner.kind in ("name", "num") or self._is_time(inner, counted)
                if is_one or (inner.kind == "script" and inner.kids[2] is NONE and after.kind == "group"):
                    self.called.add(kid.base.value)

    def _is_time(self, tree: Tree, counted: Set[str]) -> bool:
        """Tell whether a tree is t + 1, where t is no real number, and nothing that is counted."""
        names = {kid.value for kid in tree.kids if kid.kind == "name"} if tree.kind == "add" else set[str]()
        is_place = names <= PLACES - counted and all(kid.kind in ("name", "num") for kid in tree.kids)
        return bool(names) and is_place and all(self.scope.kind(name) in ("", "natural") for name in names)

    def _has_differential(self, side: Tree) -> bool:
        pairs = (pair for node in walk(side, "juxt") for pair in pairwise(node.kids))
        return any(kid.value == "d" and after.kind != "dot" and not self._is_of_sizes(after) for kid, after in pairs)

    def _is_of_sizes(self, tree: Tree) -> bool:
        """Tell whether the letters of a tree are those of sizes, as in d_k + d_v."""
        return {head_letter(refer.key) for refer in self.scope.references(tree)} <= set(
            map(head_letter, self.scope.sizes)
        )

    def _part_in_brackets(self, kid: Tree, bracket: Tree) -> Value | None:
        """Read K[i, :] and A[i, j] of what was declared as the part K_{i,:} and the entry A_{ij}; None for all else."""
        group, known = bracket.base, self.scope.declared.get((kid.value, 0))
        if kid.kind != "name" or group.value != "[" or known is None or known.kind in (*OBJECTS, "function"):
            return None
        if len(group.kids) != len(known.sizes) or self.find_bound(kid.value) is not None:
            return None
        whole = Tree("slice", "", (NONE, NONE))
        places = tuple(whole if each.value == ":" and not each.kids else each for each in group.kids)
        below = places[0] if len(places) == 1 else Tree("list", "", places)
        value = self.read(Tree("script", "", (kid, below, NONE)))
        if places[1:] == (whole,) and places[0] != whole and bracket.scripts[2] is NONE:
            way = self.pick(f"{kid.value}[ , :] is", ["a row", "a column"])
            value = value if way == "a row" else transpose(value)
        return self._group_scripts(value, bracket)

    def _is_differential(self, kid: Tree, after: Tree) -> bool:
        """Tell whether dx may be the differential of x, or Δ(xy) a difference."""
        is_mark = kid.value == "d" or (kid.value in (r"\delta", r"\Delta") and is_bracket(after))
        if kid.kind != "name" or not is_mark or after.kind not in ("name", "script", "group", "big", "frac"):
            return False
        if kid.value in self.conventions.kinds:
            return False
        if kid.value == "d" and self.has_differentials:
            return not self._is_of_sizes(after)
        return not self._says_what(kid)

    def _says_what(self, kid: Tree) -> bool:
        """Tell whether the note says what a letter is, or has it as a size."""
        return self._is_declared(kid) or kid.value in {*self.scope.sizes, *self.sizes, *self.scope.pending}

    def _derived(self, kid: Tree, bracket: Tree) -> Value | None:
        """Read ∇_X (…) and ∂/∂x (…), where X or x was declared; None for all else."""
        below = kid.kids[1] if kid.kind in ("frac", "script") else NONE
        if _is_nabla(kid):
            by = below if kid.kind == "script" and kid.kids[2] is NONE else NONE
        else:
            is_quotient = kid.kind == "frac" and kid.kids[0].base.value == r"\partial" == (*below.kids, NONE)[0].value
            by = below.kids[1] if is_quotient and len(below.kids) == 2 else NONE
            order = kid.kids[0].scripts[2] if is_quotient else NONE
            if order is not NONE:  # ∂²/∂x²
                base, _, power = by.scripts
                is_same = order == power and order.value in ("2", "3") and by.kids[1] is NONE
                return self.derived(bracket, base, int(order.value)) if is_same else None
        return None if by is NONE else self.derived(bracket, by, is_gradient=_is_nabla(kid))

    def _derived_behind(self, kids: list[Tree], at: int) -> Value | None:
        """Read ∂/∂x log Σ e^x, with one factor behind it, as far as its term goes; None where x is not known."""
        if kids[at].kind == "script" and len(kids) == at + 2 and kids[at + 1].kind != "big":
            return None  # ∇_z f
        if self._factor(kids, at + 1)[1] < len(kids):
            if kids[at].kind == "script":
                return None
            raise Refused(HOW_FAR)
        rest = kids[at + 1] if len(kids) == at + 2 else Tree("juxt", "", tuple(kids[at + 1 :]))
        return self._derived(kids[at], Tree("group", "(", (rest,)))

    def _gradient_of_call(self, kid: Tree, of: Tree, bracket: Tree) -> Value | None:
        """Read ∇f(x) and ∇_x f(x), where the note defines f by f(x) = …; None for all else."""
        known = self.scope.definitions.get(of.value, ())[-1:] if of.kind == "name" else ()
        names = tuple(Tree("name", name) for each in known for name in each.arguments or ())
        by = kid.kids[1] if kid.kind == "script" and kid.kids[2] is NONE else names[0] if len(names) == 1 else NONE
        is_own = bracket.kind == "group" and bracket.kids == names and by in names
        if not is_own or (kid.kind == "script" and kid.kids[2] is not NONE):
            return None
        return self.derived(Tree("juxt", "", (of, bracket)), by, is_gradient=True)

    def derived(self, of: Tree, by: Tree, order: int = 1, is_gradient: bool = False) -> Value | None:
        """Read a derivative by a letter that stands in what is differentiated, as that is written; None for all else.

        Where letters were not declared they may depend on each other: then a row that fails is open.  A derivative by a
        vector is a column or a row, and only ∇ by a matrix is sure to have its shape.
        """
        refer = self.named(by)
        if refer is None or refer.marks or refer.key in self.scope.definitions:
            return None
        is_known = self._is_known(of, refer.key)
        if not is_known and not self._is_known(of, refer.key, are_declared=False):
            return None
        of_, by_ = self.read(of), self.read(by)
        if of_.is_matrix or not (is_known or by_.is_number):
            return None
        if not is_known:
            self.unread[f"what depends on {by_.text}: declare the letters, as {refer.key.lstrip(chr(92))} ∈ ℝ^n"] = 0
        self.assume(f"what is differentiated depends on {by_.text} as it is written")
        if by_.is_number:
            return lift(None, lambda of, by: Derivative(of, (by, order)), as_number(of_), by_)
        if order > 1:
            return None
        value = lift(by_.shape, Gradient, as_number(of_), by_)
        layouts = _LAYOUTS[: 1 if is_gradient and not by_.is_vector else 2]
        is_same = self.pick(f"the derivative by {by_.text} is", layouts) == _LAYOUTS[0]
        return value if is_same else transpose(value)

    def _is_known(self, tree: Tree, key: str, are_declared: bool = True) -> bool:
        """Tell whether all names, in definitions, too, were declared, or need not be, and a key is one of them."""
        waiting, seen = [(tree, set[str]())], set[str]()
        while waiting:
            tree, bound = waiting.pop()
            bound |= values_in(*(node.kids[0] for node in walk(tree, "big")))
            options = [node for node in walk(tree, "group") if ";" in node.value]
            bound |= {kid.kids[0].value for node in options for kid in node.kids if kid.kind == "rel"}
            for refer in self.scope.references(tree):
                if refer.key in seen | bound:
                    continue
                if refer.key in self.scope.pending or not (self._is_known_name(refer) or not are_declared):
                    return False
                seen.add(refer.key)
                for each in self.scope.definitions.get(refer.key, ())[-1:]:
                    own = {*(each.arguments or ()), *(place.value for place in each.places)}
                    waiting.append((each.body, bound | own))
        return key in seen and (self.scope.declares(key) or not are_declared)

    def _is_known_name(self, refer: Reference) -> bool:
        key = refer.key
        is_word = key in self.scope.sizes or key in ("e", r"\delta", *CONSTANTS) or self.is_function(key)
        return is_word or self._is_declared(Tree("name", key)) or self.find_bound(key.split("_")[0]) is not None

    def _called(self, kids: list[Tree], at: int, called: tuple[str, Tree], bracket: Tree) -> tuple[Value, int]:
        """Read a function with what it reaches over."""
        kid, after, further = (*kids[at : at + 3], NONE, NONE)[:3]
        key, power = called
        is_short = key in ("log", "ln", "exp")
        if key in ("sin", "cos") and after.value == "<":
            raise Refused("is ⟨ ⟩ an inner product, or the angle between two vectors?")
        if bracket is not NONE:
            if key in PREFIX and further.kind == "name" and further.value in _ANGLES:
                way = self.pick(f"{key}( ) {further.value} reaches", ["over both", "over the brackets"])
                if way == "over both" and bracket.kind == "group":
                    inner = product([self.read(bracket), self.read(further)])
                    return self._powered(self._apply(key, [inner]), power), at + 3
            return self._call(key, kid, bracket, power), at + 2
        if key in PREFIX and after is not NONE:
            stop = at + 1
            while stop < len(kids) and self._reached(kids, at + 1, stop):
                stop += 1
                if is_short or kids[stop - 1].kind == "big":
                    break
            inside = [each for each in kids[at + 1 : stop] if not _is_plain(each)]
            angles = [each.base.value in _ANGLES or each.kind == "frac" for each in inside]
            several = not is_short and len(inside) > 1 and not any(angles)
            beyond, behind = (*kids[stop : stop + 2], Tree("dot"), NONE)[:2]
            ends = beyond.kind in ("dot", "big") or self._function_of(beyond) is not None
            # log x · y, sin 2 · x
            is_open = (is_short or not any(map(_is_variable, inside))) and beyond.kind == "dot" and behind is not NONE
            is_open = (is_open and self._function_of(behind) is None) or _ends_open(kids[stop - 1])
            is_open = is_open or (bool(inside) and beyond.kind == "group" and not any(angles))  # cos x (x + 1)
            if several or (is_short and not ends) or is_open:
                raise Refused(f"how far does {key} reach? write brackets")
            if stop > at + 1:
                first = _first_argument(kids[:stop], at + 1)
                if first < stop and self.pick("a function without brackets reaches over", _FAR) == _FAR[0]:
                    stop = first
                inner = product([self.read(each) for each in kids[at + 1 : stop] if each.kind != "dot"])
                return self._powered(self._apply(key, [inner]), power), stop
        if key in OF_ONE and after is not NONE:
            another = self._function_of(further) if further is not NONE else called
            is_letter_alone = after.base.kind == "name" and self._function_of(after) is None
            if not is_letter_alone or another is None or another[0] not in OF_ONE:
                raise Refused(f"how far does {key} reach? write brackets")
            return self._powered(self._apply(key, [self.read(after)]), power), at + 2
        raise Refused(f"{key} stands without its argument")

    def _reached(self, kids: Sequence[Tree], begin: int, at: int) -> bool:
        """Tell whether a function without brackets may reach over one part more; 2 (x + y) is one argument."""
        kid, before = kids[at], kids[begin:at]
        if kid.kind in ("name", "script", "num"):
            return self._function_of(kid) is None
        return all(map(_is_plain, before)) and kid.kind in ("frac", "big", "group", "sqrt")

    def _function_of(self, kid: Tree) -> tuple[str, Tree] | None:
        """Return the function that a tree names, and a power between the function and its argument."""
        if kid.kind == "name" and self.is_function(kid.value):
            return (kid.value, NONE) if self.find_bound(kid.value) is None else None
        if kid.kind == "script" and kid.kids[0].kind == "name":
            base, sub, sup = kid.kids
            if base.value in PREFIX and (sub is NONE or sub.value == r"\circ"):  # exp_∘ is taken of every entry
                if sup.kind == "add" and sup.value == "-":
                    raise Refused(f"is {base.value}^{{-1}} the inverse function, or 1/{base.value}?")
                return base.value, sup
            refer = self.named(kid) if base.value not in FUNCTIONS or sub is not NONE else None
            if refer is not None and not refer.marks and self.is_function(refer.key):
                known = self.scope.definitions.get(refer.key, ())
                places = [len(each.places) for each in known if each.arguments is not None]
                if not refer.indices or len(refer.indices) in places:
                    return refer.key, NONE
            if base.value.lower() == "softmax" and sub.value in WAYS and sup is NONE:
                return f"softmax of {WAYS[sub.value]}", NONE
            if base.value in FUNCTIONS and sub is not NONE:
                raise Refused(f"{base.value} with an index is not read")
        return None

    def _habitual(self, kid: Tree, bracket: Tree) -> str:
        """Return a name that is a function by habit, as φ in φ(x): any function will do."""
        group = bracket.base
        if kid.kind not in ("name", "script") or len(group.kids) not in (1, 2) or group.value != "(":
            return ""
        key, habit = self.bare(kid), HABITUAL if len(group.kids) == 1 else KERNELS
        known = self.scope.says(key) or self.find_bound(key) or key in self.scope.alone
        return key if key and head_letter(key) in habit and not known else ""

    def _may_be_called(self, kid: Tree, bracket: Tree) -> str:
        """Return the name before brackets that may be a function, though nobody said that it is one; else nothing."""
        base = kid.base
        if base.kind != "name" or is_by_entries(bracket):  # i (x_j)_{j < n, k < 1} is a product
            return ""
        name = base.value
        group = bracket.base
        if not self.scope.knows(name) and (name in _NO_SYMBOLS or (name == "E" and group.value == "[")):
            raise Refused(f"{_NO_SYMBOLS.get(name, 'an expectation')} is not read")
        if name in self.scope.called and not self._is_factor(kid):
            return name
        if name in self.called and is_letter(base) and self._is_told(kid):
            raise Refused(f"is {name}( ) a product, or {name} at a place? write {name} \\cdot, or declare a function")
        is_word = (kid.kind == "name" and not is_letter(kid)) or (name.isalpha() and len(name) > 1)
        several = len(group.kids) != 1 or group.value not in ("(", "[")
        names = [node.value for node in walk(group, "name")]
        plain = len(group.kids) == 1 and not any(base_letter(each)[:1].isupper() or is_bold(each) for each in names)
        if plain and group.kids[0].kind not in ("name", "script", "num"):  # v(a + b), where v stands alone elsewhere
            refer = self.refer(kid)
            plain = refer is None or refer.stands not in self.scope.alone
        letter = base_letter(name)
        plain = plain or letter[:1].isupper()  # E(XY), where E stands nowhere else
        plain = plain or (
            bracket.scripts[1] is not NONE and group.kids[0].kind == "name"
        )  # f(z)_j, for z_j nobody writes (z)_j
        by_habit = (letter in HABITUAL or letter == r"\sigma") and not self._is_declared(kid)
        is_function = by_habit or (plain and not self._is_factor(kid))
        return name if is_word or several or is_function else ""

    def _is_factor(self, kid: Tree) -> bool:
        """Tell whether a letter before brackets is known to be a matrix, a vector or a number."""
        refer = self.refer(kid)
        if refer is None:
            return False
        letter = head_letter(refer.key)
        upper = letter[:1].isupper() and (letter == "W" or bool(refer.indices) or refer.key in self.scope.alone)
        is_delta = refer.key == r"\delta" and len(refer.indices) == 2
        return self._is_told(kid) or upper or is_delta or bool(refer.marks) or self.find_bound(refer.key) is not None

    def _is_told(self, kid: Tree) -> bool:
        """Tell whether a letter before brackets was declared, or defined."""
        refer = self.refer(kid)
        if refer is None:
            return False
        declared = [(refer.key, count) in self.scope.declared for count in range(len(refer.indices) + 1)]
        return refer.key in self.scope.definitions or any(declared)

    def _call(self, key: str, kid: Tree, bracket: Tree, power: Tree) -> Value:
        group = bracket.base
        if ";" in group.value or "|" in group.value:
            raise Refused("an argument behind ; or | is not read")
        inside, above = list(group.kids), bracket.scripts[2]
        is_power = key in ("log", "ln") and power is NONE and above is not NONE and above.value not in TRANSPOSED
        if is_power and len(inside) == 1 and self.pick(f"the power behind {key}( ) is", _OF_VALUE) != _OF_VALUE[0]:
            inside, bracket = [Tree("script", "", (group, *bracket.kids[1:]))], group
        value = self._powered(self._applied(key, inside, kid), power)
        return self._group_scripts(value, bracket)

    def _worded_call(self, kid: Tree, bracket: Tree) -> tuple[Value, int] | None:
        """Read a word with its arguments, and say how many parts that are; the brackets behind T^{(k)} are a factor."""
        used = 2
        try:
            value = self.worded(kid, bracket)
        except Refused:
            value, used = self.worded(kid) if kid.kind == "script" and kid.kids[2] is not NONE else None, 1
            if value is None:
                raise
        return None if value is None else (value, used)

    def worded(self, tree: Tree, bracket: Tree = NONE) -> Value | None:
        """Read a word of the language with its arguments in brackets, above it and below it: e_{2h}(t), Causal_n.

        None where nothing declares that the name is a word.
        """
        base, sub, sup = tree.scripts
        functions = self.conventions.functions
        own = self.named(tree) if base.kind == "name" else None
        own = own if own is not None and own.key in functions and own.key != base.value else None
        said = functions.get(base.value if own is None else own.key, "")
        words = [] if kernel_named(said) else words_named(said)
        above = sup.kids if sup.kind == "group" and sup.value == "(" else () if sup is NONE else None
        if self.scope.kind(sup.value) == "subset":
            above = (sup, *self.scope.declared[sup.value, 0].sizes)
        if not words or above is None:
            return None
        if bracket is NONE and ((sub is NONE and not above) or self._is_declared(tree)):
            return None
        below = () if own is not None else sub.kids if sub.kind == "list" else split_at_dots(sub)
        below = tuple(kid for kid in below if kid is not NONE)
        found, wrong = list[Value](), Refused("")
        for word in words:  # H(p), and H(p, q)
            named = word in (PositionalEncoding, PrefixMask, RotaryEncoding)  # P_{φ, x}^{(n)}
            try:
                found.append(self._word(word, base.value, bracket, (*below, *above) if named else (*above, *below)))
            except Refused as refused:
                wrong = refused
        if len(found) != 1:
            raise Refused(f"is {base.value} here {' or '.join(each.__name__ for each in words)}?") if found else wrong
        return self._group_scripts(found[0], bracket)

    def _word(self, word: Any, name: str, bracket: Tree, scripts: Sequence[Tree]) -> Value:
        """Apply a word to what stands in brackets behind it, and above it and below it."""
        values, options, inside = list[Value](), dict[str, Value](), bracket.base.kids

        def is_no_kernel(tree: Tree) -> bool:
            own = object_of(self, tree.value)
            return own is None or not isinstance(own.make(), SimilarityKernel)

        for each in sorted((*inside, *scripts), key=is_no_kernel):
            if each.kind == "rel" and each.value == "=" and each.kids[0].kind == "name":
                options[each.kids[0].value] = self._argument_of(each.kids[1])
            elif each.value in OPTIONS:
                option, chosen = OPTIONS[each.value]
                options[option] = number(chosen)
            elif bracket.base.value == "(;" and each is inside[-1]:
                options["mask"] = self.read(each)
            else:
                values.append(self._argument_of(each, values))
        return applied(word, name, values, options)

    def _rule(self, tree: Tree, values: Sequence[Value]) -> Value | None:
        """Read (j, i) ↦ i ≤ j, a condition on indices that run over the sizes before it; None for all else."""
        inner = tree.kids[0] if tree.kind == "group" and len(tree.kids) == 1 else NONE
        first, *more = inner.kids if inner.kind == "logic" else (inner,)
        relations = first.value.split(",")
        names = first.kids[0].kids if first.kind == "rel" and relations[0] == "mapsto" else ()
        if not names or len(names) > len(values) or not all(map(is_letter, names)):
            return None
        indices = [
            Index(name.value, Size(value.make(), may_be_one=True), is_bound=True)
            for name, value in zip(names, values, strict=False)
        ]
        said = replace(first, value=",".join(relations[1:]), kids=first.kids[1:]) if relations[1:] else first.kids[1]
        with self.binding(*indices):
            holds = self.condition(replace(inner, kids=(said, *more)) if more else said)
        return Value(None, lambda: Lambda(tuple(each.make(self.naming) for each in indices), holds()))

    def _argument_of(self, tree: Tree, values: Sequence[Value] = ()) -> Value:
        """Read an argument of a word, behind others: a family, a size, a rule, or what it stands for."""
        named = object_of(self, refer.key) if (refer := self.named(tree)) is not None and not refer.indices else None
        members = named or self._rule(tree, values) or family(self, tree)
        if members is not None:
            return members
        letters = [*walk(tree, "name", "script")]
        is_size = letters and (self._is_size(tree) or not any(map(self._is_declared, letters)))
        size = size_value(self, tree) if is_size or tree.kind == "num" else None
        return self.read(tree) if size is None else number(size)

    def _is_declared(self, tree: Tree) -> bool:
        refer = self.named(tree)
        key = "" if refer is None else refer.key
        known = self.scope.knows(key) or key in self.conventions.kinds or key in self.subscripts
        return known or self.find_bound(key) is not None

    def _applied(self, key: str, arguments: list[Tree], kid: Tree) -> Value:
        definition = self._definition_of_function(key, len(arguments), kid)
        if definition is not None:
            return self._unfold_call(definition, arguments, kid)
        if key in ("max", "min") and any(each.kind == "dots" for each in arguments):
            arguments = without_dots(key, arguments)
            if len(arguments) == 1:
                return self.read(arguments[0])
        return self._softmax_of_entry(key, arguments) or self._apply(key, [self.read(each) for each in arguments])

    def _softmax_of_entry(self, key: str, arguments: list[Tree]) -> Value | None:
        """Read softmax(z_i) as many notes mean it: as the entry at i of the softmax of all z_i."""
        is_softmax = self.conventions.functions.get(key, key).lower() == "softmax" and len(arguments) == 1
        named = self.scope.references(arguments[0]) if is_softmax else ()
        letters = {each for refer in named for each in letters_in(*refer.indices)} - bound_in(*arguments)
        if len(letters) != 1 or not self.read(arguments[0]).is_number:
            return None
        (letter,) = letters
        whole = along(self, letter, lambda: self.read(arguments[0]))
        if whole is None:
            return None
        self.assume(f"{key} of what has the index {letter} runs over {letter}")
        return self._parts(self._apply(key, [whole]), (Tree("name", letter),), key)

    def _apply(self, key: str, arguments: list[Value]) -> Value:
        if any(each.arguments is not None for each in self.scope.definitions.get(key, ())):
            raise Refused(f"how far does {key} reach? write brackets")
        word = self.conventions.functions.get(key, key)
        if word == "any":
            return self._any(key, arguments)
        apply = FUNCTIONS.get(word)
        is_any = bool(object_of(self, key)) or (apply is None and self.scope.kind(key) == "other map")
        if is_any or (apply is None and head_letter(key) in HABITUAL | KERNELS):
            return self._any(key, arguments)
        if apply is None:
            raise Refused(f"{key} is no function that is known")
        return apply(self, arguments)

    def _any(self, key: str, arguments: list[Value]) -> Value:
        """Apply a function of which nothing is known, to a number or to a vector."""
        from symattn.primitives.maps.word import MapSymbol

        if self.scope.kind(key) == "other map":
            raise Refused(f"{key} maps sets that are not read, and nothing says what it does", "open")
        if len(arguments) == 2:
            return self._kernel(key, *arguments)
        if len(arguments) != 1:
            raise Refused(f"{key} of several arguments, of which nothing is known")
        (value,) = arguments
        declared = self._map(key)
        encoding = object_of(self, key) if self.scope.kind(key) == "encoding" else None
        if declared is not None and encoding is not None:
            side = size_of(self, declared.sizes[0])
            return lift((side, side), call, encoding, as_number(value), text=f"{key}( )")
        letter = self.letters.setdefault((f"{key}()", 0), Letter(f"{key}()", 0, "function", None, True))
        if letter.shape is None and declared is not None:
            one, other = (size_of(self, each) for each in declared.sizes)
            letter.shape, letter.assumed = (one, other), False
        if letter.shape is None:
            if key in self.scope.pending:
                raise Refused(f"{key} is what line {self.scope.pending[key]} says, which was not read", "open")
            letter.shape = (Size(hint="d"), Size(hint="m")) if value.shape is not None else (literal(1), literal(1))
            self.assume(f"{key} is any function of {'a vector' if value.shape is not None else 'a number'}")
        width, out = letter.shape
        own = Value(None, lambda: MapSymbol(self.name(key, -1), *map(self.naming.made, (width, out))))
        if value.is_number:
            if not width.is_one:
                raise Misfit(f"{key} of a number and of a vector")
            return lift(None, lambda f, x: f(ImmutableDenseMatrix([[x]]))[0, 0], own, value)
        rows, columns = value.sides
        if columns.is_one and not rows.is_one:
            unify(width, rows)
            return lift((out, literal(1)), lambda f, x: f(x.T).T, own, value, text=f"{key}( )")
        unify(width, columns)
        if not rows.is_one:
            self.assume(f"{key} of a matrix is taken of each row")
        return lift((rows, out), call, own, value, text=f"{key}( )")

    def _kernel(self, key: str, one: Value, other: Value) -> Value:
        """Apply a real function of two vectors, of which nothing is known."""
        from symattn.primitives.kernels.word import KernelMatrix, KernelSymbol

        if one.shape is None or other.shape is None or one.shape[1].is_one != other.shape[1].is_one:
            raise Refused(f"{key} of two arguments that are no vectors: what is it?")
        kernel = object_of(self, key)
        known = kernel is not None
        kernel = kernel or Value(None, lambda: KernelSymbol(self.name(key, -1)))
        if self._map(key) is not None:
            width = size_of(self, self.scope.declared[key, 0].sizes[0])
            for rows, columns in (one.shape, other.shape):
                unify(rows if columns.is_one and not rows.is_one else columns, width)
        if not any(size.is_one for size in (*one.shape, *other.shape)):
            if not known:
                raise Refused(f"{key} of two matrices: what is it?")
            shape = one.shape[0], other.shape[0]
            return lift(shape, KernelMatrix, kernel, one, other)
        unify(one.shape[0], other.shape[0])
        unify(one.shape[1], other.shape[1])
        if not known:
            self.assume(f"{key} is any real function of two vectors")
        return lift(None, call, kernel, one, other)


def _definite(large: Any, small: Any) -> Any:
    return PositiveDefinite(large if small.is_ZeroMatrix else large - small)


def _semidefinite(large: Any, small: Any) -> Any:
    return PositiveSemidefinite(large) if small.is_ZeroMatrix else Loewner(small, large)


#: The orders of matrices, and of numbers.
DEFINITE: dict[str, Callable[[Any, Any], Any]] = {
    "succ": _definite,
    "succeq": _semidefinite,
    "prec": lambda small, large: _definite(large, small),
    "preceq": lambda small, large: _semidefinite(large, small),
}
ORDER: dict[str, Any] = {"<": Lt, ">": Gt, "<=": Le, ">=": Ge, "!=": Ne}
_CONDITIONS = {**ORDER, "=": Eq}
#: Letters that are no symbols before brackets.
_NO_SYMBOLS = {
    **dict.fromkeys((r"\mathbb{E}", r"\mathbb{V}", r"\mathbb{P}"), "an expectation"),
    **dict.fromkeys(("O", "o", r"\mathcal{O}", r"\Omega", r"\Theta"), "an order of growth"),
    **dict.fromkeys((r"\mathcal{N}", r"\mathcal{U}", "Dropout", "dropout", "Uniform", "Bernoulli"), "what is random"),
}
HOW_FAR = "how far does the derivative reach? brackets would tell"
#: How the derivatives of a number by the entries of a vector, or of a matrix, are laid out.
_LAYOUTS = ("of the same shape", "of the transposed shape")
#: How far a function without brackets may reach, as in cos θ x.
_OF_VALUE = ("of its value", "of its argument")
_FAR = ("its first argument", "all that stands beside it")
#: Letters that are no angle alone, as the π of sin πx and the ω of sin ωt.
_GOES_ON = (r"\pi", r"\omega")
_ANGLES = {r"\theta", r"\phi", r"\alpha", r"\omega", r"\Theta", r"\varphi", r"\pi"}


def _is_plain(tree: Tree) -> bool:
    """Tell whether a tree is a number, or a quotient of numbers."""
    return tree.kind == "num" or (tree.kind == "frac" and all(each.kind == "num" for each in tree.kids))


def _is_variable(tree: Tree) -> bool:
    """Tell whether a tree is a part of an argument behind which it may end."""
    return not (_is_plain(tree) or tree.base.value in _GOES_ON)


def _first_argument(kids: Sequence[Tree], begin: int) -> int:
    """Return where the first argument that may be complete ends: of cos mθ x behind θ, of sin 2πk x behind k."""
    for at, kid in enumerate(kids[begin:], begin):
        if kid.base.value in _GOES_ON:
            return min(at + 2, len(kids))
        if kid.base.value in _ANGLES or (kid.kind == "frac" and not _is_plain(kid)):
            return at + 1
    return len(kids)


def _ends_open(tree: Tree) -> bool:
    """Tell whether what a sum takes ends with factors that do not depend on its index: log Σ_i x_i y."""
    body = tree.kids[2] if tree.kind == "big" else NONE
    last = body.kids[-1:] if body.kind == "juxt" or (body.kind == "frac" and body.value) else ()
    return bool(last) and not letters_in(tree.kids[0]) & letters_in(*last)


def _outside_functions(tree: Tree) -> set[str]:
    """Return the names that stand elsewhere than directly behind a function that is taken of every entry."""
    if tree.kind == "name":
        return {tree.value}
    before = (NONE, *tree.kids) if tree.kind == "juxt" else (NONE,) * len(tree.kids)
    kids = [kid for kid, other in zip(tree.kids, before, strict=False) if other.base.value not in ENTRYWISE]
    return set[str]().union(*map(_outside_functions, kids))


def _is_nabla(tree: Tree) -> bool:
    return tree.base.value == r"\nabla"


def _is_called_in(name: str, tree: Tree) -> bool:
    """Tell whether a name stands before one pair of brackets within a tree: then what is behind its value is a factor.

    >>> from symattn.reading.parser import parsed
    >>> from symattn.reading.tokens import tokens
    >>> [_is_called_in("f", parsed(tokens(each))) for each in ("f(K) V", "f(K)(x)", "K V")]
    [True, False, False]
    """
    for node in walk(tree, "juxt"):
        for kid, after, further in zip(node.kids, node.kids[1:], (*node.kids[2:], NONE), strict=False):
            if kid.base.value == name and is_bracket(after) and len(after.base.kids) == 1 and further.kind != "group":
                return True
    return False


def is_bracket(tree: Tree) -> bool:
    group = tree.base
    return group.kind == "group" and group.value[:1] in ("(", "[")
