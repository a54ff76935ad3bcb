"""The command line: `symattn check`, `read`, `show`, `latex`, `axioms`, `certify`, `verify` and `book`.

Only the standard library is imported until a command runs, so that `symattn --help` answers at once. Exit codes: 0 when
every claim came out as its script declares, 1 when one did not or a script crashed, 2 for bad usage, 130 after Ctrl-C.
They are the same where the reader of what is printed, as `head`, goes before the end.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import errno
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from symattn import __version__
from symattn.errors import ClaimError, UsageError
from symattn.scripts.files import write_file
from symattn.scripts.processes import prepare
from symattn.scripts.registry import NoSuchClaim
from symattn.scripts.streams import lasting, silence

if TYPE_CHECKING:
    from symattn.scripts.cache import Cache

DEFAULT_PATH = "proofs"


def parser() -> argparse.ArgumentParser:
    """Describe the commands and their options."""
    top = argparse.ArgumentParser(prog="symattn", description="Check the mathematics of attention, for every size.")
    top.add_argument("--version", action="version", version=f"symattn {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    check = commands.add_parser("check", help="run proof scripts and compare every claim with what it declares")
    check.add_argument("paths", nargs="*", metavar="PATH", help="proof scripts or folders of them (default: proofs/)")
    id_of_check = _check_options(check)
    check.set_defaults(run=_check)

    new = commands.add_parser("new", help="write a sample proof script with two claims")
    new.add_argument("file", metavar="FILE", help="the script to write, such as my.py")
    new.set_defaults(run=_new, paths=None)

    show = commands.add_parser("show", help="show one claim: statement, verdict, steps, axioms, counterexample")
    id_of_show = show.add_argument("id", metavar="ID", help="the id of a claim")
    show.set_defaults(run=_show)

    latex = commands.add_parser("latex", help="write claims as a LaTeX document, or as a fragment of one")
    id_of_latex = _one_or_all(latex, "ids", "*", help="the ids of claims")
    latex.add_argument("-o", dest="output", metavar="FILE", help="write to FILE (default: standard output)")
    latex.add_argument("--pdf", action="store_true", help="also run a TeX engine, if one is installed")
    latex.add_argument("--fragment", action="store_true", help="leave out the preamble, for \\input in a document")
    parts = ("statement", "derivation", "counterexample")
    latex.add_argument("--only", choices=parts, default="", help="write only this part of the claim")
    latex.add_argument("--no-definitions", action="store_true", help="leave out conventions and definitions")
    latex.add_argument(
        "--environment",
        default="",
        metavar="NAME",
        help="use this environment: theorem, proposition, …, or none (default: by the verdict)",
    )
    latex.add_argument(
        "--label", default="", metavar="NAME", help="label the claim NAME, and its steps NAME.1, NAME.2, …"
    )
    latex.add_argument(
        "--width",
        type=_points,
        default=0.0,
        metavar="PT",
        help=r"break lines for a text of this width in points, as \the\columnwidth prints it",
    )
    latex.add_argument("--title", default="", metavar="TITLE", help="give the document this title")
    latex.add_argument(
        "--macros",
        metavar="FILE",
        help="read lines `word = TeX`, such as `Attention = \\attn`, and `cite NAME = KEY` from FILE",
    )
    latex.set_defaults(run=_latex)

    axioms = commands.add_parser("axioms", help="list the axioms that the proofs, or one of them, rest on")
    id_of_axioms = axioms.add_argument("id", nargs="?", metavar="ID", help="a claim, or an axiom or lemma by its name")
    axioms.set_defaults(run=_axioms)

    certify = commands.add_parser("certify", help="write the certificate of one claim to a file, or of all to a folder")
    id_of_certify = _one_or_all(certify, help="the id of a claim")
    certify.add_argument("-o", dest="output", metavar="PATH", required=True, help="write to this file or folder")
    certify.add_argument("--coq", action="store_true", help="write proofs that Coq checks")
    certify.set_defaults(run=_certify)

    book = commands.add_parser("book", help="check everything and write it as a site that needs no network")
    book.add_argument("-o", dest="output", metavar="DIR", required=True, help="write to this folder")
    book.add_argument("--title", default="", metavar="TITLE", help="give the book this title")
    book.add_argument(
        "--serve", action="store_true", help="then serve it to the browsers of this machine, until Ctrl-C"
    )
    book.set_defaults(run=_book)

    verify = commands.add_parser("verify", help="replay certificates with the standalone verifiers, or proofs with Coq")
    verify.add_argument(
        "files", nargs="*", metavar="FILE", help="certificates, or folders of them; with --coq the ids of claims"
    )
    verify.add_argument("--coq", action="store_true", help="have Coq check the proofs of claims")
    verify.add_argument("--all", action="store_true", help="with --coq: every claim of the proof scripts")
    verify.add_argument("--from", dest="paths", action="append", metavar="PATH", help="with --coq: as for certify")
    verify.set_defaults(run=_verify)

    read = commands.add_parser("read", help="read a note, and give every displayed row a verdict")
    read.add_argument("notes", nargs="+", metavar="NOTE", help="a .md, .tex or .ipynb, or - for formulas, one a line")
    read.add_argument(
        "-v", "--verbose", action="store_true", help="print every row, not only what is wrong or ambiguous"
    )
    read.add_argument(
        "--strict", action="store_true", help="fail on what differs, fails as read or has shapes that do not fit"
    )
    read.add_argument("--format", choices=("text", "github"), default="text", help="github: print annotations too")
    read.add_argument(
        "--json",
        metavar="FILE",
        help="write the rows, and the number of each answer, as JSON to FILE; - is standard output",
    )
    read.add_argument("--junitxml", metavar="FILE", help="write the claims to FILE as JUnit's XML")
    read.add_argument("--html", metavar="FILE", help="write a page to FILE: source, reading and verdict side by side")
    read.add_argument("--script", metavar="FILE", help="write the claims to FILE as a proof script")
    read.add_argument(
        "--declare", action="store_true", help="write NOTE.toml: what was assumed and asked, for you to correct"
    )
    read.add_argument("--watch", action="store_true", help="read again what has changed, until Ctrl-C")
    read.set_defaults(run=_read, paths=None, seed=0)

    for command in (show, latex, axioms, certify, book):
        command.add_argument(
            "--from",
            dest="paths",
            action="append",
            default=[],
            metavar="PATH",
            help="look in this proof script or folder (default: proofs/, then the claims that come with symattn)",
        )
        command.add_argument("--library", action="store_true", help="use only the claims that come with symattn")
    for command in (axioms, certify, book, read):
        _cache_options(command)
    for command, which_run in ((certify, ""), (book, ""), (verify, "with --coq: ")):
        how = f"{which_run}run in N processes (default: %(default)s)"
        command.add_argument("--jobs", type=_processes, default=_processors(), metavar="N", help=how)
    for command in (certify, book):
        command.add_argument("--cluster", metavar="ADDRESS", help="run on the dask.distributed cluster at this address")
    for option in (id_of_show, id_of_latex, id_of_axioms, id_of_certify, id_of_check):
        option.completer = _ids  # type: ignore[attr-defined]
    for command in (check, show, latex, axioms, certify, book, verify):
        command.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the random choices (default: 0)")
    for command in (check, new, show, latex, axioms, certify, book, verify, read):
        command.set_defaults(parser=command)
    return top


def _one_or_all(command: argparse.ArgumentParser, name: str = "id", count: str = "?", *, help: str) -> argparse.Action:
    """Describe the options for one claim, or as many as may be named, or all; return the one that takes an id."""
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument("--all", action="store_true", help="every claim of the proof scripts")
    return which.add_argument(name, nargs=count, metavar="ID", default=[] if count == "*" else None, help=help)


def _cache_options(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Describe the options that say where results are kept."""
    command.add_argument("--no-cache", action="store_true", help="prove everything again, and keep nothing")
    command.add_argument("--cache", metavar="DIR", help="keep results in DIR (default: in the user's cache folder)")


