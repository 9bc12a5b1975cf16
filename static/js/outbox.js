// What a player wrote and the server has not acknowledged yet: kept on this phone, sent until it arrives.
//
// An entry is kept before its request, with its own key, so that it can be sent as often as it takes. It is
//   written   kept on this phone, goes out by itself: after 1, 2, 5, 15, 30 s, when there is a connection again, when
//             the page is shown again
//   sent      acknowledged; kept for a day, so that it can be sent again when the desk was restored from a backup
//   refused   the server said no, in `said`; kept until the player puts it away
//   locked    this phone's link is no longer valid; kept until a new slip opens the page again
// Oldest first; of one match a later card takes the place of an earlier one that was not sent. One tab sends.
// "outbox:changed" on document tells that something changed. Plain http: localStorage and getRandomValues only.
window.barpoint = window.barpoint || {};
window.barpoint.outbox = (function () {
  "use strict";
  const PAUSES = [1, 2, 5, 15, 30], DAY = 86400000, HOUR = 3600000, LEASE = 12000, PATIENCE = 10000;
  const box = document.querySelector("[data-outbox-of]");
  const works = box && usable();
  const name = box ? "barpoint-outbox-" + box.dataset.outboxOf : "", lease = name + "-lease";
  const tab = works ? fresh() : "";
  let tries = 0, timer = 0, busy = false, failing = false;

  function usable() {
    try {
      const probe = "barpoint-probe";
      localStorage.setItem(probe, "1");
      localStorage.removeItem(probe);
      return Boolean(window.fetch && window.AbortController && window.crypto && crypto.getRandomValues);
    } catch (error) {
      return false;
    }
  }

  function fresh() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (each) => ("0" + each.toString(16)).slice(-2)).join("");
  }

  function all() {
    try {
      const found = JSON.parse(localStorage.getItem(name) || "[]");
      return Array.isArray(found) ? found : [];
    } catch (error) {
      return [];
    }
  }

  function keep(entries) {
    const young = entries.filter((each) => each.state !== "sent" || Date.now() - each.sentAt < DAY);
    try {
      localStorage.setItem(name, JSON.stringify(young));
    } catch (error) {
      return false;
    }
    document.dispatchEvent(new CustomEvent("outbox:changed"));
    return true;
  }

  // Other tabs write too: read again, change the one entry, keep.
  const change = (key, more) => keep(all().map((each) => (each.key === key ? Object.assign(each, more) : each)));
  const epoch = () => (document.querySelector("[data-epoch]") || box).dataset.epoch || "";

  // Keep what was written and begin to send it. Returns the entry, or null when nothing can be kept: post the form.
  function write(what) {
    const entry = Object.assign({ key: fresh(), at: Date.now(), epoch: epoch(), state: "written", said: "" }, what);
    entry.fields = what.fields.filter((each) => each[0] !== "once" && each[0] !== "csrfmiddlewaretoken").concat([["once", entry.key]]);
    const replaced = (each) => each.match === entry.match && each.state !== "sent";
    if (!keep(all().filter((each) => !replaced(each)).concat([entry]))) return null;
    tries = 0;
    send();
    return entry;
  }

  // One tab sends at a time, as long as it renews its word.
  function leads() {
    const held = (localStorage.getItem(lease) || "").split(" ");
    if (held[0] && held[0] !== tab && Number(held[1]) > Date.now()) return false;
    localStorage.setItem(lease, tab + " " + (Date.now() + LEASE));
    return localStorage.getItem(lease).split(" ")[0] === tab;
  }

  function later() {
    clearTimeout(timer);
    if (all().some((each) => each.state === "written")) timer = setTimeout(send, PAUSES[Math.min(tries, PAUSES.length - 1)] * 1000);
    tries += 1;
  }

  async function post(entry) {
    const given_up = new AbortController(), alarm = setTimeout(() => given_up.abort(), PATIENCE);
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    const body = new URLSearchParams(entry.fields.concat(token ? [["csrfmiddlewaretoken", token.value]] : []));
    try {
      const answer = await fetch(entry.path, {
        method: "POST", body: body, headers: { Accept: "application/json" }, credentials: "same-origin",
        redirect: "manual", signal: given_up.signal,
      });
      const told = answer.type === "opaqueredirect" ? null : await answer.json().catch(() => null);
      return { status: answer.type === "opaqueredirect" ? 401 : answer.status, told: told };
    } catch (error) {
      return { status: 0, told: null };
    } finally {
      clearTimeout(alarm);
    }
  }

  // After a restore what a match rests on may still be on another phone, and who plays it is not known before.
  function comesTooEarly(entry, told) {
    const unknown = ["match.unknown", "match.waiting", "match.players"].includes(told.code);
    return Boolean(entry.again) && Date.now() - entry.again < HOUR && unknown;
  }

  // Returns whether the next of the same match may follow.
  function settle(entry, answer) {
    const status = answer.status, told = answer.told || {};
    if (status >= 200 && status < 300) return change(entry.key, { state: "sent", sentAt: Date.now(), said: "", number: told.number || 0 });
    if (comesTooEarly(entry, told)) return false;
    if (status === 401 || status === 403 || status === 404) change(entry.key, { state: "locked", said: told.detail || "" });
    else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      change(entry.key, { state: "refused", said: told.detail || "" });
      return true;
    }
    return false;
  }

  async function send(event) {
    if (!works || busy) return;
    if (!leads()) { later(); return; }
    busy = true;
    const tried = {}, stuck = {};
    let sent = false, reached = true;
    const next = () => all().find((each) => !tried[each.key] && !stuck[each.match] && (each.state === "written" || (each.state === "locked" && event)));
    for (let entry = next(); entry && reached; entry = next()) {
      tried[entry.key] = true;
      const answer = leads() ? await post(entry) : { status: 0 };
      reached = answer.status !== 0;
      stuck[entry.match] = !settle(entry, answer);
      sent = sent || (answer.status >= 200 && answer.status < 300);
    }
    busy = false;
    failing = !reached || Object.keys(stuck).some((match) => stuck[match]);
    if (sent) tries = 0;
    later();
    document.dispatchEvent(new CustomEvent("outbox:changed"));
    if (sent) document.dispatchEvent(new CustomEvent("live:look"));
  }

  // Another epoch: the desk was restored from a backup and may have lost what it had acknowledged since.
  function restore() {
    const now = epoch(), stale = (each) => each.state === "sent" && now && each.epoch !== now && Date.now() - each.sentAt < DAY;
    const last = {};
    all().forEach((each) => { if (stale(each)) last[each.match] = each.key; });
    if (!Object.keys(last).length) return;
    // Every card holds the games before it: the last word on each match says all of them.
    keep(all().filter((each) => !stale(each) || last[each.match] === each.key).map((each) => (
      stale(each) ? Object.assign(each, { state: "written", epoch: now, again: Date.now() }) : each)));
    tries = 0;
    send();
  }

  if (works) {
    window.addEventListener("online", () => { tries = 0; send("online"); });
    window.addEventListener("pageshow", () => { tries = 0; restore(); send("shown"); });
    window.addEventListener("pagehide", () => { if ((localStorage.getItem(lease) || "").startsWith(tab)) localStorage.removeItem(lease); });
    window.addEventListener("storage", (event) => { if (event.key === name) document.dispatchEvent(new CustomEvent("outbox:changed")); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) send("shown"); });
    document.addEventListener("live:changed", restore);
  }
  return {
    works: works, write: write, all: works ? all : () => [], isFailing: () => failing,
    drop: (key) => keep(all().filter((each) => each.key !== key)),
  };
})();
