// The desk by keyboard. Every form works without this script; it saves loading a new page.
//
// [data-desk]            the entry line: data-interpret-url answers what a text means; data-offline is the sentence for
//                        when nothing answers
// [data-without-script]  hidden here: the button that only a page without this script needs
// form[data-in-place]    posted from here; the answer is the sentence about what was done. What was typed goes into the
//                        queue (desk_lines.js) instead: Enter takes it out of the line at once
// #question              the line of the queue that must be answered: Enter on the empty line answers it
// [data-on-enter]        what Enter does with the text in the line: a form to submit, a link to follow
// [data-row]             a row that can be chosen; [data-choice]: one of several meanings of a text
(function () {
  "use strict";
  const desk = document.querySelector("[data-desk]"), { lines, board } = window.barpoint || {};
  if (!desk || !lines || !board) return;
  // A sentence counts as read after READING; the second Enter of a bounce comes within BOUNCE.
  const AFTER_KEY = 90, SLOW = 300, READING = 400, BOUNCE = 250;
  const OPTIONS = { headers: { "X-Desk": "1" }, credentials: "same-origin" };
  const line = desk.querySelector("#line");
  const meaning = document.getElementById("meaning"), question = document.getElementById("question");
  const status = document.getElementById("status");
  const alert = document.getElementById("alert");
  const hasMouse = window.matchMedia("(pointer: fine)").matches;

  let shownText = line.value.trim() ? line.value : "";  // the text whose meaning is shown
  let request = null;            // the question about the text that is on its way
  let shownAt = 0;               // when it was shown
  let fixing = null;             // the line of the queue whose text is being fixed
  let draft = "";                // the text that stood in the line before
  let takenAt = 0;               // when Enter last took a line
  let isUndoWaiting = false;     // Ctrl Z came before the board knew what was done last
  let isSending = false;
  let keyTimer = 0;

  desk.querySelector("[data-without-script]").hidden = true;
  // The browser itself focuses an element with autofocus, but not when the address names a row.
  if (hasMouse && (!line.autofocus || location.hash)) line.focus();

  // --- What a text means

  function parse(html) {
    return new DOMParser().parseFromString(html, "text/html").body;
  }

  function showMeaning(html, spokenBy) {
    meaning.replaceChildren(...Array.from(parse(html).childNodes, (each) => document.importNode(each, true)));
    spokenBy.textContent = sentenceOf(meaning);
  }

  function sentenceOf(element) {
    const words = element.querySelector(".words, .problem a, .problem h2");
    return words ? words.textContent.replace(/\s+/g, " ").trim() : "";
  }

  function setOffline(isOffline) {
    desk.classList.toggle("offline", isOffline);
    const isAlerted = alert.textContent === desk.dataset.offline;
    if (isOffline && !isAlerted) alert.textContent = desk.dataset.offline;
    if (!isOffline && isAlerted) alert.textContent = "";
  }

  function interpretSoon() {
    clearTimeout(keyTimer);
    if (request) request.abort();
    request = null;
    if (!line.value.trim()) {
      shownText = "";
      showNothing();
      board.showNewer();
      return;
    }
    // While lines wait, nobody knows what this one will mean when they are written.
    if (isFirst()) keyTimer = setTimeout(interpret, AFTER_KEY);
    else showNothing();
  }

  function isFirst() { return !lines.head() || (fixing !== null && lines.head().key === fixing); }

  function showNothing() {
    desk.dataset.shownLine = "";
    meaning.replaceChildren();
  }

  async function interpret() {
    const text = line.value, url = `${desk.dataset.interpretUrl}?q=${encodeURIComponent(text)}`;
    const own = new AbortController();
    request = own;
    try {
      const answer = await fetch(url, { ...OPTIONS, signal: own.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const html = await answer.text();
      if (request !== own) return;
      request = null;
      setOffline(false);
      showMeaning(html, status);
      shownText = text;
      shownAt = Date.now();
    } catch (error) {
      if (request !== own) return;
      request = null;
      setOffline(true);
    }
  }

  // --- The queue

  // Enter takes the line at once. The sentence that is shown for exactly this text binds it; otherwise the server
  // interprets it when the lines before it are written, and asks where it might have been meant otherwise.
  function enterLine() {
    const isShown = line.value === shownText && isFirst(), isRead = Date.now() - shownAt >= READING;
    const chosen = isShown && meaning.querySelector("[data-choice][aria-current] [data-on-enter]");
    const offered = isShown && !meaning.querySelector("[data-choice]") && meaning.querySelector("[data-on-enter]");
    const target = chosen || offered;
    if (target && target.href && (chosen || isRead)) return follow(target);
    if (!target || target.href) return takeLine(null);
    takeLine([...fieldsOf(target, target.querySelector("button")), ...(chosen || isRead ? [] : [["unread", "1"]])]);
  }

  const fieldsOf = (form, button) => Array.from(new FormData(form, button));

  function takeLine(fields) {
    const text = line.value, key = fixing;
    if (request) request.abort();
    clearTimeout(keyTimer);
    request = null;
    setFixing(null);
    line.value = draft;
    draft = shownText = "";
    takenAt = Date.now();
    showNothing();
    if (key) lines.answer(key, { text, fields });
    else lines.take({ text, fields, number: board.number() });
    keepDraft();
    line.focus();
  }

  // Enter on the empty line while a line must be answered: the choice, what the sentence offers, or the text again.
  function answerQuestion() {
    if (Date.now() - Number(question.dataset.shownAt) < READING) return;
    const hasChoices = question.querySelector("[data-choice]");
    const from = hasChoices ? question.querySelector("[data-choice][aria-current]") : question;
    const target = from && from.querySelector("[data-on-enter]");
    if (target && target.href) location.assign(target.href);
    else if (target) target.requestSubmit(target.querySelector("button"));
    else if (!hasChoices) fix();
  }

  function fix() {
    const first = lines.head();
    if (!first || first.state !== "asks" || fixing) return;
    setFixing(first.key);
    draft = line.value;
    line.value = first.text;
    interpretSoon();
    line.focus();
  }

  function setFixing(key) {
    fixing = key;
    desk.dataset.fixing = key || "";
    document.dispatchEvent(new CustomEvent("lines:changed"));
  }

  // What was typed and not entered outlives a reload.
  const DRAFT = `barpoint-desk-${desk.dataset.tournament}-draft`;
  function keepDraft() {
    try { sessionStorage.setItem(DRAFT, fixing ? draft : line.value); } catch (error) { return; }
  }
  // A text whose link was followed is answered: it does not stand in the line when the desk is shown again.
  function forgetDraft() {
    try { sessionStorage.setItem(DRAFT, fixing ? draft : ""); } catch (error) { return; }
  }
  function follow(link) {
    forgetDraft();
    location.assign(link.href);
  }
  meaning.addEventListener("click", (event) => { if (event.target.closest("a")) forgetDraft(); });
  function readDraft() {
    try { return sessionStorage.getItem(DRAFT) || ""; } catch (error) { return ""; }
  }

  function showSettled({ key, html, match }) {
    board.noteAction();
    const isLast = !line.value.trim() && !lines.head();
    if (isLast) {
      desk.dataset.shownLine = key;
      showMeaning(html, status);
      document.dispatchEvent(new CustomEvent("lines:changed"));
    } else status.textContent = sentenceOf(parse(html));
    alert.textContent = "";
    if (!lines.head() || lines.head().state === "asks") board.refresh(match ? `m${match}` : "");
  }

  document.addEventListener("lines:settled", ({ detail }) => showSettled(detail));
  document.addEventListener("lines:trouble", ({ detail }) => setOffline(detail === "offline"));
  document.addEventListener("lines:fix", fix);

  // --- Actions

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-entry]")) { event.preventDefault(); enter(); return; }
    if (!form.matches("[data-in-place]")) return;
    event.preventDefault();
    if (question.contains(form)) lines.answer(question.dataset.line, { fields: fieldsOf(form, event.submitter) });
    else if (meaning.contains(form) && line.value.trim()) takeLine(fieldsOf(form, event.submitter));
    else if (!isSending) send(form, event.submitter);
  });

  async function send(form, button) {
    isSending = true;
    const row = changedRow(form), isNearLine = meaning.contains(form);
    const slow = setTimeout(() => showBusy(button), SLOW);
    let isDone = false;
    try {
      const body = new URLSearchParams(new FormData(form, button));
      const answer = await fetch(form.action, { ...OPTIONS, method: "POST", body });
      if (answer.redirected) { location.assign(answer.url); return; }
      const html = await answer.text();
      if (answer.status >= 500) throw new Error(String(answer.status));
      setOffline(false);
      isDone = answer.ok;
      showOutcome(html, isDone);
    } catch (error) {
      // The form keeps its key: sent again, it has one effect.
      setOffline(true);
    } finally {
      clearTimeout(slow);
      showReady(button);
      isSending = false;
    }
    if (isDone && (isNearLine || hasMouse)) line.focus();
    if (!isDone) isUndoWaiting = false;
    board.refresh(row);
  }

  // The sentence about what is typed meanwhile stays.
  function showOutcome(html, isDone) {
    const spokenBy = isDone ? status : alert;
    if (line.value.trim()) spokenBy.textContent = sentenceOf(parse(html));
    else showMeaning(html, spokenBy);
    if (!isDone) return;
    alert.textContent = "";
    board.noteAction();
  }

  // A button that waits says so, and keeps its width.
  const labels = new WeakMap();
  function showBusy(button) {
    if (!button) return;
    labels.set(button, Array.from(button.childNodes));
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = desk.dataset.saving;
  }
  function showReady(button) {
    if (button && labels.has(button)) button.replaceChildren(...labels.get(button));
  }

  // The id of the row that a form changes, or "".
  function changedRow(form) {
    const row = form.closest("[data-row]"), sentence = form.closest("[data-match]");
    return row ? row.id : sentence ? `m${sentence.dataset.match}` : "";
  }

  // --- Rows

  function choose(elements, step) {
    const at = elements.findIndex((each) => each.hasAttribute("aria-current")), last = elements.length - 1;
    const first = step > 0 ? 0 : last;
    const next = elements[at < 0 ? first : Math.min(last, Math.max(0, at + step))];
    if (!next) return null;
    elements.forEach((each) => each.removeAttribute("aria-current"));
    next.setAttribute("aria-current", "true");
    next.scrollIntoView({ block: "nearest" });
    return next;
  }

  function enterRow() {
    const row = board.element.querySelector("[data-row][aria-current]");
    if (!row || isSending) return;
    const pad = row.querySelector("details");
    if (pad) {
      pad.open = true;
      pad.querySelector("input").focus();
      return;
    }
    const link = row.querySelector("a[data-row-link]"), button = row.querySelector("form[data-in-place] button");
    if (link) location.assign(link.href);
    else if (button) button.form.requestSubmit(button);
  }

  // The second Enter of a bounce does nothing, nor does any on the empty line while lines are on their way.
  function enter() {
    if (line.value.trim()) enterLine();
    else if (!question.hidden) answerQuestion();
    else if (!lines.head() && Date.now() - takenAt > BOUNCE) enterRow();
  }

  // --- Keys: letters and digits go to the line; the others work while it is empty

  function isField(element) {
    return element && element !== line && element.matches("input:not([type=radio]), textarea, select");
  }

  function isControl(element) {
    return element && element !== line && element.matches("button, a, summary, input, label");
  }

  document.addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (event.isComposing || event.altKey || isField(at)) return;
    const isEmpty = !line.value.trim(), isRadio = at && at.matches("input[type=radio]");
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z" && !event.shiftKey && isEmpty) { event.preventDefault(); undoLast(); }
      return;
    }
    if (event.key === "Escape") return clear();
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !isRadio) return move(event, isEmpty);
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    if (event.key === "Enter" && !isControl(at)) { event.preventDefault(); return enter(); }
    if (event.key === "?" && isEmpty) { event.preventDefault(); return toggleKeys(); }
    if (event.key.length === 1 && event.key !== " " && at !== line && !isRadio) line.focus();
  });

  function toggleKeys() {
    const keys = document.getElementById("keys");
    keys.open = !keys.open;
    if (keys.open) keys.scrollIntoView({ block: "nearest" });
  }

  function move(event, isEmpty) {
    const choices = Array.from((isEmpty ? question : meaning).querySelectorAll("[data-choice]"));
    if (!isEmpty && !choices.length) return;
    event.preventDefault();
    const next = choose(choices.length ? choices : board.rows(), event.key === "ArrowDown" ? 1 : -1);
    if (!next) return;
    if (next.matches("[data-row]")) board.choose(next.id);
    status.textContent = next.textContent.replace(/\s+/g, " ").trim();
  }

  function clear() {
    line.value = draft;
    draft = "";
    setFixing(null);
    keepDraft();
    board.element.querySelectorAll("[data-row] details[open]").forEach((each) => { each.open = false; });
    interpretSoon();
    line.focus();
  }

  // The last line comes back if it was not sent yet. The board must know what was done last: an older one would undo
  // something else.
  function undoLast() {
    const text = lines.takeBack();
    if (text !== null) {
      line.value = text;
      interpretSoon();
      return;
    }
    if (!question.hidden) return fix();
    isUndoWaiting = isSending || lines.isWorking() || !board.isCurrent();
    const button = board.element.querySelector(".done form[data-in-place] button");
    if (button && !isUndoWaiting) button.form.requestSubmit(button);
  }

  line.addEventListener("input", () => {
    isUndoWaiting = false;
    keepDraft();
    if (meaning.querySelector("[data-kind=recorded], [data-kind=already], [data-kind=undone], [data-kind=unchanged]")) showNothing();
    interpretSoon();
    if (desk.dataset.shownLine === "") document.dispatchEvent(new CustomEvent("lines:changed"));
  });

  // --- The board (desk_board.js)

  document.addEventListener("board:shown", () => {
    if (isUndoWaiting && !isSending && !lines.isWorking()) undoLast();
  });
  document.addEventListener("board:offline", ({ detail }) => setOffline(detail));
  if (!line.value.trim()) line.value = readDraft();
  if (line.value.trim() && !meaning.querySelector("[data-on-enter]")) interpretSoon();
})();
