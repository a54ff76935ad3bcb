"""The book of proofs: a static site of everything that was checked, readable without network and without JavaScript.

`articles.py` turns the outcome of each claim into plain text and HTML; `site.py` lays the articles out as files:
contents, one page per claim and per axiom, lemmas, definitions and symbols, dependencies, errata, search, downloads;
`publish.py` puts the files in place all at once.
"""
