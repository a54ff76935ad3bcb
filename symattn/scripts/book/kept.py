"""Keep articles from one book to the next: those of claims that say what they said are not written again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from symattn.scripts.book.articles import Article
from symattn.scripts.book.dependencies import Lemma, lemma
from symattn.scripts.cache import Cache
from symattn.scripts.claims import Outcome
from symattn.scripts.coq_badge import Badges
from symattn.scripts.data import read_as
from symattn.scripts.fingerprints import digest
from symattn.scripts.how import Keeps
from symattn.scripts.registry import Entry
from symattn.scripts.stated import fingerprint_of_tex
from symattn.scripts.store import default_folder


def plain(article: Article) -> dict[str, Any]:
    """Return an article as plain data, without its script, which is read where it lies."""
    return asdict(replace(article, script=None))


def rests(_: Entry, outcome: Outcome) -> str:
    """Return what an article says beside what is stated: how the claim and its symbols are called."""
    record = outcome.record
    said = record.title, record.source, record.printed, record.remark, Path(record.file).name
    return digest(*said, fingerprint_of_tex(outcome.tex or {}))


def read(kept: Any, _: Entry, outcome: Outcome) -> Article | None:
    """Return the article that plain data tell, unless Coq may have accepted its proof since."""
    try:
        article = read_as(Article, kept)
    except ValueError:
        return None
    return None if Badges(default_folder()).any() else replace(article, record=replace(outcome.record, cached=False))


KEPT: Keeps[Article] = Keeps("article", plain, read, rests)


def lemmas(cache: Cache | None) -> Callable[[str], Lemma]:
    """Return the function that gives a lemma by its name: from an earlier book, or proved, which takes a while."""
    if cache is None:
        return lemma

    def known(name: str) -> Lemma:
        kept = cache.of_code(f"lemma {name}", lambda: asdict(lemma(name)))
        try:
            return read_as(Lemma, kept)
        except ValueError:
            return lemma(name)

    return known
