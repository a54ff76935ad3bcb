// What the book does by itself: search, and pages that print whole. It is complete without this script.
(function () {
  "use strict";
  const root = document.currentScript.dataset.root;
  const form = document.getElementById("search");
  const field = document.getElementById("query");
  const status = document.getElementById("found");
  const results = document.getElementById("results");
  const MOST = 30;
  const PAPER = 640; // the width of a printed page, in the pixels of a screen
  let entries = null;
  let waiting = false;

  // A sum is no small sigma, and a product no small pi.
  function plain(text) {
    return text.normalize("NFKC").replaceAll("Σ", "∑").replaceAll("Π", "∏").toLowerCase();
  }

  // The words of a query: a number keeps its dots, an id its parts, and LaTeX's backslash is nobody's concern.
  function wordsOf(query) {
    return plain(query).replaceAll("\\", " ").split(/[\s_,;:()[\]{}$§]+/).filter(Boolean);
  }

  // Tell whether two words differ in at most `most` letters, left out, added, changed or swapped with their neighbour.
  function near(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return false;
    let before = [], row = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
      if (Math.min(...row) > most) return false;
    }
    return row[b.length] <= most;
  }

  // How well one word of a query finds an entry: its name, its title, its words, a word that is nearly the same; or not.
  function worth(entry, word) {
    const at = entry.title.indexOf(word);
    if (at === 0) return ": ".includes(entry.title.charAt(word.length)) ? 12 : 8;
    if (entry.titleWords.includes(word)) return 7;
    if (at > 0) return 5;
    if (entry.words.includes(word)) return 4;
    if (entry.words.some((each) => each.startsWith(word))) return 3;
    if (word.length > 3 && entry.words.some((each) => each.includes(word))) return 2;
    return 0;
  }

  function worthOfTypo(entry, word) {
    const most = word.length > 7 ? 2 : word.length > 3 ? 1 : 0;
    return most && !/\d/.test(word) && [...entry.titleWords, ...entry.words].some((each) => near(word, each, most)) ? 1 : 0;
  }

  function search(words, worthOf) {
    return entries
      .map((entry, place) => {
        const each = words.map((word) => worthOf(entry, word));
        return [each.every(Boolean) ? each.reduce((a, b) => a + b) : 0, place, entry];
      })
      .filter((each) => each[0] > 0)
      .sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  }

  function read() {
    if (typeof SYMATTN_INDEX !== "undefined") {
      entries = SYMATTN_INDEX.map(([name, kind, address, words]) => ({
        name, kind, address, title: plain(name), titleWords: wordsOf(name), words: words.split(" "),
      }));
    } else if (!waiting) {
      waiting = true;
      const script = document.createElement("script");
      script.src = root + "search-index.js";
      script.onload = show;
      document.head.append(script);
    }
    return entries;
  }

  function show() {
    if (!entries && !read()) return;
    const words = wordsOf(field.value);
    results.replaceChildren();
    if (!words.length) {
      status.textContent = "";
      return;
    }
    let found = search(words, worth);
    const like = found.length ? "" : "Nothing is called so; ";
    if (like) found = search(words, (entry, word) => worth(entry, word) || worthOfTypo(entry, word));
    const count = found.length > MOST ? `the first ${MOST} of ${found.length}` : `${found.length}`;
    status.textContent = !found.length ? "Nothing found." : like ? `${like}${count} with words like it:` : `Found ${count}:`;
    for (const [, , entry] of found.slice(0, MOST)) {
      const item = document.createElement("li");
      const anchor = document.createElement("a");
      anchor.href = root + entry.address;
      anchor.textContent = entry.name;
      const kind = document.createElement("span");
      kind.textContent = " " + entry.kind;
      item.append(anchor, kind);
      results.append(item);
    }
  }

  // The arrows go from the field into the results and back; Escape empties the field.
  function move(event, step) {
    const anchors = [...results.querySelectorAll("a")];
    const to = anchors.indexOf(document.activeElement) + step;
    if (!anchors.length || to >= anchors.length) return;
    event.preventDefault();
    (to < 0 ? field : anchors[to]).focus();
  }

  form.hidden = false;
  field.addEventListener("focus", show);
  field.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = results.querySelector("a");
    if (first) first.click();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(event, 1);
    if (event.key === "ArrowUp") move(event, -1);
    if (event.key === "Escape") {
      field.value = "";
      field.focus();
      show();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    field.focus();
  });

  // On the page of dependencies, what is not called so fades, and a subject with nothing that is goes.
  const filter = document.getElementById("filter");
  if (filter) {
    filter.hidden = false;
    filter.querySelector("input").addEventListener("input", (event) => {
      const words = plain(event.target.value).split(/\s+/).filter(Boolean);
      document.querySelectorAll("details.subject").forEach((subject) => {
        const whole = words.every((word) => plain(subject.querySelector("summary").textContent).includes(word));
        let some = whole;
        subject.querySelectorAll(".node").forEach((node) => {
          const is = whole || words.every((word) => plain(node.querySelector("title").textContent).includes(word));
          node.classList.toggle("away", !is);
          some = some || is;
        });
        subject.hidden = !some;
      });
    });
  }

  // A link to something that is closed opens it.
  function open() {
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const around = named && named.closest("details");
    if (around) around.open = true;
  }
  window.addEventListener("hashchange", open);
  open();

  // On paper everything is open, and what is wider than the paper is set smaller.
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((each) => { each.open = true; });
    document.querySelectorAll(".symattn-formula, .scroll, .picture, :is(p, li):has(> math)").forEach((each) => {
      each.style.width = `${PAPER}px`;
      if (each.scrollWidth > each.clientWidth) each.style.zoom = each.clientWidth / each.scrollWidth;
      each.style.width = "";
    });
  });
  window.addEventListener("afterprint", () => {
    closed.forEach((each) => { each.open = false; });
    document.querySelectorAll("[style*=zoom]").forEach((each) => { each.style.zoom = ""; });
  });
})();
