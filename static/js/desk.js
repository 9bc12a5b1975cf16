// The desk by keyboard. Every form works without this file; it saves the way over a new page.
//
// [data-desk]           the entry line: data-line tells what a text means, data-offline what to say without an answer
// form[data-deed]       sent from here, answered with the sentence of what was done
// form[data-do]         the deed of the sentence that is shown; Enter in the line sends it, and nothing else
// [data-row]            a row that can be chosen; [data-choice] one of several meanings
// #board[data-board]    asked for again when something moved (stream.js), and every few seconds where no line tells of
//                       it; it waits while somebody types or stands in it
(function () {
  "use strict";
  const desk = document.querySelector("[data-desk]");
  if (!desk || !window.fetch) return;
  const line = desk.querySelector("#line");
  const meant = document.getElementById("meant");
  const board = document.getElementById("board");
  const bar = document.getElementById("changes");
  const told = document.getElementById("told");
  const alarm = document.getElementById("alarm");
  const asked = { headers: { "X-Desk": "1" }, credentials: "same-origin" };
  const every = 4000, slowly = 30000, soon = 200, patience = 8000, still = 3000, pause = 90;
  const fine = window.matchMedia("(pointer: fine)").matches;
  const title = document.title.replace(/^\(\d+\) /, "");

  let shown = line.value.trim() ? line.value : "";  // the text whose sentence is shown
  let asking = null;    // the question that is on its way
  let wanted = false;   // Enter came before the sentence
  let busy = false;     // a deed is on its way
  let kept = null;      // a newer board that waits
  let own = 0;          // what was done here since the board was shown
  let back = false;     // Ctrl Z came before the board knew what was done last
  let tag = null, missed = 0, touched = 0, timer = 0, lined = false;
  let chosen = null;    // the id of a row that was chosen by hand

  desk.querySelector("[data-read]").hidden = true;
  // The browser focuses the line itself where it is told to, but not when the address names a row.
  if (fine && (!line.autofocus || location.hash)) line.focus();

  // --- What a text means

  function parsed(html) {
    return new DOMParser().parseFromString(html, "text/html").body;
  }

  function say(html, loud) {
    const body = parsed(html);
    meant.replaceChildren(...Array.from(body.childNodes, (each) => document.importNode(each, true)));
    (loud === "alarm" ? alarm : told).textContent = words(meant);
  }

  function words(node) {
    const found = node.querySelector(".words, .problem a, .problem h2");
    return found ? found.textContent.replace(/\s+/g, " ").trim() : "";
  }

  function offline(is) {
    desk.classList.toggle("offline", is);
    if (!is) { if (alarm.textContent === desk.dataset.offline) alarm.textContent = ""; return; }
    if (alarm.textContent !== desk.dataset.offline) alarm.textContent = desk.dataset.offline;
  }

  let waiting = 0;
  function read() {
    clearTimeout(waiting);
    if (asking) asking.abort();
    asking = null;
    if (!line.value.trim()) {
      shown = "";
      wanted = false;
      meant.replaceChildren();
      settle();
      return;
    }
    waiting = setTimeout(ask, wanted ? 0 : pause);
  }

  async function ask() {
    const text = line.value, mine = new AbortController();
    asking = mine;
    try {
      const answer = await fetch(`${desk.dataset.line}?q=${encodeURIComponent(text)}`, { ...asked, signal: mine.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const html = await answer.text();
      if (asking !== mine) return;
      asking = null;
      offline(false);
      say(html, "told");
      shown = text;
      if (wanted && !busy) { wanted = false; act(); }
    } catch (error) {
      if (asking !== mine) return;
      asking = null;
      wanted = false;
      offline(true);
    }
  }

  // Enter: the deed of the sentence that is shown for exactly this text; when it is not there yet, when it comes.
  function act() {
    if (busy) { wanted = true; return; }
    if (line.value !== shown) { wanted = true; if (!asking) { clearTimeout(waiting); ask(); } return; }
    const choices = meant.querySelectorAll("[data-choice]");
    const of = choices.length ? meant.querySelector("[data-choice][aria-current]") : meant;
    if (!of) return;
    const go = of.querySelector("[data-go]"), form = of.querySelector("form[data-do]");
    if (go) location.assign(go.href);
    else if (form) form.requestSubmit(form.querySelector("button"));
  }

  // --- Deeds

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-entry]")) { event.preventDefault(); enter(); return; }
    if (!form.matches("[data-deed]")) return;
    event.preventDefault();
    if (!busy) send(form, event.submitter);
  });

  async function send(form, button) {
    busy = true;
    const body = new URLSearchParams(new FormData(form, button));
    const row = form.closest("[data-row]"), about = row ? row.id : aboutSentence(form);
    const text = line.value, near = meant.contains(form);
    const slow = setTimeout(() => wait(button), 300);
    let done = false;
    try {
      const answer = await fetch(form.action, { ...asked, method: "POST", body });
      if (answer.redirected) { location.assign(answer.url); return; }
      const html = await answer.text();
      if (answer.status >= 500) throw new Error(String(answer.status));
      offline(false);
      done = answer.ok;
      // Who types on while this was written keeps what he has typed.
      if (line.value === text) {
        if (done) line.value = shown = "";
        say(html, done ? "told" : "alarm");
      } else if (done) {
        told.textContent = words(parsed(html));
      } else {
        alarm.textContent = words(parsed(html));
      }
      if (done) { alarm.textContent = ""; chosen = null; own += 1; }
    } catch (error) {
      // The form stays with its key: sent again, the same deed is done once.
      offline(true);
    } finally {
      clearTimeout(slow);
      wait(button, true);
      busy = false;
    }
    if (done && (near || fine)) line.focus();
    if (!done) back = false;
    look(true, about);
    if (wanted && !asking) { wanted = false; act(); }
  }

  // A button that waits says so and keeps its width.
  const labels = new WeakMap();
  function wait(button, over) {
    if (!button) return;
    if (over) { if (labels.has(button)) button.replaceChildren(...labels.get(button)); return; }
    labels.set(button, Array.from(button.childNodes));
    button.style.minWidth = `${button.offsetWidth}px`;
    button.textContent = desk.dataset.writing;
  }

  function aboutSentence(form) {
    const sentence = form.closest("[data-match]");
    return sentence ? `m${sentence.dataset.match}` : "";
  }

  // --- Rows

  function rows() { return Array.from(board.querySelectorAll("[data-row]")); }

  function choose(list, step, scroll) {
    const at = list.findIndex((each) => each.hasAttribute("aria-current"));
    const next = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(list.length - 1, Math.max(0, at + step))];
    if (!next) return null;
    list.forEach((each) => each.removeAttribute("aria-current"));
    next.setAttribute("aria-current", "true");
    if (scroll) next.scrollIntoView({ block: "nearest" });
    return next;
  }

  function press() {
    const row = board.querySelector("[data-row][aria-current]");
    if (!row || busy) return;
    const pad = row.querySelector("details");
    if (pad) {
      pad.open = true;
      pad.querySelector("input").focus();
      return;
    }
    const link = row.querySelector("a[data-opens]"), button = row.querySelector("form[data-deed] button");
    if (link) location.assign(link.href);
    else if (button) button.form.requestSubmit(button);
  }

  function enter() { if (line.value.trim()) act(); else press(); }

  // --- Keys: letters and digits belong to the line; the rest works while it is empty.

  function takesKeys(element) {
    return element && element !== line && (element.matches("input:not([type=radio]), textarea, select") || element.isContentEditable);
  }

  function isPressed(element) {
    return element && element !== line && element.matches("button, a, summary, input, label");
  }

  document.addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (event.isComposing || event.altKey || takesKeys(at)) return;
    const empty = !line.value.trim(), radio = at && at.matches("input[type=radio]");
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z" && !event.shiftKey && empty) { event.preventDefault(); takeBack(); }
      return;
    }
    if (event.key === "Escape") return clear();
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !radio) return move(event, empty);
    if (event.key === "Enter" && !isPressed(at)) { event.preventDefault(); return enter(); }
    if (event.key === "?" && empty) { event.preventDefault(); const keys = document.getElementById("keys"); keys.open = !keys.open; if (keys.open) keys.scrollIntoView({ block: "nearest" }); return; }
    if (event.key.length === 1 && event.key !== " " && at !== line && !radio) line.focus();
  });

  function move(event, empty) {
    const choices = Array.from(meant.querySelectorAll("[data-choice]"));
    if (!empty && !choices.length) return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    const next = choices.length && !empty ? choose(choices, step, true) : choose(rows(), step, true);
    if (next && next.matches("[data-row]")) chosen = next.id;
    if (next) told.textContent = next.textContent.replace(/\s+/g, " ").trim();
  }

  function clear() {
    line.value = "";
    board.querySelectorAll("[data-row] details[open]").forEach((each) => { each.open = false; });
    read();
    line.focus();
  }

  // The board must know of what was done last: an older one would take back something else.
  function takeBack() {
    back = busy || own > 0;
    const button = board.querySelector(".done form[data-deed] button");
    if (button && !back) button.form.requestSubmit(button);
  }

  // Whoever types on after Enter meant something else: nothing is done of itself.
  line.addEventListener("input", () => {
    wanted = back = false;
    if (meant.querySelector("[data-kind=written], [data-kind=already], [data-kind=taken_back]")) meant.replaceChildren();
    read();
  });

  // --- The board

  // A phone's finger, a text in the line, a foot in a row: then nothing moves under them.
  function held() {
    const inside = board.contains(document.activeElement);
    return Boolean(line.value.trim()) || inside || Date.now() - touched < still || board.querySelector("[data-row] details[open]") !== null;
  }

  function show(fresh, about) {
    const open = Array.from(board.querySelectorAll("details[open][id]"), (each) => each.id);
    const focus = board.contains(document.activeElement) ? document.activeElement.id : "";
    board.dataset.number = fresh.dataset.number;
    board.replaceChildren(document.importNode(fresh, true));
    open.forEach((id) => { const found = document.getElementById(id); if (found && !(about && found.closest(`#${about}`))) found.open = true; });
    if (focus) { const found = document.getElementById(focus); if (found) found.focus(); }
    const mine = chosen && document.getElementById(chosen);
    if (mine) { rows().forEach((each) => each.removeAttribute("aria-current")); mine.setAttribute("aria-current", "true"); }
    const changed = about && document.getElementById(about);
    if (changed) { changed.classList.add("changed"); setTimeout(() => changed.classList.remove("changed"), 4000); }
    kept = null;
    own = 0;
    bar.hidden = true;
    const needs = board.querySelectorAll("#needs [data-row]").length;
    document.title = needs ? `(${needs}) ${title}` : title;
    if (back && !busy) takeBack();
  }

  function offer(fresh) {
    const count = Number(fresh.dataset.number) - Number(board.dataset.number) - own;
    kept = fresh;
    if (count <= 0) return;
    const words = count === 1 ? desk.dataset.one : desk.dataset.many.replace("%(n)s", String(count));
    if (bar.firstElementChild.textContent !== words) bar.firstElementChild.textContent = words;
    bar.hidden = false;
  }

  function settle() { if (kept && !held()) show(kept, ""); }

  bar.querySelector("button").addEventListener("click", () => { if (kept) show(kept, ""); line.focus(); });

  async function look(now, about) {
    clearTimeout(timer);
    const given_up = new AbortController(), alarm_ = setTimeout(() => given_up.abort(), patience);
    try {
      if (!now && document.hidden) return;
      // "no-cache" asks with the ETag that the browser holds: while nothing changed the answer has no body.
      const answer = await fetch(`${location.pathname}?board=1`, { ...asked, cache: "no-cache", signal: given_up.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const fresh = parsed(await answer.text()).firstElementChild;
      missed = 0;
      offline(false);
      const same = tag !== null && answer.headers.get("ETag") === tag && !kept;
      tag = answer.headers.get("ETag");
      if (now && !line.value.trim()) show(fresh, about);
      else if (now || !same) { if (held()) offer(fresh); else show(fresh, about); }
    } catch (error) {
      missed += 1;
      if (missed > 1) offline(true);
    } finally {
      clearTimeout(alarm_);
      next(lined && !missed ? slowly : every);
    }
  }

  function next(pause) {
    clearTimeout(timer);
    timer = setTimeout(() => look(false, ""), pause + Math.random() * Math.min(pause, 1000));
  }

  document.addEventListener("line:news", () => next(soon));
  document.addEventListener("line:up", () => { lined = true; });
  document.addEventListener("line:down", () => { lined = false; next(every); });
  ["pointerdown", "touchmove", "wheel"].forEach((each) => addEventListener(each, () => { touched = Date.now(); }, { passive: true }));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(false, ""); });
  window.addEventListener("online", () => look(false, ""));
  if (line.value.trim() && !meant.querySelector("[data-do]")) read();
  next(every);
})();
