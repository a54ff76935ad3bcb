"""Claims in pages that Sphinx builds: a directive that decides a claim of a proof script and shows it, and a role.

With ``extensions = ["symattn.sphinx_extension"]`` in ``conf.py``, a page in reStructuredText has ::

    .. symattn:: G13
       :only: statement

    As :claim:`G13` says, …

and one in MyST the same with its own signs.  The claims are those of the scripts that ``symattn_scripts`` names
(``proofs`` unless it is set, seen from ``conf.py``).  They are decided while the pages are built: one that does not
come out as its script declares is a warning, so that ``sphinx-build -W`` fails on it.  Formulas are MathML in HTML,
which asks nobody for a script, LaTeX in LaTeX, and text everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.logging import getLogger

from symattn import __version__
from symattn.deciding.stages import reasons
from symattn.errors import SymattnError
from symattn.language import Calc, Claim
from symattn.language.base.own_tex import typesetting
from symattn.numeric.sides import both_sides
from symattn.render.counting import came_out
from symattn.render.document import PARTS, Layout
from symattn.render.html import (
    STYLE,
    badge,
    block,
    counterexample_html,
    derivation_html,
    escape,
    shapes_html,
    statement_html,
)
from symattn.render.mathml import mathml
from symattn.scripts.claims import Outcome, Registry, load, run_claim
from symattn.scripts.lookup import resolve
from symattn.scripts.paper import paper
from symattn.scripts.registry import Entry

STYLE_FILE = "symattn.css"
#: Under which name a reference keeps the claim that it is to.
CLAIM = "symattn_claim"
logger = getLogger(__name__)


class Claims:
    """Hold the claims of some scripts, each decided when a page first shows it."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        self.registry: Registry = load(paths)
        self.outcomes: dict[str, Outcome] = {}

    def entry(self, id: str) -> Entry:
        """Return a claim of these scripts, or else of those that come with symattn.

        Raise KeyError, with the ids most like it, for an id that no claim has.
        """
        if id in self.registry.entries:
            return self.registry.entries[id]
        if (found := resolve(id, None)) is not None:
            return found
        like = get_close_matches(id, self.registry.entries, n=3)
        raise KeyError(f"no claim has the id {id!r}" + (f"; there is {', '.join(like)}" if like else ""))

    def outcome(self, id: str) -> Outcome:
        """Return what came of a claim; raise KeyError as `entry` does."""
        if id not in self.outcomes:
            self.outcomes[id] = run_claim(self.entry(id))
        return self.outcomes[id]


def claims_of(app: Sphinx, scripts: Iterable[str]) -> Claims:
    """Return the claims of some scripts, named as seen from the pages, read once in a build."""
    paths = tuple(str(Path(app.srcdir, path).resolve()) for path in scripts)
    known: dict[tuple[str, ...], Claims] = app.__dict__.setdefault("symattn_claims", {})
    if paths not in known:
        known[paths] = Claims(paths)
    return known[paths]


def _part(argument: str) -> str:
    return str(directives.choice(argument, PARTS))


class ClaimDirective(SphinxDirective):
    """Show a claim: its statement with its verdict, then its derivation or counterexample, or one of these only."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"only": _part, "from": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the claim, a target that the role leads to first."""
        id = self.arguments[0]
        asked = [self.options["from"]] if "from" in self.options else self.config.symattn_scripts
        try:
            outcome = claims_of(self.env.app, asked).outcome(id)
        except (SymattnError, KeyError, OSError) as error:
            raise self.error(str(error.args[0] if isinstance(error, KeyError) else error)) from error
        record = outcome.record
        if record.file:
            self.env.note_dependency(record.file)
        if not record.as_declared:
            where = self.get_location()
            logger.warning("symattn: %s is %s, declared %s", id, came_out(record), record.expected, location=where)
        only = self.options.get("only", "")
        try:
            with typesetting(outcome.tex):
                web = nodes.raw("", _html(outcome, only), format="html")
            shown = ("statement", only) if only == "counterexample" else (only,)
            source = "\n".join(paper([outcome], Layout(fragment=True, only=part)) for part in shown)
            tex = nodes.raw("", source, format="latex")
        except SymattnError as error:  # a part that the claim does not have
            raise self.error(str(error)) from error
        name = nodes.make_id(f"symattn-{id}")
        target = nodes.target("", "", ids=[name])
        self.env.get_domain("std").note_hyperlink_target(_label(id), self.env.docname, name, id)  # type: ignore[attr-defined]
        plain = addnodes.only(expr="not html and not latex")
        plain += nodes.literal_block("", _text(outcome))
        return [target, web, tex, plain]


