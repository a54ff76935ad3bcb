"""The plugin for pytest: one test for each theorem, and options for the seed, the number of instances and reports.

``@pytest.mark.satisfies(of=Attention)`` above a test with the argument ``theorem`` runs it once for each theorem that
is kept about attention; ``assert_satisfies(function, theorem, …)`` is its body.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from symattn.errors import UsageError, elsewhere
from symattn.testing.collection import add_options, pytest_collect_file
from symattn.testing.libraries import NoDevice
from symattn.testing.settings import SETTINGS

__all__ = ["pytest_collect_file"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --symattn-seed, --symattn-trials, --symattn-no-shrink and --symattn-budget."""
    group = parser.getgroup("symattn", "theorems as tests")
    group.addoption("--symattn-seed", type=int, default=0, help="the seed of what symattn draws (0)")
    group.addoption("--symattn-trials", type=int, default=None, help="how many instances are drawn for one assertion")
    group.addoption("--symattn-no-shrink", action="store_true", help="show failures as they were found, not made small")
    group.addoption("--symattn-budget", action="store_true", help="show how much of the allowed error was used")
    add_options(parser, group)


def pytest_configure(config: pytest.Config) -> None:
    """Read the options, and declare the mark."""
    SETTINGS.seed = config.getoption("--symattn-seed")
    SETTINGS.trials = config.getoption("--symattn-trials")
    SETTINGS.shrink = not config.getoption("--symattn-no-shrink")
    config.addinivalue_line("markers", "satisfies(of): run the test for each theorem that is kept about an attention")


def pytest_generate_tests(metafunc: Any) -> None:
    """Run a test that is marked for each theorem."""
    mark = metafunc.definition.get_closest_marker("satisfies")
    if mark is None or "theorem" not in metafunc.fixturenames:
        return
    from symattn.testing.detectors import theorems_about

    relations = theorems_about(*mark.args, **mark.kwargs)
    metafunc.parametrize("theorem", relations, ids=[relation.name.replace(" ", "-") for relation in relations])


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say with which seed the inputs were drawn, where it is not the usual one."""
    return f"symattn: seed {SETTINGS.seed}" if SETTINGS.seed else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Skip a test of a device that is not here."""
    try:
        return (yield)
    except NoDevice as reason:
        return pytest.skip(str(reason))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Show a wrong argument where the user has written it, without the lines of symattn that found it."""
    error = call.excinfo.value if call.excinfo is not None else None
    if isinstance(error, UsageError) and not item.config.getoption("fulltrace"):
        call.excinfo = pytest.ExceptionInfo.from_exception(error.with_traceback(elsewhere(error.__traceback__)))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Show, with --symattn-budget, how much of the allowed error each function used at most."""
    if config.getoption("--symattn-budget") and SETTINGS.reports:
        terminalreporter.section("symattn: what was compared")
        for function, expression, tested in SETTINGS.reports:
            terminalreporter.line(f"{function}, {expression}: {tested}")
