"""The page of the language lists every exported name with its docstring; the page of the code lists the primitives."""

import dataclasses
import inspect
import re
from pathlib import Path

from sympy import MatrixSymbol

import symattn
import symattn.deciding.decide
import symattn.language.costs
from symattn.elaborate.scope import _HANDLERS, handler_of
from symattn.language.base.nodes import Node
from symattn.language.base.symbols import NamedObject
from symattn.language.by_definition import ByDefinition
from symattn.language.cost_counter import HANDLERS as COSTS
from symattn.language.own_words import OfWord
from symattn.language.propositions import Proposition
from symattn.language.words import defined_words
from symattn.numeric.enclosure import Encloser
from symattn.numeric.evaluator import Evaluator
from symattn.render.latex_printer import AttentionLatexPrinter
from symattn.render.text import TextPrinter

PAGE = Path(__file__).parent.parent / "docs" / "language.md"
PRIMITIVES = PAGE.with_name("architecture.md")


def first_sentences(value):
    paragraph = inspect.getdoc(value).split("\n\n")[0]
    return paragraph.replace("\n", " ").replace(":func:", "").replace("|", "\\|")


def call_of(name):
    """Return how a name is called, or the name alone of an error, a result, or a class of many."""
    value = getattr(symattn, name)
    if dataclasses.is_dataclass(value) or (isinstance(value, type) and issubclass(value, Exception)):
        return name
    parameters = [each.replace(annotation=each.empty) for each in inspect.signature(value).parameters.values()]
    return name if str(parameters[0:1]) == '[<Parameter "*args">]' else f"{name}{inspect.Signature(parameters)}"


def test_every_name_is_listed_with_its_call_and_its_docstring():
    rows = re.findall(r"^\| `((\w+)(?:\(.*\))?)` \| ((?:[^|]|\\\|)*) \|$", PAGE.read_text(), flags=re.MULTILINE)
    sentences = {name: first_sentences(getattr(symattn, name)) for name in symattn.__all__}
    assert {name: first for _, name, first in rows} == sentences
    assert [call for call, _, _ in rows] == [call_of(name) for _, name, _ in rows]


def test_the_primitives_are_those_with_a_handler_of_their_own():
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| .* \|$", PRIMITIVES.read_text(), flags=re.MULTILINE)
    others = (Proposition, NamedObject, MatrixSymbol, OfWord)  # propositions, symbols, words of users
    handled = {
        kind.__name__: handler.__module__.removeprefix("symattn.primitives.").removesuffix(".elaboration")
        for kind, handler in _HANDLERS.items()
        if kind.__module__.startswith(("symattn.language", "symattn.primitives")) and not issubclass(kind, others)
    }
    assert handled.pop(Node.__name__) == "symattn.elaborate.own_classes"
    assert handled.pop(ByDefinition.__name__) == "symattn.elaborate.word_constants"
    assert dict(rows) == handled


def test_words_with_a_definition_have_no_handlers_of_their_own():
    for word in (getattr(symattn, name) for name in defined_words()):
        kinds = [kind for kind in word.__mro__ if kind.__name__ in ("ByDefinition", "Defined", "DefinedNumber", "Node")]
        assert kinds and handler_of(word) is _HANDLERS[kinds[0]]
        for table in (Evaluator.handlers, Encloser.handlers, COSTS):
            assert word not in table or (word, table) == (symattn.Attention, Evaluator.handlers)  # it goes by tiles
        for printer in (AttentionLatexPrinter, TextPrinter):
            own = getattr(printer, f"_print_{word.__name__}", None)
            assert own is None or own.__module__.startswith("sympy"), "SymPy has a class of this name too"
