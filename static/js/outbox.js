// Keeps what a player wrote on this phone until the server has acknowledged it.
//
// An entry is stored before its first request, with its own key, so it may be sent as often as it takes. Its state:
//   written   goes out by itself: after 1, 2, 5, 15, 30 s, when the connection is back, when the page is shown again;
//             if the server is busy and asks to wait, not before
//   sent      acknowledged; stored for a day, to be sent again if the desk is restored from a backup
//   conflict  a score card: the desk's has games that it lacks (`theirs`); stored until the player has chosen
//   refused   the server refused it, with a `message`; stored until the player dismisses it
//   locked    the server does not know this phone; stored until a slip opens the page again
// The oldest entry goes first. A later entry of a match replaces an earlier one that was not sent; one that is in doubt,
// because its answer did not come, only if it contains it. Where the phone can't store an entry, the page holds it.
// One tab sends. "outbox:changed" on document follows every change. Plain http is enough, and no time of this phone
// counts: its clock may be wrong.
window.barpoint = window.barpoint || {};
window.barpoint.outbox = (function () {
  "use strict";
  const LONGEST_PAUSE = 60, DAY = 86400000, TIMEOUT = 10000, BEAT = 400, SILENCE = 1200;
  const owner = document.querySelector("[data-outbox-of]");
  // data-outbox-retry: seconds between tries where waiting is worse than asking, such as for a bid. There nothing is tried
  // while the phone knows that it has no network: what was not sent can be taken back.
  const isHurried = Boolean(owner && owner.dataset.outboxRetry);
  const RETRIES = isHurried ? [Number(owner.dataset.outboxRetry)] : [1, 2, 5, 15, 30];
  const works = Boolean(owner && window.fetch && window.AbortController);
  const STORE = owner ? "barpoint-outbox-" + owner.dataset.outboxOf : "", LEASE = STORE + "-lease";
  const tab = newKey();
  const BUSY = [429, 503];
  let attempts = 0, timer = 0, isSending = false, isFailing = false, isBusy = false, isLockedOut = false, hasResent = false;
  let notBefore = -Infinity;  // the server asked to wait until then

  const announce = (name) => document.dispatchEvent(new CustomEvent(name));
  const currentEpoch = () => (document.querySelector("[data-epoch]") || owner).dataset.epoch || "";

  function newKey() {
    const bytes = new Uint8Array(16);
    if (window.crypto && crypto.getRandomValues) crypto.getRandomValues(bytes);
    else bytes.forEach((zero, at) => { bytes[at] = Math.random() * 256; });
    return Array.from(bytes, (each) => ("0" + each.toString(16)).slice(-2)).join("");
  }

  // --- The entries: stored on the phone, or held by this page

  // What this page saw in the store last: put back if the store is wiped. `unstored` is null while the store works.
  let copy = [], unstored = null, wasWiped = false;

  function readStore() {
    try {
      const entries = JSON.parse(localStorage.getItem(STORE) || "null");
      return Array.isArray(entries) ? entries : null;
    } catch (error) {
      return null;
    }
  }

  function readAll() {
    const entries = readStore();
    if (entries) copy = entries;
    if (!unstored) return copy;
    const known = unstored.entries.map((each) => each.key).concat(unstored.gone);
    return unstored.entries.concat(copy.filter((each) => !known.includes(each.key)));
  }

  function save(entries) {
    const latest = Math.max(0, ...entries.map((each) => each.sentAt || 0));
    const needed = entries.filter((each) => each.state !== "sent" || latest - (each.sentAt || latest) < DAY);
    const keys = needed.map((each) => each.key);
    const gone = readAll().map((each) => each.key).filter((key) => !keys.includes(key));
    try {
      localStorage.setItem(STORE, JSON.stringify(needed));
      copy = needed;
      unstored = null;
    } catch (error) {
      unstored = { entries: needed, gone: gone.concat(unstored ? unstored.gone : []) };
    }
    announce("outbox:changed");
  }

  // A phone that stores nothing is said to be one before anything is written.
  function probe() {
    try {
      localStorage.setItem(STORE + "-probe", "1");
      localStorage.removeItem(STORE + "-probe");
    } catch (error) {
      unstored = { entries: [], gone: [] };
    }
  }

  // Other tabs write too: read all entries again, change one, store them.
  function change(key, values) {
    save(readAll().map((each) => (each.key === key ? Object.assign({}, each, values) : each)));
  }

  // The browser's data were deleted while this page was open: put back what it knows.
  function restoreWiped() {
    if (!copy.length || unstored || readStore()) return;
    wasWiped = true;
    save(copy);
  }

  // --- Writing

  const startsWith = (games, first) => first.every((each, at) => JSON.stringify(each) === JSON.stringify(games[at]));
  const contains = (entry, earlier) => Boolean(entry.games && earlier.games && startsWith(entry.games, earlier.games));

  // Store an entry and start sending it.
  function write(values) {
    const defaults = { key: newKey(), epoch: currentEpoch(), state: "written", message: "" };
    const entry = Object.assign(defaults, values);
    const fields = values.fields.filter(([name]) => name !== "once" && name !== "csrfmiddlewaretoken");
    entry.fields = fields.concat([["once", entry.key]]);
    const isReplaced = (each) => each.match === entry.match && each.state !== "sent" &&
      (!each.inDoubt || contains(entry, each));
    save(readAll().filter((each) => !isReplaced(each)).concat([entry]));
    attempts = 0;
    send();
    return entry;
  }

  // --- One tab sends: it changes the lease all the time. A lease that nobody changes is free, whatever it says.

  let lease = "", changedAt = -Infinity, beats = 0, heart = 0;

  function holdsLease() {
    try {
      const now = localStorage.getItem(LEASE) || "";
      if (now !== lease) { lease = now; changedAt = performance.now(); }
      const isOther = lease && lease.split(" ")[0] !== tab;
      if (isOther && performance.now() - changedAt < SILENCE) return false;
      beats += 1;
      localStorage.setItem(LEASE, tab + " " + beats);
      lease = tab + " " + beats;
    } catch (error) { /* Nothing can be stored: this tab sends what it holds. */ }
    return true;
  }

  function releaseLease() {
    try {
      if ((localStorage.getItem(LEASE) || "").split(" ")[0] === tab) localStorage.removeItem(LEASE);
    } catch (error) { /* Other tabs take it when it has been silent. */ }
  }

  const isUnsent = (each) => each.state === "written";
  let leads = false;

  function beat() {
    restoreWiped();
    if (!readAll().some(isUnsent)) {
      clearInterval(heart);
      heart = 0;
      leads = false;
      return releaseLease();
    }
    const led = leads;
    leads = holdsLease();
    if (leads && !led) { attempts = 0; send(); }
  }

  // --- Sending

  function retryLater() {
    clearTimeout(timer);
    if (!readAll().some(isUnsent)) return;
    const due = performance.now() + RETRIES[Math.min(attempts, RETRIES.length - 1)] * 1000;
    timer = setTimeout(send, Math.max(due, notBefore) - performance.now());
    attempts += 1;
  }

  // Return {status, answer, at, wait}: status 0 without an answer, 401 when the server leads to where a PIN is typed.
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
      const at = Date.parse(response.headers.get("Date")) || 0, wait = Number(response.headers.get("Retry-After")) || 0;
      return { status: response.status, answer: (await response.json().catch(() => null)) || {}, at, wait };
    } catch (error) {
      return { status: 0, answer: {} };
    } finally {
      clearTimeout(timeout);
    }
  }

  // After a restore, the players of a match may be unknown until another phone has sent again what it depends on.
  const mayCountLater = (entry, code) =>
    Boolean(entry.resent) && ["match.unknown", "match.waiting", "match.players"].includes(code);

  function acknowledge(entry, { answer, at }) {
    const { number = 0, card = "", time = "", deadline = "", epoch = currentEpoch() } = answer;
    change(entry.key, { state: "sent", inDoubt: false, message: "", sentAt: at, number, epoch, card, time, deadline });
    // It is the player's later word: what was written before it, and waits to be sent again after a restore, would undo it.
    const place = readAll().findIndex((each) => each.key === entry.key);
    const isOvertaken = (each, at) => at < place && each.match === entry.match && each.resent && isUnsent(each);
    if (readAll().some(isOvertaken)) save(readAll().filter((each, at) => !isOvertaken(each, at)));
    // What was written on this phone after it was written on top of it.
    const all = readAll(), later = all.slice(all.findIndex((each) => each.key === entry.key) + 1).map((each) => each.key);
    const isOnTop = (each) => isUnsent(each) && each.match === entry.match && each.games && !each.inDoubt &&
      later.includes(each.key);
    const rebased = (each) => each.fields.map(([name, value]) => [name, name === "base" ? card : value]);
    if (!card || !all.some(isOnTop)) return;
    save(all.map((each) => (isOnTop(each) ? Object.assign({}, each, { fields: rebased(each) }) : each)));
  }

  // Return what a refusal makes of an entry: its new values, null for none yet.
  function refusal(entry, status, answer) {
    const isCoded = Boolean(answer.code), message = answer.detail || "";
    if (answer.code === "card.conflict") return { state: "conflict", theirs: answer.theirs };
    if (status === 401 || status === 403 || (status === 404 && !isCoded)) return { state: "locked", message };
    return status >= 400 && status < 500 && status !== 408 && status !== 429 ? { state: "refused", message } : null;
  }

  // Note what became of an entry. Return whether the next one of its match may be sent.
  function settle(entry, result) {
    const { status, answer } = result;
    if (status >= 200 && status < 300) { acknowledge(entry, result); return true; }
    if (mayCountLater(entry, answer.code)) return false;
    const values = refusal(entry, status, answer);
    if (!values) return false;
    // The opponent's card has every game of this one: nothing is lost, and nothing is left to send.
    const isContained = values.theirs && !entry.removes && startsWith(values.theirs.games, entry.games);
    if (isContained) drop(entry.key);
    else change(entry.key, Object.assign({ inDoubt: false }, values));
    return values.state === "refused";
  }

  // Send what is due. `event` is set when the page was shown or went online: then locked entries are tried too.
  async function send(event) {
    if (!works || isSending) return;
    if (!heart) heart = setInterval(beat, BEAT);
    leads = holdsLease();
    if (!leads) return;
    if (performance.now() < notBefore || (isHurried && navigator.onLine === false)) return retryLater();
    isSending = true;
    const tried = {}, blocked = {};
    let hasSent = false, hasConflict = false, isReached = true;
    readAll().forEach((each) => { if (each.state === "conflict") blocked[each.match] = true; });
    const isDue = (each) => isUnsent(each) || (each.state === "locked" && event);
    const next = () => readAll().find((each) => !tried[each.key] && !blocked[each.match] && isDue(each));
    for (let entry = next(); entry && isReached; entry = next()) {
      tried[entry.key] = true;
      if (!entry.inDoubt) change(entry.key, { inDoubt: true });
      const result = await post(entry), isAcknowledged = result.status >= 200 && result.status < 300;
      isBusy = BUSY.includes(result.status);
      isReached = result.status !== 0 && !isBusy;
      if (result.wait) notBefore = performance.now() + Math.min(result.wait, LONGEST_PAUSE) * 1000;
      blocked[entry.match] = !settle(entry, result);
      hasSent = hasSent || isAcknowledged;
      hasConflict = hasConflict || result.answer.code === "card.conflict";
    }
    isSending = false;
    isFailing = !isReached || Object.keys(blocked).some((match) => blocked[match]);
    if (hasSent) attempts = 0;
    retryLater();
    announce("outbox:changed");
    if (hasSent || hasConflict) announce("live:refresh");
  }

  // Another epoch: the desk was restored from a backup and may have lost what it acknowledged since. The last entry of
  // each match is sent again: every card holds the games before it. One that waits to be sent may hold them too, and one
  // that the restored desk has acknowledged before the page knew of it is the player's later word.
  function resendAfterRestore() {
    const epoch = currentEpoch(), all = readAll(), last = {};
    const isLost = (each) => each.state === "sent" && epoch && each.epoch !== epoch;
    all.filter(isLost).forEach((each) => { last[each.match] = each; });
    if (!Object.keys(last).length) return;
    const holds = (each, earlier, isLater) =>
      isUnsent(each) ? contains(each, earlier) : isLater && each.state === "sent" && !isLost(each);
    const isHeldLater = (each, at) => all.some((other, now) => other.match === each.match && holds(other, each, now > at));
    const needed = all.filter((each, at) => !isLost(each) || (last[each.match] === each && !isHeldLater(each, at)));
    hasResent = hasResent || needed.some(isLost);
    reportHeld(needed.filter(isLost));
    const again = { state: "written", epoch, resent: true };
    save(needed.map((each) => (isLost(each) ? Object.assign({}, each, again) : each)));
    attempts = 0;
    send();
  }

  // The desk's card of a match, as the page shows it now. If it lacks games of the card that this phone sent last, somebody
  // has replaced that card: the player is shown both.
  function compareCards(match, number, theirs) {
    const isSent = (each) => each.match === match && each.state === "sent" && each.kind === "claim";
    const last = readAll().filter(isSent).pop();
    if (!last || !last.games || last.epoch !== currentEpoch() || last.number > number) return;
    if (!startsWith(theirs.games, last.games)) change(last.key, { state: "conflict", theirs });
  }

  // The desk lists the results that it lacks until they have come in.
  function reportHeld(entries) {
    const held = entries.filter((each) => each.result).map((each) => [Number(each.match)].concat(each.result));
    if (!held.length) return;
    const path = "/my/" + owner.dataset.outboxOf + "/held/", fields = [["held", JSON.stringify(held)], ["once", newKey()]];
    post({ path, fields });
  }

  function drop(key) {
    save(readAll().filter((each) => each.key !== key));
  }

  if (works) {
    readAll();
    probe();
    addEventListener("online", () => { attempts = 0; send("online"); });
    addEventListener("pageshow", () => { attempts = 0; resendAfterRestore(); send("shown"); });
    addEventListener("pagehide", releaseLease);
    addEventListener("storage", (event) => {
      if (event.key === LEASE && !event.newValue) return void send();
      if (event.key !== STORE && event.key !== null) return;
      restoreWiped();
      announce("outbox:changed");
      if (readAll().some(isUnsent) && !heart) heart = setInterval(beat, BEAT);
      if (leads && readAll().some((each) => isUnsent(each) && !each.inDoubt)) { attempts = 0; send(); }
    });
    addEventListener("beforeunload", (event) => {
      if (unstored && unstored.entries.some(isUnsent)) event.preventDefault();
    });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) send("shown"); });
    document.addEventListener("live:changed", resendAfterRestore);
    document.addEventListener("live:elsewhere", () => { isLockedOut = true; announce("outbox:changed"); });
    document.addEventListener("live:answered", () => {
      if (!isLockedOut) return;
      isLockedOut = false;
      announce("outbox:changed");
      send("admitted");
    });
  }
  return {
    works, write, drop, compareCards, all: works ? readAll : () => [], isFailing: () => isFailing, isBusy: () => isBusy,
    isLockedOut: () => isLockedOut, hasResent: () => hasResent, isUnstored: () => Boolean(unstored), wasWiped: () => wasWiped,
  };
})();
