"""Every public name has an example in its docstring, and those that pytest does not collect by itself run here."""

import doctest
import inspect

import pytest

import symattn
from symattn.language.base import known_words

EXAMPLES = {name: inspect.getdoc(getattr(symattn, name)) or "" for name in symattn.__all__}


def test_every_public_name_has_an_example():
    assert [name for name, text in EXAMPLES.items() if ">>>" not in text] == []


@pytest.mark.parametrize(
    "name", [name for name in symattn.__all__ if getattr(symattn, name).__module__ == known_words.__name__]
)
def test_the_example_of_a_word_that_is_made_when_asked_for_runs(name):
    examples = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, 0)
    report = []
    found = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples, out=report.append)
    assert found.attempted > 0 and found.failed == 0, "".join(report)
