"""Take the fingerprint of what a claim states: its expressions to the last symbol, and the definitions of its words.

Two claims with one fingerprint are decided alike by the same code. What the expressions do not show, such as a class
that a user wrote or a function of Python behind a word, has no fingerprint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from sympy import Basic, Dummy
from sympy.core.function import AppliedUndef

from symattn.language import Calc, Claim, postorder
from symattn.language.base.own_classes import is_own, real_name
from symattn.language.lemmas import Lemma
from symattn.language.own_words import OfWord
from symattn.scripts.fingerprints import digest


class Unclear(Exception):
    """Report a part of a claim that its expressions do not show."""


def fingerprint(stated: Claim | Calc, of_lemma: Callable[[str], str]) -> str:
    """Return the fingerprint of a claim or a calc; `of_lemma` gives that of a claim that a step names by its id.

    Raise Unclear for a part that the expressions do not show.

    >>> from sympy import MatrixSymbol
    >>> from symattn import claim, dims
    >>> n = dims("n")
    >>> A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
    >>> one, two = (fingerprint(claim(A.T.T, X), str) for X in (A, B))
    >>> one == two, one == fingerprint(claim(A.T.T, A), str)
    (False, True)
    """
    reader = _Reader(of_lemma)
    if isinstance(stated, Calc):
        steps = [reader.all(step.expression, *step.by) for step in stated.steps]
        return digest("calc", reader.all(stated.start, *stated.given), f"{stated.evaluated}", *steps)
    return digest("claim", reader.all(stated.proposition, *stated.given), f"{stated.evaluated}")


class _Reader:
    """Read expressions; bound symbols that SymPy numbers by chance are numbered in the order in which they are met."""

    def __init__(self, of_lemma: Callable[[str], str]) -> None:
        self.of_lemma = of_lemma
        self.nodes: dict[Basic, str] = {}
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
        for node in postorder(root, inside=_inside):
            if node not in self.nodes:
                self.nodes[node] = self.node(node)
        return self.nodes[root]

    def node(self, node: Basic) -> str:
        if isinstance(node, Dummy):
            number = self.dummies.setdefault(node, len(self.dummies))
            return digest("dummy", f"{number}", node.name, repr(sorted(node.assumptions0.items())))
        if isinstance(node, AppliedUndef):
            raise Unclear(f"the function {node.func}")
        return digest("node", self.kind(type(node)), *map(self.plain, _content(node)))

    def plain(self, item: Any) -> str:
        """Return the fingerprint of what stands in an expression: a part of it, a name, a number, or some of these."""
        if isinstance(item, Basic):
            if item not in self.nodes:
                return self.expression(item)
            return self.nodes[item]
        if type(item) in (str, int, bool, float, complex, type(None), Fraction):
            return digest(type(item).__name__, repr(item))
        if type(item) in (tuple, list):
            return digest("tuple", *map(self.plain, item))
        if type(item) is frozenset:
            return digest("set", *sorted(map(self.plain, item)))
        raise Unclear(f"a value of the type {real_name(type(item))}")

    def kind(self, kind: type) -> str:
        """Return the fingerprint of a class: of a word, of what defines it; of any other of the language, its name."""
        if kind not in self.words:
            self.words[kind] = self._kind(kind)
        return self.words[kind]

    def _kind(self, kind: type) -> str:
        name = f"{kind.__module__}.{type.__dict__['__qualname__'].__get__(kind)}"
        if issubclass(kind, OfWord) and "word" in vars(kind):
            word = kind.word
            if word.numpy is not None:
                raise Unclear(f"the function of Python behind {word.name}")
            said = self.all(*word.parameters), self.all(*word.sizes), self.one(word.expression)
            return digest("word", name, *said, word.latex, word.source, repr(getattr(kind, "takes_matrices", None)))
        if is_own(kind):
            raise Unclear(f"the class {real_name(kind)}")
        return name


def _content(node: Basic) -> tuple[Any, ...]:
    """Return what an object is made of: that by which SymPy tells it from others."""
    return tuple(node._hashable_content())


def _inside(node: Basic) -> Iterable[Basic]:
    return (item for item in _content(node) if isinstance(item, Basic))
