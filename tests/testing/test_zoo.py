"""The zoo: correct functions raise no alarm, planted bugs are caught."""

import doctest

import pytest

from symattn.testing import assert_implements
from symattn.testing.settings import SETTINGS
from tests.zoo.entries import CORRECT, FAMILIES, PLANTED, Entry
from tests.zoo.sources import SOURCES
from tests.zoo.table import END, METHODS, PAGE, START, TYPES, by_bounds, by_theorems, caught


def named(entry: Entry) -> str:
    return entry.name.replace(" ", "-")


def first_of_each_family(entries: tuple[Entry, ...]) -> list[Entry]:
    return [next(entry for entry in entries if entry.family == family) for family in FAMILIES]


def test_the_zoo_is_as_large_as_it_should_be():
    assert len(CORRECT) >= 25 and len({(entry.family, entry.bug) for entry in PLANTED}) == len(PLANTED) >= 60
    assert len({entry.name for entry in PLANTED}) == len(PLANTED)
    assert set(SOURCES) <= {entry.bug for entry in PLANTED} and len(SOURCES) >= 100


@pytest.mark.parametrize("entry", first_of_each_family(CORRECT), ids=named)
def test_a_correct_function_raises_no_alarm(entry):
    family = FAMILIES[entry.family]
    options = {**family.options, "dtypes": "float32", "trials": 8}
    assert assert_implements(entry.function, family.expr, family.signature, **options).calls > 5


@pytest.mark.parametrize("entry", first_of_each_family(PLANTED), ids=named)
def test_a_planted_bug_is_caught_by_bounds(entry, monkeypatch):
    monkeypatch.setattr(SETTINGS, "shrink", False)
    assert caught(entry, by_bounds)


@pytest.mark.long
@pytest.mark.parametrize("entry", CORRECT, ids=named)
def test_no_correct_function_raises_an_alarm_in_any_type(entry):
    assert caught(entry, by_bounds) == "" and caught(entry, by_theorems) == ""


@pytest.mark.long
@pytest.mark.parametrize("entry", PLANTED, ids=named)
def test_every_planted_bug_is_caught(entry):
    assert caught(entry, by_bounds) and caught(entry, by_theorems)


def test_the_page_shows_every_bug():
    shown = PAGE.read_text(encoding="utf-8").partition(START)[2].partition(END)[0]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in shown.splitlines() if line.startswith("| ")]
    assert [entry.bug for entry in PLANTED] == rows[-len(PLANTED) :]
    assert all(name in shown for name in (*METHODS, TYPES[0]))


def test_the_examples_of_the_page_print_what_it_says():
    outcome = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert outcome.attempted > 10 and outcome.failed == 0