def _ids(parsed_args: argparse.Namespace, prefix: str = "", **_: object) -> list[str]:
    """List the ids of claims for completion in the shell, as the texts of scripts declare them; none is run.

    Where no own id begins with what is typed, those that come with symattn are listed.
    """
    from symattn.scripts.loading import declared_ids, script_paths

    try:
        paths = getattr(parsed_args, "paths", None) or _default_paths(parsed_args.command)
        found = [id for script in script_paths(paths) for id in declared_ids(script)]
        if parsed_args.command != "check" and paths == [DEFAULT_PATH] and not any(i.startswith(prefix) for i in found):
            from symattn.scripts.library import folder

            found = [id for script in script_paths([folder()]) for id in declared_ids(script)]
        return found
    except UsageError:
        return []


def _check_options(check: argparse.ArgumentParser) -> argparse.Action:
    """Describe the options of `symattn check`: which claims, how they are run, what is written of them.

    Return the one that takes ids.
    """
    which = check.add_argument_group("which claims")
    ids = which.add_argument(
        "--only", action="append", default=[], metavar="ID", help="check the claim ID, or ids like G1* (repeatable)"
    )
    which.add_argument(
        "-k",
        dest="words",
        action="append",
        default=[],
        metavar="WORD",
        help="check claims with WORD in id, title or source, or as a name in the function (repeatable: all words)",
    )
    which.add_argument(
        "--last-failed",
        action="store_true",
        help="check the claims that failed last time, in this folder; all if none did",
    )
    which.add_argument("--library", action="store_true", help="check the claims that come with symattn")
    which.add_argument("--list", action="store_true", help="list the claims and where they are declared; run none")
    how = check.add_argument_group("how they are run")
    how.add_argument(
        "--jobs", type=_some_processes, default=0, metavar="N", help="run in N processes, or auto (default: auto)"
    )
    _cache_options(how)
    how.add_argument("--verify", action="store_true", help="also replay every proof with the independent verifier")
    how.add_argument("--watch", action="store_true", help="check again what has changed, until Ctrl-C")
    how.add_argument("--cluster", metavar="ADDRESS", help="run on the dask.distributed cluster at this address")
    how.add_argument("-x", "--exitfirst", action="store_true", help="stop at the first claim that is not as declared")
    how.add_argument(
        "--time-limit", type=_seconds, metavar="SECONDS", help="stop a claim that takes longer; it is an error"
    )
    what = check.add_argument_group("what is written")
    what.add_argument("-q", "--quiet", action="store_true", help="print only failures and one summary line")
    what.add_argument("--format", choices=("text", "github"), default="text", help="github: print annotations too")
    what.add_argument("--json", metavar="FILE", help="write the results as JSON to FILE; - is standard output")
    what.add_argument("--junitxml", metavar="FILE", help="write the results to FILE as JUnit's XML")
    return ids


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"a time limit is a positive number of seconds, not {text!r}")
    return found