class ClaimRole(SphinxRole):
    """Refer to a claim that a page of the project shows: ``:claim:`G13```."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a reference that Sphinx resolves when all pages are read."""
        reference = addnodes.pending_xref(
            "",
            nodes.literal("", self.text),
            refdomain="std",
            reftype="ref",
            reftarget=_label(self.text),
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
            **{CLAIM: self.text},
        )
        return [reference], []


def _label(id: str) -> str:
    return f"symattn-{id}".lower()


def _html(outcome: Outcome, only: str) -> str:
    """Write a claim, or one part of it, for the web."""
    record, stated, verdict = outcome.record, outcome.stated, outcome.verdict
    parts = []
    found = record.counterexample
    if only in ("", "statement") or (only == "counterexample" and found is not None):  # values alone say nothing
        title = escape(record.title) if only != "counterexample" else ""
        parts.append(f"<p><strong>{escape(record.id)}</strong> {title} {badge(record.verdict)}</p>")
        if isinstance(stated, Claim | Calc):
            parts.append(statement_html(stated.claim if isinstance(stated, Calc) else stated))
        elif record.statement_latex:
            parts.append(block(mathml(record.statement_latex, True, record.statement)))
        parts += [f"<p>{escape(record.reason)}</p>"] if record.reason else []
    if only in ("", "derivation") and record.verdict == "proved":
        parts.append(derivation_html(verdict, reasons))
    if only in ("", "counterexample") and found is not None:
        if found["kind"] == "shape":
            parts.append(shapes_html(found))
        elif verdict.counterexample is not None:
            evidence = verdict.counterexample
            parts.append(counterexample_html(evidence, both_sides(verdict.claim, evidence)))
    return f'<div class="symattn">{"".join(parts)}</div>'


def _text(outcome: Outcome) -> str:
    record = outcome.record
    title = f"{record.id}: {record.title}" if record.title else record.id
    return f"{title} ({record.verdict})\n{record.statement}"


def _warn_of_missing(app: Sphinx, domain: object, node: nodes.Element) -> bool | None:
    """Say of a claim that no page shows what it is called, in place of the label that Sphinx would name."""
    if CLAIM not in node:
        return None
    id = node[CLAIM]
    try:
        claims_of(app, app.config.symattn_scripts).entry(id)
        said = f"claim {id} is shown on no page: a directive has to show it on one"
    except KeyError as error:
        said = str(error.args[0])
    except SymattnError as error:
        said = f"claim {id} is shown on no page: {error}"
    logger.warning("symattn: %s", said, location=node)
    node["reftype"] = "claim"  # Sphinx warns of labels, of which a reader of the page has heard nothing
    return True


def _write_style(app: Sphinx, error: Exception | None) -> None:
    folder = Path(app.outdir, "_static")
    if error is None and folder.is_dir():
        (folder / STYLE_FILE).write_text(STYLE + "\n", encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Enter the directive, the role and the style sheet; Sphinx calls this."""
    app.add_config_value("symattn_scripts", ["proofs"], "env", types=frozenset((list, tuple)))
    app.add_directive("symattn", ClaimDirective)
    app.add_role("claim", ClaimRole())
    app.add_css_file(STYLE_FILE)
    app.add_latex_package("amsthm")
    app.connect("build-finished", _write_style)
    app.connect("warn-missing-reference", _warn_of_missing, priority=400)  # before Sphinx
    # a claim is decided in the process that reads the page; pages may be read side by side, as each brings its own
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
