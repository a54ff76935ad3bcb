"""Keep articles from one book to the next: those of claims of which no file has changed are not written again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from symattn.scripts.book.articles import Article, Notation, SymbolUse, with_script
from symattn.scripts.book.dependencies import Lemma, Rests, library
from symattn.scripts.book.places import Place
from symattn.scripts.cache import Cache, recalled
from symattn.scripts.claims import Outcome
from symattn.scripts.registry import Entry

#: The name under which the cache has articles.
WHAT = "article"


def known(cache: Cache | None, entry: Entry) -> Article | None:
    """Return the article of a claim from an earlier book, None where it has to be written."""
    found = cache.made(entry, WHAT) if cache is not None else None
    return None if found is None else with_script(_read(found, entry), entry)


def keeper(cache: Cache) -> Callable[[Entry, Outcome, Article], None]:
    """Return what keeps an article once it is written."""

    def keep(entry: Entry, outcome: Outcome, article: Article) -> None:
        cache.keep_made(entry, WHAT, outcome, plain(article))

    return keep


def lemmas(cache: Cache | None) -> dict[str, Lemma]:
    """Return the table of the library's lemmas, which takes seconds to prove, from an earlier book if there is one."""
    if cache is None:
        return library()
    found = cache.of_code("lemmas", lambda: [asdict(lemma) for lemma in library().values()])
    return {each["name"]: Lemma(each["name"], each["statement"], _rests(each["rests"])) for each in found}


def plain(article: Article) -> dict[str, Any]:
    """Return an article as plain data, without its script, which is read where it lies."""
    return asdict(replace(article, script=None))


def _read(said: dict[str, Any], entry: Entry) -> Article:
    """Return the article that plain data tell; it is the one that was written."""
    at = said["place"]
    number, numbers, section = at["key"]
    tuples = {name: tuple(said[name]) for name in ("hypotheses", "kernel_stages", "notes", "definitions")}
    return Article(
        **{
            **said,
            **tuples,
            "record": replace(recalled(said["record"], entry), cached=False),
            "place": Place(at["document"], at["section"], (number, tuple(numbers), section)),
            "rests": _rests(said["rests"]),
            "notation": tuple(Notation(**each) for each in said["notation"]),
            "symbols": tuple(SymbolUse(**each) for each in said["symbols"]),
        }
    )


def _rests(said: dict[str, list[str]]) -> Rests:
    return Rests(*(tuple(said[name]) for name in ("axioms", "lemmas", "definitions")))
