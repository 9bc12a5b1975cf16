// The board of the desk: the rows under the entry line, kept fresh (keep_fresh.js). It does not change while somebody types
// or is in one of its rows; #changes then offers the newer one.
//
// [data-desk]         data-one-change and data-many-changes: the sentences of that offer
// #board[data-board]  data-number: the number of the newest record that it shows
// [data-row]          a row that can be chosen
// "board:shown" on document follows every board that is shown; "board:offline" (detail: true or false) says whether the
// last requests were answered.
window.barpoint = window.barpoint || {};
window.barpoint.board = (function () {
  "use strict";
  const desk = document.querySelector("[data-desk]"), element = document.getElementById("board");
  if (!desk || !element) return null;
  const AFTER_TOUCH = 3000, HIGHLIGHT = 4000;
  const line = desk.querySelector("#line"), changes = document.getElementById("changes");
  const title = document.title.replace(/^\(\d+\) /, "");

  let newer = null;              // a board that came while the one here was in use
  let ownActions = 0;            // done here since the board was shown
  let chosen = null;             // the id of the row that was chosen by hand
  let etag = null, touchedAt = 0;
  const changedRows = new Set();  // the ids of the rows that were changed here since: closed and marked when it is shown

  const announce = (name, detail) => document.dispatchEvent(new CustomEvent(`board:${name}`, { detail }));
  const rows = () => Array.from(element.querySelectorAll("[data-row]"));

  // A text in the line, focus or an open row in the board, a finger on the screen: nothing moves under them.
  function isInUse() {
    const isOpen = element.querySelector("[data-row] details[open]") !== null;
    const isTouched = element.contains(document.activeElement) || Date.now() - touchedAt < AFTER_TOUCH;
    return Boolean(line.value.trim()) || isOpen || isTouched;
  }

  function show(fresh) {
    const opened = Array.from(element.querySelectorAll("details[open][id]"), (each) => each.id);
    const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
    element.dataset.number = fresh.dataset.number;
    element.replaceChildren(document.importNode(fresh, true));
    opened.map((id) => document.getElementById(id)).forEach((details) => {
      const row = details && details.closest("[data-row]");
      if (details && !(row && changedRows.has(row.id))) details.open = true;
    });
    const focus = focused && document.getElementById(focused);
    if (focus) focus.focus();
    markRows();
    newer = null;
    ownActions = 0;
    changes.hidden = true;
    const urgent = element.querySelectorAll("#needs [data-row]").length;
    document.title = urgent ? `(${urgent}) ${title}` : title;
    announce("shown");
  }

  function markRows() {
    const current = chosen && document.getElementById(chosen);
    if (current) {
      rows().forEach((each) => each.removeAttribute("aria-current"));
      current.setAttribute("aria-current", "true");
    }
    const changed = Array.from(changedRows, (id) => document.getElementById(id)).filter(Boolean);
    changed.forEach((row) => row.classList.add("changed"));
    setTimeout(() => changed.forEach((row) => row.classList.remove("changed")), HIGHLIGHT);
    changedRows.clear();
  }

  function offer(fresh) {
    const count = Number(fresh.dataset.number) - Number(element.dataset.number) - ownActions;
    newer = fresh;
    changedRows.clear();
    if (count <= 0) return;
    const text = count === 1 ? desk.dataset.oneChange : desk.dataset.manyChanges.replace("%(n)s", String(count));
    if (changes.firstElementChild.textContent !== text) changes.firstElementChild.textContent = text;
    changes.hidden = false;
  }

  function showNewer() { if (newer && !isInUse()) show(newer); }

  changes.querySelector("button").addEventListener("click", () => {
    if (newer) show(newer);
    line.focus();
  });

  // What is wrong with the machine stands above the desk, and comes with its board.
  function showMarks(fresh) {
    const shown = document.querySelector("body > .marks");
    if ((shown ? shown.textContent : "") === (fresh ? fresh.textContent : "")) return;
    if (shown) shown.remove();
    if (fresh) document.getElementById("main").before(document.importNode(fresh, true));
  }

  // With "no-cache" the browser sends the ETag of its copy: while nothing changed the answer has no body.
  async function fetchBoard(signal) {
    const options = { headers: { "X-Desk": "1" }, credentials: "same-origin", cache: "no-cache", signal };
    const answer = await fetch(`${location.pathname}?board=1`, options);
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const body = new DOMParser().parseFromString(await answer.text(), "text/html").body;
    const isSame = etag !== null && answer.headers.get("ETag") === etag;
    etag = answer.headers.get("ETag");
    return { fresh: body.firstElementChild, marks: body.querySelector(":scope > .marks"), isSame };
  }

  // `isOwn`: something was done here, so the board is shown even if it is in use, unless somebody types.
  async function fetchAndShow(signal, isOwn) {
    const { fresh, marks, isSame } = await fetchBoard(signal);
    showMarks(marks);
    announce("offline", false);
    if (!isOwn && isSame && !newer) return;
    if (isOwn ? line.value.trim() : isInUse()) offer(fresh);
    else show(fresh);
  }

  const board = window.barpoint.keepFresh(fetchAndShow, (failures) => { if (failures > 1) announce("offline", true); });

  const noteTouch = () => { touchedAt = Date.now(); };
  ["pointerdown", "touchmove", "wheel"].forEach((each) => addEventListener(each, noteTouch, { passive: true }));

  return {
    element, rows, showNewer,
    // Something was done here, in the row of this id if it is not "".
    refresh: (row) => { if (row) changedRows.add(row); board.refresh(true); },
    number: () => Number(element.dataset.number),
    isCurrent: () => ownActions === 0,
    choose: (id) => { chosen = id; },
    noteAction: () => { ownActions += 1; chosen = null; board.noteAction(); },
  };
})();
