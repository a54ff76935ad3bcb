// Search in the book. The index is read when the field is first used; the book is complete without this script.
(function () {
  "use strict";
  const root = document.currentScript.dataset.root;
  const form = document.getElementById("search");
  const field = document.getElementById("query");
  const status = document.getElementById("found");
  const results = document.getElementById("results");
  const MOST = 30;
  let waiting = false;

  function plain(text) {
    return text.toLowerCase().normalize("NFKC");
  }

  function rank(entry, words) {
    const title = plain(entry[0]);
    let total = 0;
    for (const word of words) {
      const at = title.indexOf(word);
      if (at === 0) total += ":".includes(title.charAt(word.length)) ? 6 : 4; // the whole name, or its beginning
      else if (at > 0) total += 2;
      else if (entry[3].includes(word)) total += 1;
      else return 0;
    }
    return total;
  }

  function show() {
    if (typeof SYMATTN_INDEX === "undefined") {
      if (!waiting) {
        waiting = true;
        const script = document.createElement("script");
        script.src = root + "search-index.js";
        script.onload = show;
        document.head.append(script);
      }
      return;
    }
    const words = plain(field.value).split(/[\s_]+/).filter(Boolean);
    results.replaceChildren();
    if (!words.length) {
      status.textContent = "";
      return;
    }
    const found = SYMATTN_INDEX.map((entry, place) => [rank(entry, words), place, entry])
      .filter((each) => each[0] > 0)
      .sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    status.textContent =
      found.length === 0 ? "Nothing found." : found.length > MOST ? `The first ${MOST} of ${found.length}:` : `${found.length} found:`;
    for (const [, , entry] of found.slice(0, MOST)) {
      const item = document.createElement("li");
      const anchor = document.createElement("a");
      anchor.href = root + entry[2];
      anchor.textContent = entry[0];
      const kind = document.createElement("span");
      kind.textContent = " " + entry[1];
      item.append(anchor, kind);
      results.append(item);
    }
  }

  form.hidden = false;
  field.addEventListener("focus", show);
  field.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = results.querySelector("a");
    if (first) first.click();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      show();
    }
  });
})();