def _points(text: str) -> float:
    points = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(?:pt)?", text)
    if not points or not 150 <= float(points[1]) <= 2_000:
        raise argparse.ArgumentTypeError(f"a width is a number of points from 150 to 2000, not {text!r}")
    return float(points[1])


def _processors() -> int:
    return min(os.cpu_count() or 1, 4)


def _default_paths(command: str) -> list[str]:
    """Return the folder `proofs` that is here; for what shows claims, otherwise, those that come with symattn."""
    if Path(DEFAULT_PATH).is_dir():
        return [DEFAULT_PATH]
    if command != "check":
        from symattn.scripts.library import folder

        return [str(folder())]
    example = "`symattn check FILE`, or --library for the claims that come with symattn; `symattn new FILE` writes one"
    raise UsageError(f"there is no folder {DEFAULT_PATH!r} here; name your proof scripts, as in {example}")


def _processes(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number of processes is a positive integer, not {text!r}")
    return int(text)


def _some_processes(text: str) -> int:
    return 0 if text == "auto" else _processes(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    >>> main(["check", "no-such-folder"])
    2
    """
    described = parser()
    with contextlib.suppress(ImportError):  # completion in the shell, where argcomplete is installed
        import argcomplete

        argcomplete.autocomplete(described)
    with lasting():
        return _run(described, sys.argv[1:] if arguments is None else list(arguments))


def _run(described: argparse.ArgumentParser, arguments: list[str]) -> int:
    """Run the command that the arguments say and return its exit code."""
    options, unknown = described.parse_known_args(arguments)
    if unknown:
        options.parser.error(_not_known(unknown, options.parser))
    try:
        if getattr(options, "library", False):
            from symattn.scripts.library import folder

            options.paths = [*options.paths, str(folder())]
        looked_up_anywhere = options.paths == []
        if looked_up_anywhere:
            options.paths = _default_paths(options.command)
        if getattr(options, "watch", False):
            from symattn.scripts.watch import watch

            rest = [each for each in arguments if each != "--watch"]
            if options.command == "read":
                from symattn.reading.read import SUFFIXES

                return watch(rest, options.notes, suffixes=(*SUFFIXES, ".toml", ".sty", ".py"))
            return watch(rest, options.paths)
        try:
            code: int = options.run(options)
        except NoSuchClaim as error:
            if not looked_up_anywhere or options.command == "check":
                raise _with_library(options, error) from None
            code = _in_the_library(options, error)
        except ClaimError as error:
            if not looked_up_anywhere or getattr(options, "library", True) or options.command == "check":
                raise
            raise ClaimError(f"{error}; with --library your own scripts are not read") from None
        sys.stdout.flush()  # here, where a disk that is full is told
    except (UsageError, ClaimError) as error:
        print(f"symattn: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("symattn: interrupted; no half-written file is left", file=sys.stderr)
        return 130
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS):
            raise
        print(f"symattn: cannot write what came out: {error.strerror}", file=sys.stderr)
        silence(sys.stdout)
        return 2
    return code


def _in_the_library(options: argparse.Namespace, error: NoSuchClaim) -> int:
    """Run a command on claims some of which come with symattn, as no own ones have their ids; else raise the error."""
    from symattn.scripts.library import folder

    several = len(getattr(options, "ids", [])) > 1
    options.paths = [*(options.paths if several else []), str(folder())]
    try:
        code: int = options.run(options)
    except NoSuchClaim as neither:
        raise (error if "; " in str(error) else neither) from None  # the one that has a hint
    return code


def _with_library(options: argparse.Namespace, error: NoSuchClaim) -> NoSuchClaim:
    """Return an error that names the option for the claims that come with symattn, where nothing else is suggested."""
    if getattr(options, "library", True) or "; " in str(error):
        return error
    return NoSuchClaim(f"{error}; --library looks among the claims that come with symattn")


def _not_known(arguments: Sequence[str], command: argparse.ArgumentParser) -> str:
    """Say which arguments a command does not know, and which of its options are like them."""
    options = re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", command.format_usage())
    near = [difflib.get_close_matches(each.partition("=")[0], options, n=1) for each in arguments]
    hint = " or ".join(dict.fromkeys(option for found in near for option in found))
    return f"unrecognized arguments: {' '.join(arguments)}{f'; did you mean {hint}?' if hint else ''}"


def run_script(path: str) -> None:
    """Check the claims of the proof script at `path` and exit: the last line of a script that runs by itself.

    Options of `symattn check` may follow on the command line, as in `python proofs/equivariance.py --only G11`. In a
    notebook it returns, so that the cell does not end with an error.

    >>> run_script("no_such_script.py")
    Traceback (most recent call last):
    SystemExit: 2
    """
    if getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)() is not None:
        main(["check", path])  # the command line is that of the notebook's kernel
        return
    raise SystemExit(main(["check", path, *sys.argv[1:]]))


def _writable(path: str | None) -> None:
    """Refuse an output file in a folder that does not exist, before any claim runs."""
    if path is not None and Path(path).is_dir():
        raise UsageError(f"cannot write to {path!r}: it is a folder")
    if path is not None and not Path(path).absolute().parent.is_dir():
        raise UsageError(f"cannot write to {path!r}: its folder does not exist")


def _check(options: argparse.Namespace) -> int:
    _writable(None if options.json == "-" else options.json)
    _writable(options.junitxml)
    if options.cluster is not None and options.time_limit is not None:
        raise UsageError("a time limit is kept in processes of this machine: leave out --time-limit or --cluster")

    prepare()
    from symattn.scripts.check import check

    return check(options, _opened(options))


def _opened(options: argparse.Namespace) -> Cache | None:
    """Open the cache that the options name; say it where it cannot be used."""
    from symattn.scripts.cache import opened

    cache, refused = (None, "") if options.no_cache else opened(options.seed, options.cache)
    if refused:
        print(f"symattn: nothing is kept for the next run: {refused}", file=sys.stderr)
    return cache


def _new(options: argparse.Namespace) -> int:
    from symattn.scripts.library import write_first

    write_first(options.file)
    print(f"symattn: wrote {options.file}; `symattn check {options.file}` checks it", file=sys.stderr)
    return 0


def _show(options: argparse.Namespace) -> int:
    from symattn.deciding.stages import derivation_lines
    from symattn.render import terminal
    from symattn.render.outcome import outcome_lines
    from symattn.scripts.claims import run_claim
    from symattn.scripts.coq_badge import with_badge
    from symattn.scripts.workers import read_here

    (entry,) = read_here(options.paths, [options.id])
    outcome = run_claim(entry, options.seed)
    record = with_badge(outcome.record, outcome.verdict)
    out = terminal.console(sys.stdout)
    derivation = derivation_lines(outcome.verdict) if record.verdict in ("proved", "defined") else ()
    lines = list(outcome_lines(record, outcome.stated, outcome.verdict, derivation))
    if record.counterexample is not None:
        lines += terminal.counterexample_lines(record.counterexample)
    for number, line in enumerate(lines):
        is_verdict = line.startswith(f"{record.verdict}, ")
        terminal.folded(out, line, "bold" if number == 0 else terminal.STYLES[record.verdict] if is_verdict else "")
    return 0 if record.as_declared else 1


def _latex(options: argparse.Namespace) -> int:
    if options.output == "-":  # standard output, where it goes without -o, too
        if options.pdf:
            raise UsageError("--pdf writes files: name one, as in -o claim.tex")
        options.output = None
    _writable(options.output)

    from symattn.scripts.latex import write_latex

    return write_latex(options)


def _axioms(options: argparse.Namespace) -> int:
    from symattn.scripts.axioms import show_axioms

    return show_axioms(options.paths, options.id, options.seed, _opened(options))


def _certify(options: argparse.Namespace) -> int:
    if not options.all:
        _writable(options.output)
    elif Path(options.output).exists() and not Path(options.output).is_dir():
        raise UsageError(f"cannot write to {options.output!r}: it is not a folder")

    if options.coq:
        from symattn.scripts.coq import certify as certify_for_coq

        if options.cluster is not None:
            raise UsageError("proofs for Coq are written in this process: leave out --coq or --cluster")
        return certify_for_coq(options.paths, options.id, options.output, options.seed, write_file)
    from symattn.scripts.certify import certify

    where = options.jobs, options.cluster, _opened(options)
    return certify(options.paths, options.id, options.output, options.seed, write_file, *where)


def _verify(options: argparse.Namespace) -> int:
    if options.coq:
        from symattn.scripts.coq import verify as verify_by_coq

        if options.all == bool(options.files):
            raise UsageError("say which claims Coq is to check: their ids, or --all")
        return verify_by_coq(options.paths or _default_paths("verify"), options.files, options.seed, options.jobs)
    if options.all or not options.files:
        raise UsageError("name the certificates to replay; --all goes with --coq")
    from symattn.scripts.certify import verify

    return verify(options.files)


def _read(options: argparse.Namespace) -> int:
    for output in (None if options.json == "-" else options.json, options.junitxml, options.html, options.script):
        _writable(output)

    from symattn.reading import declare, script, site
    from symattn.reading.read import read_all
    from symattn.render import terminal
    from symattn.scripts.notes import remembering

    notes = [sys.stdin.read() if each == "-" else Path(each) for each in options.notes]
    with remembering(_opened(options)), terminal.places(sys.stderr) as heard:
        report = read_all(notes, heard)
    if options.declare:
        made = [*declare.sidecars(report)]
        for path, text in made:
            if path:
                write_file(path, text)
            else:
                print(text, end="", file=sys.stderr if options.json == "-" else sys.stdout)
            said = f"wrote {path}" if path else "there is no file to write beside, so the declarations are printed"
            print(f"symattn: {said}", file=sys.stderr)
        if not made:
            print("symattn: there are no rows, and nothing to declare", file=sys.stderr)
    title = ", ".join(options.notes)
    for output, written in (
        (options.json, report.json),
        (options.junitxml, lambda: report.junit(options.strict)),
        (options.html, lambda: site.whole(report, title)),
        (options.script, lambda: script.script(report)),
    ):
        if output == "-":
            print(written(), end="")
        elif output:
            write_file(output, written())
            print(f"symattn: wrote {output}", file=sys.stderr)
    if options.json != "-":
        shown = options.verbose, "-" in options.notes
        print("\n".join(report.errata(*shown)))
        for told in declare.places(report.shown(*shown)):
            print(f"symattn: {told}", file=sys.stderr)
        if options.format == "github":
            print("\n".join(report.annotations()))
    return 1 if report.failed(options.strict) else 0


def _book(options: argparse.Namespace) -> int:
    from symattn.scripts.book.build import build, serve

    cache = _opened(options)
    articles = build(options.paths, options.output, options.seed, options.jobs, options.cluster, cache, options.title)
    if articles and options.serve:
        serve(options.output)
    return 0 if articles and all(article.record.as_declared for article in articles) else 1
