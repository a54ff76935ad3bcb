"""The base of the words that have a definition: the classes in ``words/``.

Such a word is one class: what its arguments must be, its definition in smaller words, how it is written, where it comes
from.  Everything else follows from that: the kernel's constant, what the word needs to be defined, evaluation, exact
enclosures, cost, the sections of definitions, the reasons of a step.  A word of this kind differs from one that a user
makes with ``define`` in its constructor alone, which may leave arguments out or read them in more than one way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from sympy import Basic, Expr, Symbol


@dataclass(frozen=True, eq=False)
class General:
    """Hold a word at symbols for its parameters, by which it is defined once.

    ``sizes`` are the size symbols of its constant, ``widths`` says for which width a kernel among the parameters is
    used, and ``vectors`` are the single rows among them that the constant takes as functions of one index.
    """

    node: Any
    parameters: tuple[Basic, ...]
    sizes: tuple[Symbol, ...]
    widths: Mapping[Basic, Expr] = field(default_factory=dict)
    vectors: tuple[Basic, ...] = ()


class ByDefinition:
    """Stand for an object that is what a definition says of its arguments.

    A class gives ``definition`` and ``general``; ``case`` where its arguments are not just the parameters; ``arrays``,
    a function (self, evaluator), where a faster way to compute it than its definition is worth having.
    """

    args: tuple[Any, ...]
    #: Where the definition comes from, as a section of definitions says it.
    source: ClassVar[str] = ""
    #: Whether it is one layer of a network: a deep stack of these is shown layer by layer.
    is_layer: ClassVar[bool] = False
    #: How LaTeX writes the word: "call" as a name before arguments, "name" like a symbol with indices.
    written: ClassVar[str] = "call"
    #: Computes the word over the arrays of an evaluator; tests hold it against the definition.
    arrays: ClassVar[Any] = None
    #: Whether ``arrays`` computes along leading axes of matrices too.
    arrays_lead: ClassVar[bool] = False

    def definition(self) -> Basic:
        """Return what the word says of these arguments, one step into smaller words."""
        raise NotImplementedError

    @classmethod
    def general(cls, option: str) -> General:
        """Return the word at symbols for its parameters, in the variant that an option names."""
        raise NotImplementedError

    @classmethod
    @cache
    def known(cls, option: str) -> General:
        """Return the general case of an option, made once."""
        return cls.general(option)

    def case(self) -> tuple[str, tuple[Basic, ...]]:
        """Return the option that these arguments make, and what the parameters of its general case stand for."""
        return "", self.args

    def sample(self) -> Basic:
        """Return the word at the symbols by which a textbook gives its definition, in the variant of this object."""
        return self.known(self.case()[0]).node

    def in_text(self, printer: Any) -> str:
        """Write the word in Unicode text."""
        return str(printer.call(type(self).__name__, self.args))

    def in_latex(self, printer: Any) -> str:
        """Write the word in LaTeX."""
        return str(printer.call(rf"\operatorname{{{type(self).__name__}}}", *self.args))

    def _symattn_text(self, printer: Any) -> str:
        return self.in_text(printer)
