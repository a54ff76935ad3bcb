"""The site of these pages, with an API reference from the docstrings: ``sphinx-build docs OUT`` (extra ``docs``)."""

import re
from importlib.util import find_spec

from symattn import __version__

project = "symattn"
author = "The symattn developers"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "symattn.sphinx_extension"]
exclude_patterns = ["ci"]
html_theme = "furo" if find_spec("furo") else "alabaster"
html_title = "symattn"
default_role = "code"
autodoc_typehints = "none"
autodoc_member_order = "groupwise"
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing", "toc.not_included"]  # links to files of the repository that are no pages
symattn_scripts = ["../proofs"]


def _bars(app, what, name, thing, options, lines):
    """Keep the bars of an absolute value in a docstring from being read as a substitution."""
    lines[:] = [line if ">>>" in line else re.sub(r"\|(?=\S[^|]*\|)|(?<=\S)\|", r"\\|", line) for line in lines]


def setup(app):
    """Connect what the pages need; Sphinx calls this."""
    app.connect("autodoc-process-docstring", _bars)
