// Keeps what a player wrote on this phone until the server has acknowledged it.
//
// An entry is stored before its first request, with its own key, so it may be sent as often as it takes. Its state:
//   written   goes out by itself: after 1, 2, 5, 15, 30 s, when the connection is back, when the page is shown again
//   sent      acknowledged; stored for a day, to be sent again if the desk is restored from a backup
//   refused   the server refused it, with a `message`; stored until the player dismisses it
//   locked    the link of this phone is no longer valid; stored until a new slip opens the page again
// The oldest entry goes first. A later entry of a match replaces an earlier one that was not sent. One tab sends.
// "outbox:changed" on document follows every change. Plain http is enough: localStorage and getRandomValues.
window.barpoint = window.barpoint || {};
window.barpoint.outbox = (function () {
  "use strict";
  const RETRIES = [1, 2, 5, 15, 30], DAY = 86400000, HOUR = 3600000, LEASE_TIME = 12000, TIMEOUT = 10000;
  const owner = document.querySelector("[data-outbox-of]");
  const works = owner && canStore();
  const STORE = owner ? "barpoint-outbox-" + owner.dataset.outboxOf : "", LEASE = STORE + "-lease";
  const tab = works ? newKey() : "";
  let attempts = 0, timer = 0, isSending = false, isFailing = false;

  const announce = (name) => document.dispatchEvent(new CustomEvent(name));

  function canStore() {
    try {
      const probe = "barpoint-probe";
      localStorage.setItem(probe, "1");
      localStorage.removeItem(probe);
      return Boolean(window.fetch && window.AbortController && window.crypto && crypto.getRandomValues);
    } catch (error) {
      return false;
    }
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (each) => ("0" + each.toString(16)).slice(-2)).join("");
  }

  function readAll() {
    try {
      const entries = JSON.parse(localStorage.getItem(STORE) || "[]");
      return Array.isArray(entries) ? entries : [];
    } catch (error) {
      return [];
    }
  }

  function store(entries) {
    const needed = entries.filter((each) => each.state !== "sent" || Date.now() - each.sentAt < DAY);
    try {
      localStorage.setItem(STORE, JSON.stringify(needed));
    } catch (error) {
      return false;
    }
    announce("outbox:changed");
    return true;
  }

  // Other tabs write too: read all entries again, change one, store them.
  function change(key, values) {
    return store(readAll().map((each) => (each.key === key ? Object.assign(each, values) : each)));
  }
  const currentEpoch = () => (document.querySelector("[data-epoch]") || owner).dataset.epoch || "";

  // Store an entry and start sending it. Return it, or null if this phone cannot store it: post the form then.
  function write(values) {
    const defaults = { key: newKey(), writtenAt: Date.now(), epoch: currentEpoch(), state: "written", message: "" };
    const entry = Object.assign(defaults, values);
    const fields = values.fields.filter(([name]) => name !== "once" && name !== "csrfmiddlewaretoken");
    entry.fields = fields.concat([["once", entry.key]]);
    const isReplaced = (each) => each.match === entry.match && each.state !== "sent";
    if (!store(readAll().filter((each) => !isReplaced(each)).concat([entry]))) return null;
    attempts = 0;
    send();
    return entry;
  }

  // Whether this tab may send; it renews its lease as it asks.
  function holdsLease() {
    const [holder, until] = (localStorage.getItem(LEASE) || "").split(" ");
    if (holder && holder !== tab && Number(until) > Date.now()) return false;
    localStorage.setItem(LEASE, tab + " " + (Date.now() + LEASE_TIME));
    return localStorage.getItem(LEASE).split(" ")[0] === tab;
  }

  function retryLater() {
    clearTimeout(timer);
    const seconds = RETRIES[Math.min(attempts, RETRIES.length - 1)];
    if (readAll().some((each) => each.state === "written")) timer = setTimeout(send, seconds * 1000);
    attempts += 1;
  }

  // Return {status, answer}: 0 without an answer, 401 when the server leads to where a PIN is typed.
  async function post(entry) {
    const controller = new AbortController(), timeout = setTimeout(() => controller.abort(), TIMEOUT);
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    const body = new URLSearchParams(entry.fields.concat(token ? [["csrfmiddlewaretoken", token.value]] : []));
    try {
      const response = await fetch(entry.path, {
        method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin",
        redirect: "manual", signal: controller.signal,
      });
      if (response.type === "opaqueredirect") return { status: 401, answer: {} };
      return { status: response.status, answer: (await response.json().catch(() => null)) || {} };
    } catch (error) {
      return { status: 0, answer: {} };
    } finally {
      clearTimeout(timeout);
    }
  }

  // After a restore, who plays a match may be unknown until another phone has sent again what it depends on.
  function mayCountLater(entry, answer) {
    const isUnknown = ["match.unknown", "match.waiting", "match.players"].includes(answer.code);
    return Boolean(entry.resentAt) && Date.now() - entry.resentAt < HOUR && isUnknown;
  }

  // Note what became of an entry. Return whether the next one of its match may be sent.
  function settle(entry, { status, answer }) {
    if (status >= 200 && status < 300) {
      const { number = 0, card = "" } = answer;
      return change(entry.key, { state: "sent", sentAt: Date.now(), message: "", number, card });
    }
    if (mayCountLater(entry, answer)) return false;
    const isLocked = status === 401 || status === 403 || status === 404;
    const isRefused = !isLocked && status >= 400 && status < 500 && status !== 408 && status !== 429;
    const state = isLocked ? "locked" : isRefused ? "refused" : "";
    if (state) change(entry.key, { state, message: answer.detail || "" });
    return isRefused;
  }

  // Send what is due. `event` is set when the page was shown or went online: then locked entries are tried too.
  async function send(event) {
    if (!works || isSending) return;
    if (!holdsLease()) { retryLater(); return; }
    isSending = true;
    const tried = {}, blocked = {};
    let hasSent = false, isReached = true;
    const isDue = (each) => each.state === "written" || (each.state === "locked" && event);
    const next = () => readAll().find((each) => !tried[each.key] && !blocked[each.match] && isDue(each));
    for (let entry = next(); entry && isReached; entry = next()) {
      tried[entry.key] = true;
      const result = holdsLease() ? await post(entry) : { status: 0, answer: {} };
      isReached = result.status !== 0;
      blocked[entry.match] = !settle(entry, result);
      hasSent = hasSent || (result.status >= 200 && result.status < 300);
    }
    isSending = false;
    isFailing = !isReached || Object.keys(blocked).some((match) => blocked[match]);
    if (hasSent) attempts = 0;
    retryLater();
    announce("outbox:changed");
    if (hasSent) announce("live:refresh");
  }

  // Another epoch: the desk was restored from a backup and may have lost what it acknowledged since. The last entry of
  // each match is sent again: every card holds the games before it.
  function resendAfterRestore() {
    const epoch = currentEpoch(), last = {};
    const isLost = (each) => each.state === "sent" && epoch && each.epoch !== epoch && Date.now() - each.sentAt < DAY;
    readAll().filter(isLost).forEach((each) => { last[each.match] = each.key; });
    if (!Object.keys(last).length) return;
    const needed = readAll().filter((each) => !isLost(each) || last[each.match] === each.key);
    const again = { state: "written", epoch, resentAt: Date.now() };
    store(needed.map((each) => (isLost(each) ? Object.assign(each, again) : each)));
    attempts = 0;
    send();
  }

  if (works) {
    window.addEventListener("online", () => { attempts = 0; send("online"); });
    window.addEventListener("pageshow", () => { attempts = 0; resendAfterRestore(); send("shown"); });
    window.addEventListener("pagehide", () => {
      if ((localStorage.getItem(LEASE) || "").startsWith(tab)) localStorage.removeItem(LEASE);
    });
    window.addEventListener("storage", (event) => { if (event.key === STORE) announce("outbox:changed"); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) send("shown"); });
    document.addEventListener("live:changed", resendAfterRestore);
  }
  return {
    works, write, all: works ? readAll : () => [], isFailing: () => isFailing,
    drop: (key) => store(readAll().filter((each) => each.key !== key)),
  };
})();
