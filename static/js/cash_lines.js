// The lines of the cash desk between Enter and the answer: one is sent at a time, in the order of entry.
//
// A line keeps its idempotency key until it is answered, so that it is booked at most once, however often it is sent.
// Nothing is sent again by itself: without an answer it stays here as "lost" until somebody sends it or drops it, also
// after a reload. States:
//   waiting  goes out when the lines before it are answered
//   lost     no answer came; nothing follows it until it is sent again or dropped
//   asks     the server booked nothing: `html` says why
// "cash:changed" on document follows every change, "cash:answered" (detail: {entry, html}) every line that was booked or
// asks; "cash:trouble" (detail: offline, or "") says how the last request went.
window.barpoint = window.barpoint || {};
window.barpoint.cash = (function () {
  "use strict";
  const desk = document.querySelector("[data-cash]");
  if (!desk || !window.fetch || !window.crypto) return null;
  const TIMEOUT = 10000, STORE = `barpoint-cash-${desk.dataset.tournament}`;
  const SETTLED = ["recorded", "taken", "handed_out", "requested", "undone", "unchanged"];
  let entries = load(), isWorking = false;

  function randomWord() {
    return Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) => each.toString(16).padStart(2, "0")).join("");
  }
  const announce = (name, detail) => document.dispatchEvent(new CustomEvent(`cash:${name}`, { detail }));

  function load() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(STORE) || "[]");
      return kept.filter((each) => each.key && typeof each.text === "string").map((each) => ({ ...each, state: "lost" }));
    } catch (error) { return []; }
  }

  function changed() {
    const open = entries.filter((each) => each.state !== "asks");
    announce("changed");
    try { sessionStorage.setItem(STORE, JSON.stringify(open)); } catch (error) { return; }
  }

  // `fields` are those of the form whose sentence was shown for this text, null if none was shown yet.
  function take({ text, fields }) {
    entries.push({ key: `cash.${randomWord()}`, text, fields, state: "waiting", html: "" });
    changed();
    work();
  }

  function remove(key) {
    entries = entries.filter((each) => each.key !== key);
    changed();
  }

  function sendAgain() {
    entries.forEach((each) => { if (each.state === "lost") each.state = "waiting"; });
    changed();
    work();
  }

  function dropLost() {
    entries = entries.filter((each) => each.state !== "lost" && each.state !== "asks");
    announce("trouble", "");
    changed();
  }

  function bodyOf(entry) {
    const token = desk.querySelector("[data-entry] [name=csrfmiddlewaretoken]").value;
    const bound = (entry.fields || [["enter", "1"]]).filter(([name]) => !["text", "once", "csrfmiddlewaretoken"].includes(name));
    return new URLSearchParams([...bound, ["text", entry.text], ["once", entry.key], ["csrfmiddlewaretoken", token]]);
  }

  // Return the answer's sentence as HTML, null if none came.
  async function post(entry) {
    const controller = new AbortController(), timeout = setTimeout(() => controller.abort(), TIMEOUT);
    const options = { method: "POST", headers: { "X-Desk": "1" }, credentials: "same-origin", signal: controller.signal };
    try {
      const answer = await fetch(location.pathname, { ...options, body: bodyOf(entry) });
      const isUnread = answer.redirected || answer.status >= 500 || answer.status === 408 || answer.status === 429;
      return isUnread ? null : await answer.text();
    } catch (error) {
      return null;
    } finally {
      clearTimeout(timeout);
    }
  }

  function settle(entry, html) {
    const sentence = html && new DOMParser().parseFromString(html, "text/html").querySelector(".sentence");
    if (!sentence) {
      entries.forEach((each) => { if (each.state === "waiting") each.state = "lost"; });
      announce("trouble", "offline");
      changed();
      return;
    }
    announce("trouble", "");
    const isSettled = SETTLED.includes(sentence.dataset.kind);
    entries = entries.filter((each) => each !== entry);
    if (!isSettled) entries.push({ ...entry, key: entry.key, state: "asks", html });
    changed();
    announce("answered", { entry, html, isSettled });
  }

  async function work() {
    if (isWorking) return;
    isWorking = true;
    for (let next = first(); next; next = first()) settle(next, await post(next));
    isWorking = false;
    announce("changed");
  }

  const first = () => entries.find((each) => each.state === "waiting");

  window.addEventListener("beforeunload", (event) => { if (isWorking) event.preventDefault(); });
  return { all: () => entries, take, remove, sendAgain, dropLost, isWorking: () => isWorking };
})();
