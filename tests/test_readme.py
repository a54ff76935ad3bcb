"""The README's examples print what it says they print, and its two commands are the ones that are checked."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_examples_print_what_the_readme_says():
    outcome = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert outcome.attempted > 10
    assert outcome.failed == 0


def test_two_commands():
    commands = re.findall(r"```sh\n(.*?)\n```", README.read_text(), flags=re.DOTALL)
    assert len(commands) == 2
    assert all("\n" not in command for command in commands)


def test_table_lists_every_claim():
    text = README.read_text()
    declared = [
        claim
        for script in sorted((README.parent / "proofs").glob("*.py"))
        for claim in re.findall(r'@theorem\("([^"]+)"', script.read_text())
    ]
    assert len(declared) > 20
    assert [claim for claim in declared if f"\n{claim} " not in text] == []
