"""The book in a real browser, headless Chromium: no error, no request to elsewhere, formulas with a size, no overflow.

A page of the test opens pages of the book in frames as wide as a phone and as a desktop, measures them, and sends what
it found to the server of the test. Skipped where no Chromium is installed.
"""

import json
import os
import shutil
import signal
import struct
import subprocess
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

pytestmark = pytest.mark.slow

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--enable-logging=stderr",
)
WIDTHS = (360, 1440)
PAGES = (
    "index.html",
    "errata.html",
    "axioms.html",
    "lemmas.html",
    "definitions.html",
    "symbols.html",
    "dependencies.html",
    "claims/G11.html",
    "claims/G12.html",
    "claims/G12.printed.2.html",
    "claims/T4.html",
    "claims/T6.html",
    "claims/T9.printed.html",
    "scripts/awkward.py.html",
    "axioms/sum_swap.html",
)

PROBE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><link rel="icon" href="/icon.svg"><body><script>
const pages = PAGES, widths = WIDTHS, found = [], errors = [];
function wait(ms) { return new Promise((done) => setTimeout(done, ms)); }
async function open(address, width) {
  const frame = document.createElement("iframe");
  frame.width = width; frame.height = 900; frame.src = address;
  const loaded = new Promise((done) => { frame.onload = done; });
  document.body.append(frame);
  await loaded;
  frame.contentWindow.addEventListener("error", (event) => errors.push(address + ": " + event.message));
  return frame;
}
async function probe() {
  for (const width of widths) for (const address of pages) {
    const frame = await open("/" + address, width), shown = frame.contentDocument;
    shown.querySelectorAll("details").forEach((each) => { each.open = true; });
    const boxes = [...shown.querySelectorAll("math")].map((each) => each.getBoundingClientRect());
    const wide = [...shown.querySelectorAll("main *")].filter((each) =>
      !each.closest(":is(p, li) > math, .symattn-where > li > *") &&
      !each.closest(":is(.symattn-formula, .scroll, .picture, pre) > *") &&
      each.getBoundingClientRect().right > width + 1);
    found.push({
      address, width, formulas: boxes.length,
      empty: boxes.filter((box) => box.width < 2 || box.height < 4).length,
      overflow: shown.documentElement.scrollWidth > width,
      clipped: [...shown.querySelectorAll("p:has(> math), li:has(> math), .symattn-formula, .symattn-where > li")]
        .filter((each) => each.scrollHeight > each.clientHeight + 2).length,
      wide: wide.slice(0, 3).map((each) => each.outerHTML.slice(0, 200)),
    });
    frame.remove();
  }
  const frame = await open("/index.html", 1440), shown = frame.contentDocument;
  const field = shown.getElementById("query"), searches = {};
  field.dispatchEvent(new Event("focus"));
  for (const words of SEARCHES) {
    for (let tries = 0; tries < 100; tries++) {
      field.value = words;
      field.dispatchEvent(new Event("input"));
      if (shown.getElementById("found").textContent) break;
      await wait(20);
    }
    searches[words] = [...shown.querySelectorAll("#results a")].map((each) => each.getAttribute("href"));
  }
  const press = (target, key) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const at = () => shown.activeElement.id || shown.activeElement.getAttribute("href");
  const keys = [];
  frame.contentWindow.focus();
  press(shown.body, "/"); keys.push(at());
  field.value = "attention"; field.dispatchEvent(new Event("input"));
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown", "Escape"]) {
    press(shown.activeElement, key); keys.push(at());
  }
  frame.remove();
  const printed = await open("/claims/G12.html", 360), paper = printed.contentDocument;
  const open_parts = () => [...paper.querySelectorAll("details")].filter((each) => each.open).length;
  const before = open_parts();
  printed.contentWindow.dispatchEvent(new Event("beforeprint"));
  const during = open_parts(), all = paper.querySelectorAll("details").length;
  const broad = [...paper.querySelectorAll(".symattn-formula")]
    .filter((each) => each.scrollWidth * (Number(each.style.zoom) || 1) > 650).length;
  printed.contentWindow.dispatchEvent(new Event("afterprint"));
  const broadly = await open("/claims/G12.html", 1440), statement = broadly.contentDocument.querySelector(".statement");
  broadly.contentWindow.dispatchEvent(new Event("beforeprint"));
  const shrunk = statement.querySelectorAll("[style*=zoom]").length;
  const prints = { before, during, all, broad, shrunk, after: open_parts() };
  await fetch("/result", { method: "POST", body: JSON.stringify({ found, errors, searches, keys, prints }) });
}
probe().catch((error) => fetch("/result", { method: "POST", body: JSON.stringify({ failed: String(error) }) }));
</script></body></html>"""
SEARCHES = (
    *("G12", "sigma softmax", "sum_swap", "bijection moves", "no such words"),
    *(
        "Lemma 2.3",
        "2.3",
        r"\\sigma softmax",
        "σ softmax",
        "equivarience",
        "atention",
        "mathbb",
        "operatorname",
        "12.3",
    ),
)


class _Handler(SimpleHTTPRequestHandler):
    requests: list
    results: Queue

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.requests.append(self.path)
        if self.path != "/probe":
            return super().do_GET()
        fill = {"PAGES": PAGES, "WIDTHS": WIDTHS, "SEARCHES": SEARCHES}
        page = PROBE
        for name, value in fill.items():
            page = page.replace(name, json.dumps(value))
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())
        return None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.results.put(json.loads(body))


@contextmanager
def browser(chromium, profile, address, *options):
    """Run Chromium on an address; whatever it started is ended."""
    command = [chromium, *OPTIONS, f"--user-data-dir={profile}", *options, address]
    with (profile / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


@pytest.fixture(scope="module")
def visit(chromium, book, tmp_path_factory):
    """Let Chromium measure the pages; return what it found, what it asked for, and what it logged."""
    profile = tmp_path_factory.mktemp("profile")
    handler = partial(type("Handler", (_Handler,), {"requests": [], "results": Queue()}), directory=str(book))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = Thread(target=running.serve_forever, daemon=True)
        thread.start()
        try:
            with browser(
                chromium, profile, f"http://127.0.0.1:{running.server_address[1]}/probe", "--remote-debugging-port=0"
            ):
                result = handler.func.results.get(timeout=60)
        finally:
            running.shutdown()
            thread.join(10)
    return result, handler.func.requests, (profile / "log").read_text(errors="replace")


def test_no_error_on_the_console(visit):
    result, _, log = visit
    assert "failed" not in result and result["errors"] == []
    assert [line for line in log.splitlines() if "CONSOLE" in line] == []


def test_only_files_of_the_book_are_asked_for(visit, book):
    _, requests, log = visit
    assert [path for path in requests if path != "/probe" and not (book / path[1:]).is_file()] == []
    assert "ERR_NAME_NOT_RESOLVED" not in log


def test_every_formula_has_a_size(visit):
    result, _, _ = visit
    assert len(result["found"]) == len(PAGES) * len(WIDTHS)
    assert [(page["address"], page["empty"]) for page in result["found"] if page["empty"]] == []
    assert {page["address"]: page["formulas"] for page in result["found"]}["claims/G12.html"] > 15


def test_no_formula_is_cut_off_below(visit):
    result, _, _ = visit
    assert [(page["address"], page["clipped"]) for page in result["found"] if page["clipped"]] == []


def test_no_page_is_wider_than_the_window(visit):
    result, _, _ = visit
    assert [(p["address"], p["width"], p["wide"]) for p in result["found"] if p["overflow"] or p["wide"]] == []


def test_search_finds_claims_axioms_and_lemmas(visit):
    searches = visit[0]["searches"]
    assert searches["G12"][0] == "claims/G12.html"
    assert "claims/G12.printed.2.html" in searches["sigma softmax"], "Greek letters are found by their names"
    assert searches["sum_swap"][0] == "axioms/sum_swap.html"
    assert searches["bijection moves"][0] == "lemmas.html#bijection_moves"
    assert searches["no such words"] == []


def test_search_finds_places_symbols_and_misspelt_words_and_nothing_of_latex(visit):
    searches = visit[0]["searches"]
    assert "claims/G11.html" in searches["Lemma 2.3"] and "claims/G11.html" in searches["2.3"]
    assert searches["12.3"] == [], "a number is not found within another"
    assert searches[r"\\sigma softmax"] == searches["σ softmax"] == searches["sigma softmax"]
    assert all("claims/G11.html" in searches[word] for word in ("equivarience", "atention"))
    assert searches["mathbb"] == searches["operatorname"] == []


def test_the_search_field_and_its_results_are_reached_by_keys(visit):
    keys, first = visit[0]["keys"], visit[0]["keys"][1]
    assert keys[0] == "query" and ".html" in first and keys[2] not in (first, "query")
    assert keys[3:] == [first, "query", first, "query"]


def test_a_page_prints_whole(visit):
    prints = visit[0]["prints"]
    assert prints["during"] == prints["all"] > prints["before"] == prints["after"] and prints["broad"] == 0
    assert prints["shrunk"] == 0, "a formula that fits the paper keeps the size of the text, however wide the screen is"


@pytest.mark.parametrize(("name", "width", "height"), [("phone", 360, 780), ("desktop", 1440, 1000)])
def test_pictures_of_a_page_from_the_disk(chromium, book, tmp_path, name, width, height):
    """A page opened from the disk, in light and in dark, is drawn, and the two differ."""
    pictures = []
    for scheme in ("light", "dark"):
        picture = tmp_path / f"{name}-{scheme}.png"
        options = [f"--window-size={width},{height}", f"--screenshot={picture}"]
        options += ["--blink-settings=preferredColorScheme=0"] if scheme == "dark" else []
        profile = tmp_path / scheme
        profile.mkdir()
        with browser(chromium, profile, (book / "claims" / "G12.html").as_uri(), *options) as process:
            process.wait(60)
        assert "CONSOLE" not in (profile / "log").read_text(errors="replace")
        pictures.append(picture.read_bytes())
        assert struct.unpack(">II", pictures[-1][16:24]) == (width, height)
        assert len(pictures[-1]) > 20_000
        if kept := os.environ.get("SYMATTN_PICTURES"):
            Path(kept).mkdir(parents=True, exist_ok=True)
            shutil.copy(picture, kept)
    assert pictures[0] != pictures[1]
