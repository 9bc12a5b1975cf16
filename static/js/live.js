// Keeps a page as it is at the desk: asks for the page itself again and puts what changed into its [data-live] regions.
//
// <section id="matches" data-live="5">  a region with an id; asked for when something of the page moved (stream.js),
//                                       and every 5 s where no line tells of it, while the page can be seen
// [data-topics="event:7/main match:9"]  on regions or the body: what the page shows; without it, everything
// [data-as-of]                          parts/as_of.html: says how old the page is; turns to a dashed strip when stale
// [data-hold] anywhere                  nothing moves while it is there: somebody is typing; the strip offers to show
// "live:changed" on document            sent after regions were changed
// "live:heard" on document              sent whenever the server has answered
// "live:look" on document               look now: what somebody did here is answered
(function () {
  "use strict";
  const regions = () => Array.from(document.querySelectorAll("[data-live][id]"));
  const first = regions()[0];
  if (!first || !window.fetch || !window.AbortController) return;

  const every = Math.max(2, Number(first.dataset.live) || 5) * 1000;
  const patience = 8000, still = 3000, longest = 30000, apart = 2000, slowly = 60000;
  const asOf = document.querySelector("[data-as-of]");
  let tag = null, failed = 0, touched = 0, timer = 0, busy = false, waiting = null, heard = new Date();
  const due = {}, seen = {};
  let lined = false, named = false, again = false, began = 0;

  function say(state) {
    if (!asOf) return;
    const zone = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: asOf.dataset.zone || "UTC" };
    const time = new Intl.DateTimeFormat("en-GB", zone).format(heard);
    const text = asOf.dataset[state].replace("%(time)s", time);
    const words = asOf.querySelector("span");
    if (words.textContent !== text) words.textContent = text;
    asOf.classList.toggle("stale", state !== "fresh");
    asOf.querySelector("a").hidden = state === "fresh";
    const aloud = asOf.querySelector("[role=status]"), said = state === "fresh" ? "" : text;
    if (aloud && aloud.textContent !== said) aloud.textContent = said;
  }

  const held = (node) => node !== document.body && node.contains(document.activeElement) && document.activeElement !== document.body;
  const names = (node) => Array.from(node.childNodes, (each) => each.nodeName + (each.id || "")).join();

  // Changes `old` into `fresh` in place where both have the same shape, so that focus, scroll and what is open stay.
  // Returns whether all of it could be done: the element that has focus is never taken away.
  function settle(old, fresh) {
    if (old.isEqualNode(fresh)) return true;
    if (old.nodeType !== 1) { old.nodeValue = fresh.nodeValue; return true; }
    if (old.nodeName === fresh.nodeName && names(old) === names(fresh)) {
      const keep = old.nodeName === "DETAILS" ? ["open"] : [];
      Array.from(old.attributes).forEach((each) => {
        if (!fresh.hasAttribute(each.name) && !keep.includes(each.name)) old.removeAttribute(each.name);
      });
      Array.from(fresh.attributes).forEach((each) => {
        if (old.getAttribute(each.name) !== each.value) old.setAttribute(each.name, each.value);
      });
      const pairs = Array.from(fresh.childNodes);
      return Array.from(old.childNodes).map((each, at) => settle(each, pairs[at])).every(Boolean);
    }
    if (held(old)) return false;
    const open = Array.from(old.querySelectorAll("details[open][id]"), (each) => each.id);
    const aside = Array.from(old.querySelectorAll("[id]")).filter((each) => each.scrollLeft).map((each) => [each.id, each.scrollLeft]);
    const copy = document.importNode(fresh, true);
    old.replaceWith(copy);
    open.forEach((id) => { const found = document.getElementById(id); if (found) found.open = true; });
    aside.forEach((each) => { const found = document.getElementById(each[0]); if (found) found.scrollLeft = each[1]; });
    return true;
  }

  function show(page, now) {
    if (!now && (document.querySelector("[data-hold]") || Date.now() - touched < still)) {
      waiting = page;
      return say("waiting");
    }
    const done = regions().map((each) => {
      const fresh = page.getElementById(each.id);
      return !fresh || settle(each, fresh);
    });
    document.title = page.title;
    ["since", "topics"].forEach((each) => { if (page.body.dataset[each]) document.body.dataset[each] = page.body.dataset[each]; });
    waiting = done.every(Boolean) ? null : page;
    say(waiting ? "waiting" : "fresh");
    document.dispatchEvent(new CustomEvent("live:changed"));
  }

  // The times of day on a page move by themselves: it is asked for now and then even when the line is up.
  function next() {
    if (again || (!failed && behind())) return soon();
    const pause = failed ? Math.min(longest, every * Math.pow(2, failed - 1)) : lined && !waiting ? slowly : every;
    plan(pause + Math.random() * 1000);
  }

  function plan(pause) {
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  }

  // Something of this page moved: every phone asks at another moment, and none twice in a short while. Who has asked a
  // moment ago did so at a moment of his own.
  function soon() {
    again = busy;
    if (busy || named) return;
    named = true;
    plan(Math.max(Math.random() * 1000, began + apart - Date.now()));
  }

  function shows(topics) {
    const said = Array.from(document.querySelectorAll("[data-topics]"), (each) => each.dataset.topics.split(" "));
    return !said.length || topics.includes("*") || said.some((some) => some.some((each) => topics.includes(each)));
  }

  // Where the page stood that came last, and whether the line told of more.
  function note(body) {
    const since = (body.dataset.since || "").split(",");
    (body.dataset.stream || "").split(" ").forEach((stream, at) => { seen[stream] = since[at]; });
  }
  const parts = (place) => (place || ":").split(":");
  const behind = () => lined && Object.keys(due).some((stream) => {
    const [epoch, number] = parts(seen[stream]), told = parts(due[stream]);
    return epoch !== told[0] || Number(number) < Number(told[1]);
  });

  // "no-cache" asks with the ETag that the browser holds: 304 on the wire, the page from its cache here. While the page
  // is made anew for another, that of a moment ago will do.
  const asking = { cache: "no-cache", credentials: "same-origin", headers: { "Cache-Control": "max-stale=2" } };
  async function look() {
    named = false;
    if (document.hidden || busy) return;
    busy = true;
    began = Date.now();
    const given_up = new AbortController();
    const alarm = setTimeout(() => given_up.abort(), patience);
    try {
      const answer = await fetch(location.href, { ...asking, signal: given_up.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const text = await answer.text();
      heard = new Date();
      failed = 0;
      document.dispatchEvent(new CustomEvent("live:heard"));
      const now = answer.headers.get("ETag");
      if (waiting || now === null || now !== tag) {
        const page = new DOMParser().parseFromString(text, "text/html");
        note(page.body);
        show(page, false);
      } else say("fresh");
      tag = now;
    } catch (error) {
      failed += 1;
      if (failed > 1 || !navigator.onLine) say("stale");
    }
    clearTimeout(alarm);
    busy = false;
    next();
  }

  function current() {
    if (failed) return;
    heard = new Date();
    if (!waiting) say("fresh");
  }
  let lost = false;
  document.addEventListener("line:news", (event) => {
    if (!shows(event.detail.topics)) return current();
    due[event.detail.stream] = event.detail.at;
    soon();
  });
  document.addEventListener("line:beat", current);
  document.addEventListener("line:up", () => {
    lined = true;
    if (lost || failed) soon();
    else if (!busy && !named) next();
    lost = false;
  });
  document.addEventListener("line:down", () => { lined = false; lost = !document.hidden; if (!busy && !named) next(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  window.addEventListener("online", look);
  document.addEventListener("live:look", () => { touched = 0; if (busy) again = true; else look(); });
  ["pointerdown", "touchmove", "wheel"].forEach((each) => addEventListener(each, () => { touched = Date.now(); }, { passive: true }));
  if (asOf) asOf.addEventListener("click", (event) => {
    if (!waiting || event.target.nodeName !== "A") return;
    event.preventDefault();
    show(waiting, true);
  });
  note(document.body);
  say("fresh");
  next();
})();
