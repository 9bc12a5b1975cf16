// The cash desk by keyboard. Every form works without this script; it saves loading a new page.
//
// [data-cash]            the entry line: data-meaning-url answers what a text means, with the block of the person
// form[data-in-place]    posted from here; the answer is the sentence about what was done, with the block
// [data-tally]           ticks, means and sums in a block: the server works out what is to take
// [data-on-enter]        what Enter does with the text in the line; [data-choice]: one of several meanings
// [data-row]             somebody who owes: arrows choose, Enter opens the block
// "board:answered", "board:failed" on document  the server has answered with the board, or has not
// #board[data-board]     kept fresh (keep_fresh.js)
(function () {
  "use strict";
  const desk = document.querySelector("[data-cash]"), lines = window.barpoint && window.barpoint.cash;
  if (!desk || !lines) return;
  const AFTER_TOUCH = 3000, AFTER_KEY = 90, BOUNCE = 250;
  const OPTIONS = { headers: { "X-Desk": "1" }, credentials: "same-origin" };
  const byId = (id) => document.getElementById(id);
  const line = byId("line"), meaning = byId("meaning"), person = byId("person"), board = byId("board");
  const beside = byId("beside"), unsent = byId("unsent"), changes = byId("changes");
  const status = byId("status"), alert = byId("alert");
  const hasMouse = window.matchMedia("(pointer: fine)").matches;
  const noHint = meaning.innerHTML;

  let shownText = line.value.trim() ? line.value : "";  // the text whose meaning is shown
  let request = null, keyTimer = 0, takenAt = 0, isSending = false;
  let newer = null, ownActions = 0, etag = null, touchedAt = 0;

  desk.querySelector("[data-without-script]").hidden = true;
  if (hasMouse && !location.hash && !line.autofocus) line.focus();

  function parse(html) { return new DOMParser().parseFromString(html, "text/html").body; }
  function copies(nodes) { return Array.from(nodes, (each) => document.importNode(each, true)); }
  function sentenceOf(element) {
    const words = element.querySelector(".words, .problem a");
    return words ? words.textContent.replace(/\s+/g, " ").trim() : "";
  }

  // --- What is shown: the sentence and the block

  function show(html, spokenBy) {
    const body = parse(html), sentence = body.querySelector(".sentence"), block = body.querySelector(".person");
    if (sentence) meaning.replaceChildren(...copies([sentence]));
    showPerson(block);
    if (spokenBy) spokenBy.textContent = sentenceOf(meaning);
  }

  // The field that somebody is in keeps its focus and what was typed since.
  function showPerson(block) {
    const at = person.contains(document.activeElement) ? document.activeElement : null;
    const typed = at && at.matches("input:not([type=checkbox]):not([type=radio])") ? at.value : null;
    delete person.dataset.tallied;
    person.replaceChildren(...(block ? copies([block]) : []));
    const again = at && at.id ? byId(at.id) : at && at.name ? person.querySelector(`[name="${at.name}"]:checked`) : null;
    if (again && typed !== null) again.value = typed;
    if (again) again.focus();
  }

  function showNothing() {
    shownText = "";
    meaning.innerHTML = noHint.includes("hint-line") ? noHint : "";
  }

  function setOffline(isOffline) {
    desk.classList.toggle("offline", isOffline);
    const isAlerted = alert.textContent === desk.dataset.offline;
    if (isOffline && !isAlerted) alert.textContent = desk.dataset.offline;
    if (!isOffline && isAlerted) alert.textContent = "";
  }

  // --- What a text means

  function interpretSoon() {
    clearTimeout(keyTimer);
    if (request) request.abort();
    request = null;
    if (line.value.trim()) keyTimer = setTimeout(() => ask(`q=${encodeURIComponent(line.value)}`, line.value), AFTER_KEY);
    else showNothing();
  }

  async function ask(query, text) {
    const own = new AbortController();
    if (request) request.abort();
    request = own;
    try {
      const answer = await fetch(`${desk.dataset.meaningUrl}?${query}`, { ...OPTIONS, signal: own.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const html = await answer.text();
      if (request !== own) return;
      request = null;
      setOffline(false);
      show(html, status);
      person.dataset.tallied = query;
      shownText = text;
    } catch (error) {
      if (request !== own) return;
      request = null;
      setOffline(true);
    }
  }

  line.addEventListener("input", interpretSoon);

  // A block that is ticked or typed into: the server works out the sum.
  function tallyOf(form) {
    const fields = Array.from(new FormData(form)).filter(([name]) => !["csrfmiddlewaretoken", "once", "seen", "shown"].includes(name));
    return new URLSearchParams(fields).toString();
  }

  // A field that is left says "change" after "input": nothing is new then, and a block shown anew would swallow a tap.
  function tallySoon(id) {
    clearTimeout(keyTimer);
    keyTimer = setTimeout(() => {
      const form = byId(id);  // the block may have been shown anew since
      if (form && tallyOf(form) !== person.dataset.tallied) ask(tallyOf(form), line.value);
    }, AFTER_KEY);
  }
  ["input", "change"].forEach((each) => person.addEventListener(each, (event) => {
    if (event.target.matches("[data-tally]") && event.target.form) tallySoon(event.target.form.id);
  }));

  // --- Enter

  const fieldsOf = (form, button) => Array.from(new FormData(form, button));

  function enter() {
    if (!line.value.trim()) return enterNothing();
    const isShown = line.value === shownText, choices = meaning.querySelector("[data-choice]");
    if (!isShown) return takeLine(null);
    const from = choices ? meaning.querySelector("[data-choice][aria-current]") : meaning;
    const form = from && from.querySelector("form[data-on-enter]");
    const link = choices && from && from.querySelector("[data-take-row]");
    if (form) takeLine(fieldsOf(form, form.querySelector("button")));
    else if (link) openRow(link, true);
    else alert.textContent = sentenceOf(meaning);
  }

  function takeLine(fields) {
    const text = line.value;
    clearTimeout(keyTimer);
    if (request) request.abort();
    request = null;
    line.value = "";
    takenAt = Date.now();
    showNothing();
    lines.take({ text, fields });
    line.focus();
  }

  // Enter on the empty line never takes money: it sends again what was lost, or opens the chosen row.
  function enterNothing() {
    if (Date.now() - takenAt < BOUNCE || lines.isWorking()) return;
    const waiting = lines.all()[0];
    if (waiting && waiting.state === "lost") return lines.sendAgain();
    if (waiting && waiting.state === "asks") return bringBack(waiting);
    const row = document.querySelector("[data-row][aria-current] [data-take-row]");
    if (row) openRow(row, true);
  }

  function bringBack(entry) {
    lines.remove(entry.key);
    line.value = entry.text;
    shownText = entry.text;
    show(entry.html, alert);
    line.focus();
  }

  document.addEventListener("cash:answered", ({ detail: { entry, html, isSettled } }) => {
    if (isSettled) ownActions += 1;
    if (!isSettled && !line.value.trim()) {
      const asked = lines.all().find((each) => each.state === "asks" && each.key === entry.key);
      if (asked) bringBack(asked);
    } else if (!line.value.trim()) {
      show(html, status);
      print(meaning);
    } else status.textContent = sentenceOf(parse(html));
    freshBoard.refresh(true);
  });
  document.addEventListener("cash:trouble", ({ detail }) => setOffline(detail === "offline"));
  document.addEventListener("cash:changed", showUnsent);

  function showUnsent() {
    const entries = lines.all(), words = { waiting: desk.dataset.waiting, lost: desk.dataset.unsent };
    unsent.hidden = !entries.length;
    unsent.querySelector("[data-again]").hidden = !entries.some((each) => each.state !== "waiting");
    unsent.querySelector(".queue").replaceChildren(...entries.map((each, at) => {
      const row = document.createElement("li"), typed = document.createElement("b"), outcome = document.createElement("span");
      row.dataset.line = each.state;
      typed.className = "typed";
      typed.dir = "auto";
      typed.textContent = each.text;
      outcome.className = "outcome";
      const isOnItsWay = each.state === "waiting" && at === 0;
      outcome.textContent = each.state === "asks" ? sentenceOf(parse(each.html)) : isOnItsWay ? desk.dataset.sending : words[each.state];
      row.append(typed, " ", outcome);
      return row;
    }));
  }
  unsent.querySelector("[data-send]").addEventListener("click", () => { lines.sendAgain(); line.focus(); });
  unsent.querySelector("[data-drop]").addEventListener("click", () => { lines.dropLost(); line.focus(); });

  // The desk's setting "print a receipt": the paper comes without another click.
  function print(place) {
    const link = place.querySelector("a[data-print]");
    if (!link) return;
    const frame = document.createElement("iframe");
    frame.className = "unseen";
    frame.addEventListener("load", () => { try { frame.contentWindow.print(); } catch (error) { open(link.href); } });
    frame.src = link.href;
    document.body.append(frame);
  }

  // --- Buttons

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-entry]")) { event.preventDefault(); enter(); return; }
    if (!form.matches("[data-in-place]")) return;
    event.preventDefault();
    if (meaning.contains(form) && line.value.trim()) takeLine(fieldsOf(form, event.submitter));
    else if (!isSending) send(form, event.submitter);
  });

  async function send(form, button) {
    isSending = true;
    if (button) button.setAttribute("aria-busy", "true");
    try {
      const body = new URLSearchParams(new FormData(form, button));
      const answer = await fetch(form.action, { ...OPTIONS, method: "POST", body });
      if (answer.redirected) { location.assign(answer.url); return; }
      if (answer.status >= 500) throw new Error(String(answer.status));
      const html = await answer.text();
      setOffline(false);
      show(html, answer.ok ? status : alert);
      if (answer.ok) { ownActions += 1; print(meaning); }
      if (answer.ok && hasMouse) line.focus();
    } catch (error) {
      // The form keeps its key: sent again, it is booked once.
      setOffline(true);
    } finally {
      if (button) button.removeAttribute("aria-busy");
      isSending = false;
    }
    freshBoard.refresh(true);
  }

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("[data-take-row]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openRow(link, false);
  });

  async function openRow(link, byKey) {
    await ask(new URL(link.href).searchParams.toString(), line.value);
    const block = person.querySelector(".person"), button = block && block.querySelector("button.main");
    if (block) block.scrollIntoView({ block: "nearest" });
    if (byKey && button) button.focus();
  }

  // --- Keys: letters and digits go to the line; the others work while it is empty

  document.addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : null;
    const isField = at && at !== line && at.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
    const isControl = at && at !== line && at.matches("button, a, summary, input, label");
    if (event.isComposing || event.altKey || (isField && event.key !== "Escape")) return;
    const isEmpty = !line.value.trim();
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z" && !event.shiftKey && isEmpty) { event.preventDefault(); undoLast(); }
      return;
    }
    if (event.key === "Escape") return clear();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") return move(event, isEmpty);
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    if (event.key === "Enter" && !isControl) { event.preventDefault(); return enter(); }
    if (event.key === "?" && isEmpty) { event.preventDefault(); byId("keys").open = !byId("keys").open; return; }
    if (event.key.length === 1 && event.key !== " " && at !== line && !(at && at.matches("input"))) line.focus();
  });

  function clear() {
    line.value = "";
    clearTimeout(keyTimer);
    if (request) request.abort();
    request = null;
    showNothing();
    person.replaceChildren();
    line.focus();
    freshBoard.refresh(true);
  }

  function move(event, isEmpty) {
    const at = document.activeElement;
    if (at && at.matches("input[type=radio]")) return;
    const choices = isEmpty ? [] : Array.from(meaning.querySelectorAll("[data-choice]"));
    const all = isEmpty ? Array.from(document.querySelectorAll("[data-row]")) : choices;
    if (!all.length) return;
    event.preventDefault();
    const now = all.findIndex((each) => each.hasAttribute("aria-current")), step = event.key === "ArrowDown" ? 1 : -1;
    const next = all[now < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, now + step))];
    all.forEach((each) => each.removeAttribute("aria-current"));
    next.setAttribute("aria-current", "true");
    next.scrollIntoView({ block: "nearest" });
    status.textContent = next.textContent.replace(/\s+/g, " ").trim();
  }

  function undoLast() {
    if (lines.isWorking() || isSending) return;
    const form = document.querySelector("#done form[data-undo]");
    if (form) form.requestSubmit(form.querySelector("button"));
  }

  // --- The board

  function isInUse() {
    const isOpen = board.querySelector("details[open]") || beside.querySelector("#till[open]");
    return Boolean(isOpen) || board.contains(document.activeElement) || Date.now() - touchedAt < AFTER_TOUCH;
  }

  function showBoard(fresh) {
    const opened = Array.from(beside.querySelectorAll("details[open][id]"), (each) => each.id);
    const chosen = board.querySelector("[data-row][aria-current]");
    board.dataset.number = fresh.dataset.number;
    board.replaceChildren(...copies(fresh.querySelector(".owing").childNodes));
    beside.replaceChildren(...copies(fresh.querySelector(".aside").childNodes));
    opened.forEach((id) => { if (byId(id)) byId(id).open = true; });
    if (chosen && byId(chosen.id)) byId(chosen.id).setAttribute("aria-current", "true");
    newer = null;
    ownActions = 0;
    changes.hidden = true;
  }

  function offerBoard(fresh) {
    const count = Number(fresh.dataset.number) - Number(board.dataset.number) - ownActions;
    newer = fresh;
    if (count <= 0) return;
    const text = count === 1 ? desk.dataset.oneChange : desk.dataset.manyChanges.replace("%(n)s", String(count));
    changes.firstElementChild.textContent = text;
    changes.hidden = false;
  }
  changes.querySelector("button").addEventListener("click", () => { if (newer) showBoard(newer); line.focus(); });

  async function fetchBoard(signal, isOwn) {
    const answer = await fetch(`${location.pathname}?board=1`, { ...OPTIONS, cache: "no-cache", signal });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const fresh = parse(await answer.text()).querySelector(".fresh");
    const isSame = etag !== null && answer.headers.get("ETag") === etag;
    etag = answer.headers.get("ETag");
    document.dispatchEvent(new CustomEvent("board:answered"));
    if (!lines.all().some((each) => each.state === "lost")) setOffline(false);
    if (!isOwn && isSame && !newer) return;
    if (!isOwn && isInUse()) offerBoard(fresh);
    else showBoard(fresh);
  }

  function noteFailure(failures) {
    document.dispatchEvent(new CustomEvent("board:failed"));
    if (failures > 1) setOffline(true);
  }

  const freshBoard = window.barpoint.keepFresh(fetchBoard, noteFailure);

  ["pointerdown", "touchmove", "wheel"].forEach((each) => addEventListener(each, (event) => {
    if (board.contains(event.target)) touchedAt = Date.now();
  }, { passive: true }));
  showUnsent();
  if (lines.all().length) setOffline(true);
})();
