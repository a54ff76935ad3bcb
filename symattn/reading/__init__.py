"""Notes in, verdicts out: read the displayed rows of a .tex, .md or .ipynb file as statements and decide them.

A layer a module, each from the one before: pages, tokens (with macros), rows, tree, survey, meaning, statements,
judging, report.  Only the standard library: macros are expanded between tokens and groups, so that a parser of LaTeX
would give groups too early, and no meaning.
"""
