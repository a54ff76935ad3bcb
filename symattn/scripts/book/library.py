"""All articles of a book with the names of their pages, and who uses what: the cross-references of the site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from symattn.kernel.axioms import AXIOMS, Axiom
from symattn.render.definitions import heading
from symattn.render.terminal import by_number
from symattn.scripts.book.articles import Article, Script
from symattn.scripts.book.dependencies import Lemma, Rests, lemma
from symattn.scripts.book.places import Place
from symattn.scripts.book.subjects import Subject


def page_names(names: Iterable[str]) -> dict[str, str]:
    """Give every name a file name of its own, safe in addresses and on file systems that ignore case.

    >>> page_names(["G11.printed", "a/b", "g11.printed", ".."])
    {'G11.printed': 'G11.printed', 'a/b': 'a-2fb', 'g11.printed': 'g11.printed-2', '..': '-2e.'}
    """
    taken: set[str] = set()
    result = {}
    for name in names:
        safe = re.sub(r"[^A-Za-z0-9._-]", lambda found: f"-{ord(found[0]):x}", name)
        safe = re.sub(r"^\.", "-2e", safe)
        candidate, number = safe, 1
        while candidate.lower() in taken:
            number += 1
            candidate = f"{safe}-{number}"
        taken.add(candidate.lower())
        result[name] = candidate
    return result


#: So many claims stand on one page of contents, which one can scroll.
ON_ONE_PAGE = 120


@dataclass(frozen=True)
class Chapter:
    """Hold the articles of one script in its order; `anchor` names it on the front page, `script` its page."""

    subject: Subject
    anchor: str
    script: str
    articles: tuple[Article, ...]


@dataclass(frozen=True)
class Section:
    """Hold the articles of one place in a document."""

    name: str
    articles: tuple[Article, ...]


@dataclass(frozen=True)
class Document:
    """Hold the sections of one document in the order of its places; `anchor` names it on the contents page."""

    name: str
    anchor: str
    sections: tuple[Section, ...]

    @property
    def articles(self) -> tuple[Article, ...]:
        """All articles in order."""
        return tuple(article for section in self.sections for article in section.articles)


class Library:
    """Answer every question of the pages about the articles of a book; `known` gives a lemma by its name."""

    def __init__(self, articles: Sequence[Article], known: Callable[[str], Lemma] = lemma) -> None:
        self.articles = tuple(articles)
        self._known = cache(known)
        self.by_id = {article.record.id: article for article in self.articles}
        self.pages = page_names(self.by_id)
        self._names = _script_names(a.script for a in self.articles if a.script is not None)
        self.scripts = {name: text for (_, text), name in self._names.items()}
        self.script_pages = page_names(self.scripts)

    @property
    def is_long(self) -> bool:
        """Whether contents, documents, errata, lemmas and definitions have several pages each."""
        return len(self.articles) > ON_ONE_PAGE

    def address_of(self, part: Chapter | Document) -> str:
        """Return where the claims of a subject, or of a document, are listed."""
        page, folder = ("index", "subjects") if isinstance(part, Chapter) else ("documents", "documents")
        return f"{folder}/{part.anchor}.html" if self.is_long else f"{page}.html#{part.anchor}"

    def lemma_address(self, name: str) -> str:
        """Return where a lemma stands: in a long book each subject of lemmas has a page of its own."""
        return f"lemmas/{self.lemmas[name].subject}.html#{name}" if self.is_long else f"lemmas.html#{name}"

    def definition_address(self, name: str) -> str:
        """Return where a definition of the kernel stands: in a long book each initial letter has a page of its own."""
        return self._by_letter(name, name)

    def notation_address(self, name: str) -> str:
        """Return where it stands what a word of the claims means."""
        return self._by_letter(heading(name), f"notation-{name}")

    def _by_letter(self, words: str, anchor: str) -> str:
        letter = words[0].upper() if words[0].isascii() and words[0].isalpha() else "other"
        return f"definitions/{letter}.html#{anchor}" if self.is_long else f"definitions.html#{anchor}"

    def script_of(self, article: Article) -> str:
        """Return the name of the script that declares a claim, "" where it could not be read."""
        return self._names[article.script.name, article.script.text] if article.script is not None else ""

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The documents, the one with most claims first, each with its sections."""
        groups: dict[str, dict[Place, list[Article]]] = {}
        for article in self.articles:
            groups.setdefault(article.place.document, {}).setdefault(article.place, []).append(article)
        order = sorted(groups, key=lambda name: -sum(map(len, groups[name].values())))
        anchors = page_names(order)
        return tuple(
            Document(
                name,
                f"document-{anchors[name]}",
                tuple(
                    Section(at.section, tuple(sorted(groups[name][at], key=_by_id)))
                    for at in sorted(groups[name], key=_in_order)
                ),
            )
            for name in order
        )

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The subjects, one for each script: those of the folder of proofs itself first, then folder by folder."""
        groups: dict[str, list[Article]] = {}
        for article in self.articles:
            groups.setdefault(self.script_of(article), []).append(article)
        order = sorted(groups, key=lambda name: (name == "", name.rpartition("/")[0], name))
        anchors = page_names(order)
        return tuple(
            Chapter(
                article.script.subject if (article := groups[name][0]).script else Subject("Elsewhere"),
                f"subject-{anchors[name]}",
                name,
                tuple(sorted(groups[name], key=lambda each: each.script.line if each.script else 0)),
            )
            for name in order
        )

    @cached_property
    def reading_order(self) -> tuple[Article, ...]:
        """All articles as the front page lists them."""
        return tuple(article for chapter in self.chapters for article in chapter.articles)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each article stands in the reading order, by the ids of claims."""
        return {article.record.id: place for place, article in enumerate(self.reading_order)}

    @cached_property
    def _chapters_by_script(self) -> dict[str, Chapter]:
        return {chapter.script: chapter for chapter in self.chapters}

    def chapter_of(self, article: Article) -> Chapter:
        """Return the chapter in which an article stands."""
        return self._chapters_by_script[self.script_of(article)]

    @cached_property
    def axioms(self) -> tuple[Axiom, ...]:
        """The axioms that claims of the book rest on, in the order of the kernel's table."""
        return tuple(axiom for axiom in AXIOMS.values() if axiom.name in self.users)

    @cached_property
    def users(self) -> Mapping[str, tuple[Article, ...]]:
        """The articles that rest on each axiom, through lemmas or directly."""
        return self._by(lambda article: article.record.axioms)

    @cached_property
    def definition_users(self) -> Mapping[str, tuple[Article, ...]]:
        """The articles whose proofs use each definition directly."""
        return self._by(lambda article: article.rests.definitions)

    @cached_property
    def lemma_users(self) -> Mapping[str, tuple[Article, ...]]:
        """The articles whose proofs use each lemma directly."""
        return self._by(lambda article: article.rests.lemmas)

    @cached_property
    def claim_users(self) -> Mapping[str, tuple[Article, ...]]:
        """The articles whose proofs use each claim as a lemma."""
        return self._by(lambda article: article.record.uses)

    def _by(self, names: Callable[[Article], Iterable[str]]) -> dict[str, tuple[Article, ...]]:
        found: dict[str, list[Article]] = {}
        for article in self.reading_order:
            for name in names(article):
                found.setdefault(name, []).append(article)
        return {name: tuple(articles) for name, articles in found.items()}

    @cached_property
    def lemmas(self) -> dict[str, Lemma]:
        """The lemmas that the articles rest on, through other lemmas too, in alphabetical order."""
        needed = self.below(tuple(self.lemma_users))
        return {name: self._known(name) for name in sorted(needed)}

    def below(self, names: Iterable[str]) -> frozenset[str]:
        """Return these lemmas and all that they rest on."""
        found: set[str] = set()
        stack = list(names)
        while stack:
            name = stack.pop()
            if name not in found:
                found.add(name)
                stack += self._known(name).rests.lemmas
        return frozenset(found)

    @cached_property
    def notation(self) -> tuple[tuple[str, tuple[str, ...], tuple[Article, ...]], ...]:
        """The words of the claims in alphabetical order: each with its definitions and the articles that use it."""
        shown: dict[str, dict[str, None]] = {}
        users: dict[str, dict[str, Article]] = {}
        for article in self.reading_order:
            for each in article.notation:
                shown.setdefault(each.name, {})[each.shown] = None
                users.setdefault(each.name, {})[article.record.id] = article
        return tuple((name, tuple(shown[name]), tuple(users[name].values())) for name in sorted(shown))

    @cached_property
    def definitions(self) -> dict[str, str]:
        """The definitions that the articles use, in alphabetical order."""
        found = {
            name: value
            for article in self.articles
            for name, value in zip(article.rests.definitions, article.definitions, strict=True)
        }
        return dict(sorted(found.items()))

    def levels(self, rests: Rests) -> list[list[str]]:
        """Sort the lemmas below into levels: each uses only lemmas of earlier levels."""
        depth: dict[str, int] = {}

        def level(name: str) -> int:
            if name not in depth:
                depth[name] = 1 + max(map(level, self._known(name).rests.lemmas), default=-1)
            return depth[name]

        needed = sorted(self.below(rests.lemmas))
        deepest = max(map(level, needed), default=-1)
        return [[name for name in needed if depth[name] == number] for number in range(deepest + 1)]

    def same_axioms(self, article: Article) -> tuple[Article, ...]:
        """Return the other articles that rest on exactly the same axioms; none for an article without axioms."""
        axioms = article.record.axioms
        if not axioms:
            return ()
        return tuple(each for each in self._by_axioms[axioms] if each is not article)

    @cached_property
    def _by_axioms(self) -> Mapping[tuple[str, ...], tuple[Article, ...]]:
        found: dict[tuple[str, ...], list[Article]] = {}
        for article in self.reading_order:
            found.setdefault(article.record.axioms, []).append(article)
        return {axioms: tuple(articles) for axioms, articles in found.items()}

    def corrections(self, article: Article) -> tuple[Article, ...]:
        """Return the claims that correct a printed one: those with its id without the word "printed"."""
        parts = article.record.id.split(".")
        if "printed" not in parts:
            return ()
        at = parts.index("printed")
        names = dict.fromkeys([".".join(parts[:at] + parts[at + 1 :]), ".".join(parts[:at])])
        return tuple(self.by_id[name] for name in names if name in self.by_id)[:1]

    def printed(self, article: Article) -> tuple[Article, ...]:
        """Return the printed forms that a claim corrects."""
        return tuple(self._printed.get(article.record.id, ()))

    @cached_property
    def _printed(self) -> dict[str, list[Article]]:
        found: dict[str, list[Article]] = {}
        for article in self.reading_order:
            for corrected in self.corrections(article):
                found.setdefault(corrected.record.id, []).append(article)
        return found


def _script_names(scripts: Iterable[Script]) -> dict[tuple[str, str], str]:
    """Name every script; the second of two files with one name, in different folders, is "name (2)"."""
    found: dict[tuple[str, str], str] = {}
    counts: dict[str, int] = {}
    for script in scripts:
        if (script.name, script.text) not in found:
            count = counts[script.name] = counts.get(script.name, 0) + 1
            found[script.name, script.text] = script.name if count == 1 else f"{script.name} ({count})"
    return found


def _by_id(article: Article) -> Any:
    return by_number(article.record.id)


def _in_order(at: Place) -> tuple[int, tuple[int, ...], str]:
    return at.key
