// The queue of the desk: every line that was entered, from Enter until it is written or answered.
//
// A line is stored in localStorage, under an entry of its own, before its first request, with the idempotency key that it
// keeps for good: sent again, after a reload or by another tab, it is written at most once. One line is sent at a time,
// in the order of entry. Its state:
//   waiting  goes out by itself, when the lines before it are settled; without an answer after 1, 2, 5, 15, 30 s again
//   asks     the server did nothing: `html` says why; the lines after it wait until it is answered, fixed or dropped
//   done     written; `html` is the sentence; shown for a minute
// "lines:changed" on document follows every change, "lines:settled" (detail: the line) every line written;
// "lines:trouble" (detail: offline, signed-out or "") says how the last request went.
window.barpoint = window.barpoint || {};
window.barpoint.lines = (function () {
  "use strict";
  const desk = document.querySelector("[data-desk]");
  if (!desk || !window.fetch || !window.crypto) return null;
  const RETRIES = [1, 2, 5, 15, 30], TIMEOUT = 10000, SHOWN_FOR = 60000, MOST_DONE = 3;
  const DONE = ["recorded", "undone", "unchanged", "already"], OWN_FIELDS = ["line", "once", "queued", "ask", "number"];
  const STORE = `barpoint-desk-${desk.dataset.tournament}-`, LOCK = `${STORE}lock`;
  const tab = randomWord(), lines = new Map();
  let isWorking = false, isKept = true, attempts = 0, timer = 0, doneTimer = 0, inFlight = "";

  function randomWord() {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), (each) => each.toString(16).padStart(2, "0")).join("");
  }
  const announce = (name, detail) => document.dispatchEvent(new CustomEvent(`lines:${name}`, { detail }));

  // --- What is stored

  function all() { return Array.from(lines.values()).sort((one, other) => one.order - other.order); }
  const unsettled = () => all().filter((each) => each.state !== "done");
  const head = () => unsettled()[0] || null;

  function store(entry) {
    try { localStorage.setItem(STORE + entry.key, JSON.stringify(entry)); } catch (error) { isKept = false; }
  }

  function put(entry) {
    lines.set(entry.key, entry);
    store(entry);
    announce("changed");
  }

  function remove(key) {
    lines.delete(key);
    try { localStorage.removeItem(STORE + key); } catch (error) { isKept = false; }
  }

  function parsed(text) {
    try { return JSON.parse(text); } catch (error) { return null; }
  }

  function load() {
    try {
      const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
      names.filter((name) => name.startsWith(STORE)).forEach((name) => {
        const entry = parsed(localStorage.getItem(name));
        if (entry && entry.key && typeof entry.text === "string") lines.set(entry.key, entry);
      });
    } catch (error) { isKept = false; }
    // A question of an earlier page is asked again; what another person typed here is shown before it is written.
    unsettled().forEach((each) => {
      const isForeign = each.by !== desk.dataset.user;
      if (each.state !== "asks" && !isForeign) return;
      put({ ...each, by: desk.dataset.user, state: "waiting", fields: null, ask: true, html: "" });
    });
    forgetDone();
  }

  function forgetDone() {
    clearTimeout(doneTimer);
    const done = all().filter((each) => each.state === "done"), now = Date.now();
    const isOld = (each, at) => at < done.length - MOST_DONE || Math.abs(now - each.at) > SHOWN_FOR;
    const old = done.filter(isOld);
    old.forEach((each) => remove(each.key));
    if (old.length) announce("changed");
    if (done.length > old.length) doneTimer = setTimeout(forgetDone, SHOWN_FOR / 4);
  }

  // --- What people do

  // Take a line in. `fields` are those of the form whose sentence was read, null if the meaning was not shown.
  function take({ text, fields, number }) {
    const same = text.trim().toLowerCase(), isAgain = all().some((each) => each.text.trim().toLowerCase() === same);
    const order = Math.max(0, ...all().map((each) => each.order)) + 1, by = desk.dataset.user;
    const values = { text, fields, number, by, order, ask: isAgain, at: Date.now(), state: "waiting", html: "" };
    put({ ...values, key: `line.${tab}.${randomWord()}`, isSent: false });
    work();
  }

  // Answer a question: with the form of a choice, or with another text.
  function answer(key, values) {
    const entry = lines.get(key);
    if (!entry || entry.state !== "asks") return;
    put({ fields: null, ask: false, ...entry, ...values, state: "waiting", html: "" });
    attempts = 0;
    work();
  }

  // Drop a line that is not on its way. Nobody saw what follows: the next line is shown before it is written.
  function drop(key) {
    const entry = lines.get(key);
    if (!entry || inFlight === key) return;
    const next = unsettled().find((each) => each.order > entry.order);
    remove(key);
    if (next && entry.state === "asks") put({ ...next, ask: true, fields: null });
    announce("changed");
    work();
  }

  // Take the last line back, if it was never sent. Return its text, null if there is none.
  function takeBack() {
    const last = unsettled().pop();
    if (!last || last.isSent || last.state !== "waiting") return null;
    remove(last.key);
    announce("changed");
    return last.text;
  }

  // --- Sending

  // The token of this session: signing in again, in this tab or another, makes a new one.
  async function renewToken() {
    const page = await fetch(location.pathname, { credentials: "same-origin", cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("[data-entry] [name=csrfmiddlewaretoken]");
    if (page.redirected || !fresh) return false;
    document.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((each) => { each.value = fresh.value; });
    return true;
  }

  function bodyOf(entry) {
    const token = desk.querySelector("[data-entry] [name=csrfmiddlewaretoken]").value;
    const bound = (entry.fields || []).filter(([name]) => !OWN_FIELDS.includes(name) && name !== "csrfmiddlewaretoken");
    const own = [["line", entry.text], ["once", entry.key], ["queued", "1"], ["number", String(entry.number)]];
    return new URLSearchParams([...bound, ...own, ...(entry.ask ? [["ask", "1"]] : []), ["csrfmiddlewaretoken", token]]);
  }

  // Return {status, html}: status 0 without an answer, 401 when signed out.
  async function post(entry) {
    const controller = new AbortController(), timeout = setTimeout(() => controller.abort(), TIMEOUT);
    const options = { method: "POST", headers: { "X-Desk": "1" }, credentials: "same-origin", signal: controller.signal };
    try {
      const response = await fetch(location.pathname, { ...options, body: bodyOf(entry) });
      return { status: response.redirected ? 401 : response.status, html: response.redirected ? "" : await response.text() };
    } catch (error) {
      return { status: 0, html: "" };
    } finally {
      clearTimeout(timeout);
    }
  }

  // Note what became of a line. Return whether it is settled or asks; otherwise it is sent again.
  function settle(key, { status, html }) {
    const entry = lines.get(key), body = new DOMParser().parseFromString(html, "text/html").body;
    const sentence = body.querySelector(".sentence");
    if (!entry || entry.state !== "waiting") return true;
    if (!sentence || status >= 500 || status === 408 || status === 429) {
      announce("trouble", status === 401 || status === 403 ? "signed-out" : "offline");
      return false;
    }
    announce("trouble", "");
    attempts = 0;
    const isDone = status < 300 && DONE.includes(sentence.dataset.kind);
    put({ ...entry, state: isDone ? "done" : "asks", html, at: isDone ? Date.now() : entry.at });
    if (!isDone) return true;
    announce("settled", { ...entry, html, match: sentence.dataset.match || "" });
    forgetDone();
    return true;
  }

  async function attempt(key) {
    const entry = lines.get(key);
    if (!entry || entry.state !== "waiting") return true;
    inFlight = key;
    put({ ...entry, isSent: true });
    const outcome = await post(entry);
    const isRenewed = outcome.status === 403 && await renewToken().catch(() => false);
    inFlight = "";
    return settle(key, isRenewed ? await post(entry) : outcome);
  }

  // With locks, which plain http over a network has not, one tab of the browser sends at a time.
  const alone = (act) => (navigator.locks ? navigator.locks.request(LOCK, act) : act());

  async function work() {
    clearTimeout(timer);
    if (isWorking) return;
    isWorking = true;
    let next = head(), isAnswered = true;
    while (next && next.state === "waiting" && isAnswered) {
      const { key } = next;
      isAnswered = await alone(() => attempt(key)).catch(() => false);
      next = head();
    }
    isWorking = false;
    announce("changed");
    if (isAnswered) return;
    timer = setTimeout(work, 1000 * RETRIES[Math.min(attempts, RETRIES.length - 1)]);
    attempts += 1;
  }

  function workNow() {
    attempts = 0;
    work();
  }

  window.addEventListener("storage", (event) => {
    if (event.key === null) lines.forEach(store);
    if (event.key === null || !event.key.startsWith(STORE)) return;
    const entry = event.newValue && parsed(event.newValue);
    if (entry && entry.key) lines.set(entry.key, entry);
    else lines.delete(event.key.slice(STORE.length));
    announce("changed");
    work();
  });
  window.addEventListener("online", workNow);
  window.addEventListener("pageshow", workNow);
  document.addEventListener("stream:open", workNow);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) workNow(); });
  window.addEventListener("beforeunload", (event) => { if (!isKept && head()) event.preventDefault(); });
  load();
  return { all, unsettled, head, take, answer, drop, takeBack, isSending: (key) => inFlight === key, isWorking: () => isWorking };
})();
