"""The examples of the README and of all pages print what they say, and commands and tables are the real ones."""

import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from symattn.scripts import cli
from symattn.scripts.claims import Declaration, load, run_claim

README = Path(__file__).parent.parent / "README.md"
FIRST_STEPS, CHECKING = (README.parent / "docs" / name for name in ("first_steps.md", "checking.md"))


WITH_EXAMPLES = [page for page in (README, *sorted(README.parent.glob("docs/*.md"))) if ">>> " in page.read_text()]
#: How many examples the pages have at least that a newcomer reads first.
LEAST = {README: 6, FIRST_STEPS: 30}


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.stem)
def test_examples_print_what_the_page_says(page):
    """In a process of its own, as a reader runs them: what another page defines does not count."""
    command = [sys.executable, "-m", "doctest", "-v", "-o", "NORMALIZE_WHITESPACE", str(page)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, encoding="utf-8")
    assert run.returncode == 0, run.stdout[-3000:]
    assert run.stdout.count("Trying:") >= LEAST.get(page, 1)


def test_the_readme_is_short():
    assert len(README.read_text().splitlines()) <= 150


def test_two_commands():
    commands = re.findall(r"```sh\n(.*?)\n```", README.read_text(), flags=re.DOTALL)
    assert len(commands) == 2
    assert all("\n" not in command for command in commands)


def commands_of(page):
    """List the commands of symattn that a page tells its reader to run."""
    for block in re.findall(r"```sh\n(.*?)\n```", page.read_text(), flags=re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line.replace("&&", "|"), comments=True)
            if "symattn" in words:
                yield words[words.index("symattn") + 1 :]


def test_the_commands_of_all_pages_are_those_that_symattn_takes():
    found = [words for page in (README, *README.parent.glob("docs/*.md")) for words in commands_of(page)]
    assert len(found) > 12
    for words in found:
        assert cli.parser().parse_args(words), words


def test_the_options_of_the_page_on_commands_are_real_ones():
    rows = re.findall(r"^\| `symattn (\w+)(.*?) \|", (README.parent / "docs" / "commands.md").read_text(), re.MULTILINE)
    assert len(rows) > 8
    for command, rest in rows:
        (table,) = (each for each in cli.parser()._actions if each.dest == "command")
        taken = table.choices[command]._option_string_actions
        assert set(re.findall(r"--[a-z-]+|(?<=[\[ ])-[a-z]\b", rest)) <= set(taken), command


@pytest.mark.parametrize(
    ("page", "ids"), [(README, ["L1"]), (FIRST_STEPS, ["L1", "L1.printed", "L2"])], ids=["README", "first steps"]
)
def test_the_proof_script_holds(page, ids, tmp_path):
    codes = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    (tmp_path / "my.py").write_text("\n\n".join(code for code in codes if "@theorem" in code))
    entries = load([tmp_path]).entries
    assert list(entries) == ids
    assert all(run_claim(entry).record.as_declared for entry in entries.values())


def test_the_table_is_taken_from_the_claims():
    (table,) = re.findall(r"```text\nid .*?\n(.*?)\n```", CHECKING.read_text(), flags=re.DOTALL)
    *lines, counts = [line for line in table.splitlines() if line != "…"]
    entries = load([README.parent / "proofs"]).entries
    declared = {id: entry for id, entry in entries.items() if isinstance(entry, Declaration)}
    assert len(lines) > 20
    shown = {}
    for line in lines:
        id, title, verdict, as_declared, evidence = re.split(r"  +", line)[:5]
        expected = declared[id].expected if isinstance(declared[id].expected, str) else "refuted"
        assert (title, verdict, as_declared) == (declared[id].title, expected, "yes")
        shown[id] = evidence
    # a process of its own: what was proved before in one may shorten a proof
    only = [argument for id in shown for argument in ("--only", id)]
    command = [sys.executable, "-m", "symattn", "check", "--no-cache", "--jobs", "1", *only]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=300, encoding="utf-8").stdout
    counts_of = {line.split()[0]: re.findall(r"[\d,]+ inferences", line) for line in printed.splitlines() if line}
    counted = {id: evidence for id, evidence in shown.items() if evidence.endswith("inferences")}
    assert counted == {id: counts_of[id][0] for id in counted}
    found = Counter(entry.expected if isinstance(entry.expected, str) else "refuted" for entry in declared.values())
    summed = {word: int(number) for number, word in re.findall(r"(\d+) ([a-z]{2,})", counts.split(":")[1])}
    assert summed == dict(found) and counts.startswith(f"{len(declared)} claims: ")


def test_the_page_on_scaling_gives_the_time_that_the_table_ends_with():
    seconds = re.findall(r"all as declared, ([\d.]+) s$", CHECKING.read_text(), flags=re.MULTILINE)
    said = re.findall(r"on an idle machine: ([\d.]+) s", (README.parent / "docs" / "scaling.md").read_text())
    assert len(said) == 1 and said == seconds


def test_pictures_are_there_and_told_in_words():
    pictures = re.findall(r'<img src="([^"]*)" width="\d+" alt="([^"]*)">', README.read_text())
    assert len(pictures) == 3
    for path, words in pictures:
        assert (README.parent / path).read_bytes().startswith(b"\x89PNG") and len(words) > 50
    drawn = (README.parent / "docs/pictures/draw.sh").read_text()
    assert all(Path(path).stem in drawn for path, _ in pictures)


@pytest.mark.parametrize("page", [README, *sorted(README.parent.glob("docs/*.md"))], ids=lambda page: page.stem)
def test_every_link_leads_to_a_file(page):
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target
