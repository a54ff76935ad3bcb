"""Take the fingerprint of what a claim states: a hash of its expressions, of hypotheses, and of the words' definitions.

The same code decides two claims with one fingerprint alike. A claim that expressions do not show completely, since it
uses a class of the user's or a Python function behind a word, has no fingerprint.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Basic, Dummy
from sympy.assumptions import global_assumptions
from sympy.core.function import AppliedUndef
from sympy.core.parameters import global_parameters

from symattn.language import Calc, Claim
from symattn.language.base.known_words import OWN
from symattn.language.base.nodes import KEPT, OfArguments
from symattn.language.base.own_classes import is_own, real_name
from symattn.language.base.own_tex import Tex
from symattn.language.lemmas import Lemma
from symattn.language.own_words import OfWord, is_defined
from symattn.scripts.fingerprints import digest

#: Types whose values Python prints differently if they differ.
_NAMES_AND_NUMBERS = frozenset((str, int, bool, float, complex, type(None), Fraction))
#: The full names of classes of SymPy and symattn, and of symattn's own words.
_known: dict[type, str] = {}


class Unclear(Exception):
    """Report a part of a claim that has no fingerprint."""


def fingerprint(stated: Claim | Calc, of_lemma: Callable[[str], str]) -> str:
    """Return the fingerprint of a claim or a calc; `of_lemma` gives that of a claim that a step names by its id.

    Raise Unclear for a part that expressions do not show.

    >>> from sympy import MatrixSymbol
    >>> from symattn import claim, dims
    >>> n = dims("n")
    >>> A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    >>> one, two = (fingerprint(claim(A.T.T, X), str) for X in (A, B))
    >>> one == two, one == fingerprint(claim(A.T.T, A), str)
    (False, True)
    """
    reader = _Reader(of_lemma)
    if type(stated) is Calc:
        steps = [reader.all(step.expression, *step.by) for step in stated.steps]
        says = reader.all(stated.start, *stated.given), reader.all(*stated.statements)
        return digest("calc", *says, f"{stated.evaluated}", *steps)
    if type(stated) is Claim:
        return digest("claim", reader.all(stated.proposition, *stated.given), f"{stated.evaluated}")
    raise Unclear(f"a statement of the type {real_name(type(stated))}")


def settings() -> str:
    """Return the global settings of SymPy: they may change how an expression is decided, which does not show them."""
    return repr((sorted(vars(global_parameters).items()), sorted(map(str, global_assumptions))))


def fingerprint_of_tex(given: Tex) -> str:
    """Return the fingerprint of the TeX that symbols are given."""
    reader = _Reader(str)
    return digest(*sorted(digest(reader.one(symbol), latex) for symbol, latex in given.items()))


class _Reader:
    """Hash expressions. SymPy numbers a Dummy by chance; here each gets its number in the order of the expression.

    Hashes are remembered by the identity of objects: SymPy's `==` identifies numbers of different precision.
    """

    def __init__(self, of_lemma: Callable[[str], str]) -> None:
        self.of_lemma = of_lemma
        self.nodes: dict[int, str] = {}
        self.contents: dict[int, tuple[Basic, tuple[Any, ...]]] = {}  # keeps the objects alive
        self.words: dict[type, str] = {}
        self.dummies: dict[Dummy, int] = {}

    def all(self, *things: Any) -> str:
        return digest(*map(self.one, things))

    def one(self, thing: Any) -> str:
        """Return the fingerprint of an expression, or of a reason beside a step."""
        if isinstance(thing, Lemma):
            if thing.verdict is not None:
                raise Unclear("a lemma that is given as a verdict")
            return digest("lemma", thing.name, self.of_lemma(thing.name))
        if isinstance(thing, type):
            return digest("class", self.kind(thing))
        return self.expression(thing) if isinstance(thing, Basic) else self.plain(thing)

    def expression(self, root: Basic) -> str:
        waiting = [root]
        while waiting:
            node = waiting[-1]
            if id(node) in self.nodes:
                waiting.pop()
            elif id(node) not in self.contents:
                if isinstance(node, OfArguments) and not vars(node).keys() <= KEPT:
                    raise Unclear(f"attributes of {real_name(type(node))}")
                content = tuple(node._hashable_content())  # what SymPy compares
                self.contents[id(node)] = node, content
                waiting += [each for each in content if isinstance(each, Basic)]
            else:
                self.nodes[id(node)] = self.node(*self.contents[id(node)])
        return self.nodes[id(root)]

    def node(self, node: Basic, content: tuple[Any, ...]) -> str:
        if isinstance(node, Dummy):
            number = self.dummies.setdefault(node, len(self.dummies))
            return digest(
                "dummy", self.kind(type(node)), f"{number}", node.name, repr(sorted(node.assumptions0.items()))
            )
        return digest("node", self.kind(type(node)), *map(self.plain, content))

    def plain(self, item: Any) -> str:
        """Return the text of a part of an expression: another expression, a name, a number, or several of these."""
        if isinstance(item, Basic):
            return self.nodes.get(id(item)) or self.expression(item)
        kind = type(item)
        if kind in _NAMES_AND_NUMBERS:
            return f"{kind.__name__} {item!r}"
        if kind in (tuple, list):
            return f"({', '.join(map(self.plain, item))})"  # no text of a part can be taken for two
        if kind is frozenset:
            return f"{{{', '.join(sorted(map(self.plain, item)))}}}"
        raise Unclear(f"a value of the type {real_name(kind)}")

    def kind(self, kind: type) -> str:
        """Return the fingerprint of a class: that of its definition for a word, its name for any other."""
        if kind in _known:
            return _known[kind]
        if kind not in self.words:
            self.words[kind] = self._kind(kind)
        return self.words[kind]

    def _kind(self, kind: type) -> str:
        name = f"{kind.__module__}.{type.__dict__['__qualname__'].__get__(kind)}"
        if kind in OWN:  # symattn's code, which is part of every key, says what it is
            return _known.setdefault(kind, name)
        if issubclass(kind, OfWord) and "word" in vars(kind):
            word = kind.word
            if not is_defined(kind):
                raise Unclear(f"the class {real_name(kind)}")
            if word.numpy is not None:
                raise Unclear(f"the function of Python behind {word.name}")
            said = self.all(*word.parameters), self.all(*word.sizes), self.one(word.expression)
            return digest("word", name, *said, word.latex, word.source, repr(getattr(kind, "takes_matrices", None)))
        if is_own(kind) or issubclass(kind, AppliedUndef):
            raise Unclear(f"the class {real_name(kind)}")
        return _known.setdefault(kind, name)
