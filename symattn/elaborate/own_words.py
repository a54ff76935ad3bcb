"""The words that users define, as defined constants of the kernel.

A word becomes one constant, whose value is made once from the word's own expression: RMSNorm(X, ε) is the constant
RMSNorm{n, d} applied to X and ε.  What the expression needs to be defined is asked of the arguments, wherever the word
is used.  Where no one value serves all arguments – a similarity kernel may be used at any width, an inverse is a
variable of its own – the word is elaborated by what it says of the arguments at hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Idx, MatrixSymbol, Symbol

from symattn.errors import UnsupportedExpression
from symattn.language.dims import is_dim
from symattn.language.heads import MatrixFamily
from symattn.language.known_words import words
from symattn.language.maps import MapSymbol
from symattn.language.naturals import is_natural
from symattn.language.own_words import Defined, DefinedNumber, Word
from symattn.language.sequential import SequentialEncoding
from symattn.language.similarity import KernelSymbol
from symattn.language.substitution import substituted
from symattn.language.symbols import MaskSymbol, PermutationSymbol, SubsetSymbol

from ..kernel.axioms import CONSTANTS
from ..kernel.rules import Theorem
from ..kernel.terms import EXTENDED, NAT, REAL, Term, Type, Var, abstract, app, const, fun, substitute, substitute_sizes
from ..kernel.terms import var as variable
from ..prover.library.definitions import all_names, define
from ..prover.logic.derived_rules import ProofError
from ..prover.strategies.goals import Facts
from ..prover.strategies.prove import prove
from .attention import map_variable
from .constants import belongs_to, by_value
from .heads import CONSTANTS_OF_FAMILIES, family_type
from .indices import index, subset_variable
from .matrices import embedded, is_extended, permutation_maps
from .names import kernel_name
from .powers import natural
from .propositions import hypotheses_about
from .scope import Need, Scope, elaborates, matrix_type
from .sequential import encoding_variable
from .sizes import index_type, size_of

STEPS = 5_000  # steps of normalisation for what a word needs


@dataclass(frozen=True)
class Constant:
    """Hold the constant of a word: its name, the variables of its parameters, and what its value needs.

    The needs speak of the variables and sizes of the parameters.
    """

    name: str
    variables: tuple[Var, ...]
    needs: tuple[Need, ...]


_KNOWN: dict[type, Constant | None] = {}


@elaborates(Defined, DefinedNumber)
def _word(scope: Scope, node: Any) -> Term:
    word: Word = node.word
    if words().get(word.name) is not type(node):
        raise UnsupportedExpression(node, "a word is made by define alone")
    constant = _constant(type(node))
    if constant is None:
        for argument in node.unread():
            scope.term(argument)
        return by_value(type(node), scope.term(node.definition()))
    arguments, sizes = word.checked(node.args)
    at = {kernel_name(str(symbol)): size_of(size) for symbol, size in sizes.items()}
    pairs = [(p, a) for p, a in zip(word.parameters, arguments, strict=True) if not is_dim(p)]
    terms = [term for parameter, argument in pairs for term in _terms(scope, parameter, argument, sizes)]
    moved = {variable(v.name, v.type.substitute(at)): t for v, t in zip(constant.variables, terms, strict=True)}
    for need in constant.needs:
        if need.proposition is not None:
            proposition = substitute(substitute_sizes(need.proposition, at), moved)
            scope.need(proposition, _shown(word, need, arguments), need.text)
    return app(const(constant.name, *(at[kernel_name(str(symbol))] for symbol in word.sizes)), *terms)


def _shown(word: Word, need: Need, arguments: tuple[Basic, ...]) -> Callable[[], Basic]:
    return lambda: substituted(need.expression, word.values(arguments), as_written=True)


# ----------------------------------------------------------------------------------------------------------- parameters


def _types(parameter: Any) -> tuple[Type, ...]:
    """Return the types of the variables that stand for a parameter."""
    if isinstance(parameter, MaskSymbol):
        return (matrix_type(parameter.shape, EXTENDED),)
    if isinstance(parameter, PermutationSymbol):
        indices = index_type(parameter.shape[0])
        return (fun(indices, indices), fun(indices, indices))
    if isinstance(parameter, MatrixSymbol):
        return (matrix_type(parameter.shape),)
    if isinstance(parameter, MatrixFamily):
        return (family_type(parameter),)
    if isinstance(parameter, Idx):
        return (index_type(parameter.upper + 1),)
    return (NAT if is_natural(parameter) else REAL,)


def _terms(scope: Scope, parameter: Any, argument: Any, sizes: dict[Basic, Basic]) -> tuple[Term, ...]:
    """Return the terms of an argument that stand for the variables of its parameter."""
    if isinstance(parameter, MaskSymbol):
        mask = scope.term(argument)
        return (mask if is_extended(mask) else embedded(mask, argument.shape),)
    if isinstance(parameter, PermutationSymbol):
        return permutation_maps(scope, argument)
    if isinstance(parameter, MatrixFamily):
        return (scope.term(argument),)
    if isinstance(parameter, Idx):
        return (index(scope, argument, substituted(parameter.upper + 1, sizes)),)
    if isinstance(parameter, MapSymbol):
        return (map_variable(scope, argument),)
    if isinstance(parameter, SubsetSymbol):
        return (subset_variable(scope, argument),)
    if isinstance(parameter, SequentialEncoding):
        return (encoding_variable(scope, argument),)
    return (natural(scope, argument) if is_natural(parameter) else scope.real(argument),)


def _variables(scope: Scope, parameter: Any) -> tuple[Var, ...]:
    """Return the variables that stand for a parameter in the value of its word."""
    if isinstance(parameter, MaskSymbol):  # any matrix whose entries may be −∞
        found = (variable(kernel_name(str(parameter.name)), _types(parameter)[0]),)
        scope.bindings[parameter] = found[0]
        return found
    if isinstance(parameter, PermutationSymbol):
        return permutation_maps(scope, parameter)
    if isinstance(parameter, MapSymbol):
        return (map_variable(scope, parameter),)
    if isinstance(parameter, SubsetSymbol):
        return (subset_variable(scope, parameter),)
    if isinstance(parameter, SequentialEncoding):
        return (encoding_variable(scope, parameter),)
    return scope.declared(parameter, *_types(parameter))


# ------------------------------------------------------------------------------------------------------------ constants


def _constant(kind: Any) -> Constant | None:
    """Return the constant of a word, made once from symbols for its parameters; None where no one value serves."""
    if kind not in _KNOWN:
        _KNOWN[kind] = _made(kind)
    return _KNOWN[kind]


def _made(kind: Any) -> Constant | None:
    word: Word = kind.word
    parameters = [p for p in word.parameters if not is_dim(p)]
    if any(isinstance(p, KernelSymbol) for p in parameters):
        return None
    scope = Scope([word.expression, *word.parameters])
    variables = tuple(v for p in parameters for v in _variables(scope, p))
    scope.matrices_first(word.expression)
    value = scope.term(word.expression)
    needed = [need.proposition for need in scope.needs.values()]
    if not all(term is not None and term.free <= set(variables) for term in (value, *needed)):
        return None
    needs = _not_known(scope, parameters)
    for v in reversed(variables):
        value = abstract(v, value)
    name = _free_name(kernel_name(word.name))
    define(name, tuple(kernel_name(str(symbol)) for symbol in word.sizes), value)
    belongs_to(name, kind)
    return Constant(name, variables, needs)


def _not_known(scope: Scope, parameters: list[Any]) -> tuple[Need, ...]:
    """Return what a value needs of its arguments: not what holds for all of them, as √(Σ x²) does.

    The signs with which numbers are declared, and which a proof of that uses, are needed in its place.
    """
    signs = [
        (hypothesis.propositions[0], Need(hypothesis.propositions[0], p, "{}" + hypothesis.description[len(str(p)) :]))
        for p in parameters
        if isinstance(p, Symbol)
        for hypothesis in hypotheses_about(scope, p)
    ]
    facts = Facts((), tuple(sign for sign, _ in signs))
    others, used = [], set[Term]()
    for need in scope.needs.values():
        theorem = _proved(need.proposition, facts)
        if theorem is None:
            others.append(need)
        else:
            used |= set(theorem.hypotheses)
    return (*(need for sign, need in signs if sign in used), *others)


def _proved(goal: Term | None, facts: Facts) -> Theorem | None:
    """Return a theorem of the very goal, under no other hypotheses than these facts, or None."""
    try:
        theorem = None if goal is None else prove(goal, facts, STEPS)[0]
    except ProofError:
        return None
    fits = theorem is not None and theorem.conclusion is goal and set(theorem.hypotheses) <= set(facts.others)
    return theorem if fits else None


def _free_name(name: str) -> str:
    """Return a name that no constant has, nor one that the language will define when it is first used."""
    taken = {*(constant.name for constant in CONSTANTS), *CONSTANTS_OF_FAMILIES, *all_names()}
    while name in taken:
        name += "′"
    return name
