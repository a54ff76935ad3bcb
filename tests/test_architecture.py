"""The pages for those who work on symattn name what is there."""

import re
from pathlib import Path

import pytest

import symattn

ROOT = Path(__file__).parents[1]
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")


def paths(page: str) -> list[str]:
    """List what stands as code with a slash in it, and is neither a command nor a pattern."""
    found = re.findall(r"`([\w./-]*/[\w./-]+|[\w-]+\.(?:py|md|toml))`", page)
    return found + re.findall(r"(?:pytest|\s)((?:tests|symattn|docs)/[\w./]+)(?=[ `])", page)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_is_named_exists(page):
    named = paths((ROOT / page).read_text(encoding="utf-8"))
    assert len(named) > 1
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert links and [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_the_table_of_floors_names_every_folder():
    text = (ROOT / PAGES[0]).read_text(encoding="utf-8")
    table = [line for line in text.splitlines() if line.startswith("| ")]
    package = Path(symattn.__file__).parent
    folders = sorted(path.name for path in package.iterdir() if (path / "__init__.py").exists())
    assert [name for name in folders if not any(f"`symattn/{name}/`" in line for line in table)] == []


def test_the_readme_leads_to_both():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page for page in PAGES if f"({page})" not in readme] == []


def test_ci_names_no_package_index():
    """What is installed comes through pip as it is set up on the machine."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.findall(r"pip install.* torch|library \d+ torch torch", script)
    assert not re.findall(r"https?://\S+|--(?:extra-)?index-url|--find-links|PIP_CONFIG_FILE", script)
