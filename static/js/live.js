// Keeps a page up to date: fetches it again and puts what changed into its regions.
//
// <section id="matches" data-live>      a region with an id: refreshed when a topic of the page changed (stream.js),
//                                       every 5 s while no stream is open, never while the tab is hidden
// [data-topics="event:7/main match:9"]  on regions or the body: the topics that the page shows; without it, all of them
// [data-as-of]                          parts/as_of.html: the age of the page, a dashed strip when it is out of date
// details[data-keeps-open]               stays open or closed as it is
// [data-hold] anywhere                  somebody is typing: nothing changes, the strip offers to show what is new
// "live:answered" on document           sent when the server has answered
// "live:elsewhere"                      sent when it leads to another page: it does not know this browser any more
// "live:changed"                        sent when regions have changed
// "live:refresh"                        send it to refresh at once
(function () {
  "use strict";
  const regions = () => Array.from(document.querySelectorAll("[data-live][id]"));
  if (!regions().length || !window.fetch || !window.AbortController) return;

  const POLL = 5000, LONGEST_POLL = 30000, POLL_WITH_STREAM = 60000;
  // <body data-live-gap="300">: a page on which seconds count, such as an auction's, asks sooner and waits for no touch.
  const gap = Number(document.body.dataset.liveGap);
  const LEAST_GAP = gap || 2000, SPREAD = LEAST_GAP / 2, TIMEOUT = 8000, AFTER_TOUCH = gap ? 0 : 3000;
  const asOf = document.querySelector("[data-as-of]");
  const announced = {}, fetched = {};  // stream → position: announced by the stream, and of the page fetched last
  let wanted = 0;  // how many milliseconds the server wants between two fetches
  let etag = null, failures = 0, timer = 0, startedAt = 0, touchedAt = 0, confirmedAt = 0;
  let clock = null;  // the server's time in its last answer, and when that was by this device's own, steady clock
  let isFetching = false, isSoon = false, isNewsWaiting = false, isOpen = false, wasClosed = false, waitingPage = null;

  // --- The time, which is the server's: the clock of a phone may be wrong by hours

  // The server's time now, 0 while unknown.
  const serverNow = () => (clock ? clock.at + performance.now() - clock.since : 0);
  window.barpoint = window.barpoint || {};
  window.barpoint.serverNow = serverNow;

  function noteTime(header) {
    const at = Date.parse(header || "");
    if (at) clock = { at, since: performance.now() };
    confirmedAt = serverNow();
  }

  function showAge(state) {
    if (!asOf || (!confirmedAt && state === "fresh")) return;
    const zone = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: asOf.dataset.zone || "UTC" };
    const time = confirmedAt ? new Intl.DateTimeFormat("en-GB", zone).format(new Date(confirmedAt)) : asOf.dataset.last;
    const text = asOf.dataset[state].replace("%(time)s", time), alert = state === "fresh" ? "" : text;
    const visible = asOf.querySelector("span"), spoken = asOf.querySelector("[role=status]");
    if (visible.textContent !== text) visible.textContent = text;
    if (spoken && spoken.textContent !== alert) spoken.textContent = alert;
    asOf.classList.toggle("stale", state !== "fresh");
    asOf.querySelector("a").hidden = state === "fresh";
  }

  // --- Changing the page

  const shapeOf = (node) => Array.from(node.childNodes, (each) => each.nodeName + (each.id || "")).join();

  // Change `old` into `fresh`, in place where both have the same shape, so that focus, scrolling and open details stay.
  // Return false if a part had to stay as it was: the element that has focus is never taken away.
  function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return true;
    if (old.nodeType !== Node.ELEMENT_NODE) { old.nodeValue = fresh.nodeValue; return true; }
    if (old.nodeName !== fresh.nodeName || shapeOf(old) !== shapeOf(fresh)) return replace(old, fresh);
    Array.from(old.attributes).forEach(({ name }) => {
      const isOpened = old.nodeName === "DETAILS" && name === "open";
      if (!fresh.hasAttribute(name) && !isOpened) old.removeAttribute(name);
    });
    Array.from(fresh.attributes).forEach(({ name, value }) => {
      const isChosen = name === "open" && "keepsOpen" in old.dataset;
      if (old.getAttribute(name) !== value && !isChosen) old.setAttribute(name, value);
    });
    const children = Array.from(fresh.childNodes);
    return Array.from(old.childNodes).map((child, at) => morph(child, children[at])).every(Boolean);
  }

  function replace(old, fresh) {
    if (old.contains(document.activeElement)) return false;
    const opened = Array.from(old.querySelectorAll("details[open][id]"), (each) => each.id);
    const scrolled = Array.from(old.querySelectorAll("[id]")).filter((each) => each.scrollLeft);
    const positions = scrolled.map((each) => [each.id, each.scrollLeft]);
    old.replaceWith(document.importNode(fresh, true));
    const change = (id, then) => { const element = document.getElementById(id); if (element) then(element); };
    opened.forEach((id) => change(id, (details) => { details.open = true; }));
    positions.forEach(([id, left]) => change(id, (element) => { element.scrollLeft = left; }));
    return true;
  }

  function show(page, isWanted) {
    const isHeld = document.querySelector("[data-hold]"), isTouched = Date.now() - touchedAt < AFTER_TOUCH;
    if ((isHeld || isTouched) && !isWanted) {
      waitingPage = page;
      // After a touch it changes by itself soon.
      return isHeld ? showAge("waiting") : undefined;
    }
    const done = regions().map((region) => {
      const fresh = page.getElementById(region.id);
      return !fresh || morph(region, fresh);
    });
    document.title = page.title;
    const { since, topics } = page.body.dataset;
    if (since) document.body.dataset.since = since;
    if (topics) document.body.dataset.topics = topics;
    waitingPage = done.every(Boolean) ? null : page;
    showAge(waitingPage ? "waiting" : "fresh");
    document.dispatchEvent(new CustomEvent("live:changed"));
  }

  // --- When to fetch

  // Times of day change on a page by themselves: it is fetched now and then even while a stream is open.
  function schedule() {
    if (isNewsWaiting || (!failures && isBehind())) return refreshSoon();
    const retry = Math.min(LONGEST_POLL, POLL * Math.pow(2, failures - 1));
    const pause = failures ? retry : isOpen && !waitingPage ? POLL_WITH_STREAM : POLL;
    refreshIn(pause + Math.random() * SPREAD);
  }

  function refreshIn(pause) {
    clearTimeout(timer);
    timer = setTimeout(refresh, pause);
  }

  // A topic of this page changed: the phones of a hall ask at different moments, and each at most once in LEAST_GAP, or
  // in as long as the server asks for while results pour in.
  function refreshSoon() {
    isNewsWaiting = isFetching;
    if (isFetching || isSoon) return;
    isSoon = true;
    // In a flood the phones would ask in waves if all of them left the same time between two fetches.
    const chance = Math.random(), isFlood = wanted > LEAST_GAP && !gap, apart = isFlood ? wanted : LEAST_GAP;
    const next = startedAt + apart * (isFlood ? 1 + chance / 2 : 1);
    refreshIn(Math.max(chance * apart / 2, next - Date.now()));
  }

  function concernsPage(topics) {
    const shown = Array.from(document.querySelectorAll("[data-topics]"), (each) => each.dataset.topics.split(" "));
    return !shown.length || topics.includes("*") || shown.some((some) => some.some((each) => topics.includes(each)));
  }

  function notePositions(body) {
    const positions = (body.dataset.since || "").split(",");
    (body.dataset.stream || "").split(" ").forEach((stream, at) => { fetched[stream] = positions[at]; });
  }

  // Whether the stream has announced more than the page fetched last shows.
  function isBehind() {
    return isOpen && Object.keys(announced).some((stream) => {
      const [epoch, number] = (fetched[stream] || ":").split(":"), [newest, last] = announced[stream].split(":");
      return epoch !== newest || Number(number) < Number(last);
    });
  }

  // --- Fetching

  // With "no-cache" the browser sends the ETag of its copy: a 304 on the wire is that copy here. With max-stale the
  // server may answer with the page of a moment ago while it makes the new one.
  const OPTIONS = { cache: "no-cache", credentials: "same-origin", headers: { "Cache-Control": "max-stale=2" } };

  async function refresh() {
    isSoon = false;
    if (document.hidden || isFetching) return;
    isFetching = true;
    startedAt = Date.now();
    const controller = new AbortController(), timeout = setTimeout(() => controller.abort(), TIMEOUT);
    try {
      const answer = await fetch(location.href, { ...OPTIONS, signal: controller.signal });
      const isElsewhere = answer.redirected || [401, 403, 404].includes(answer.status);
      if (isElsewhere) document.dispatchEvent(new CustomEvent("live:elsewhere"));
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      receive(await answer.text(), answer.headers);
    } catch (error) {
      failures += 1;
      if (failures > 1 || !navigator.onLine) showAge("stale");
    }
    clearTimeout(timeout);
    isFetching = false;
    schedule();
  }

  function receive(html, headers) {
    const newEtag = headers.get("ETag");
    noteTime(headers.get("Date"));
    failures = 0;
    document.dispatchEvent(new CustomEvent("live:answered"));
    if (waitingPage || newEtag === null || newEtag !== etag) {
      const page = new DOMParser().parseFromString(html, "text/html");
      notePositions(page.body);
      show(page, false);
    } else showAge("fresh");
    etag = newEtag;
  }

  function confirmAge() {
    if (failures) return;
    confirmedAt = serverNow();
    if (!waitingPage) showAge("fresh");
  }

  document.addEventListener("stream:changed", ({ detail }) => {
    if (!concernsPage(detail.topics)) return confirmAge();
    announced[detail.stream] = detail.position;
    wanted = 1000 * (detail.apart || 0);
    refreshSoon();
  });
  document.addEventListener("stream:heartbeat", confirmAge);
  document.addEventListener("stream:open", () => {
    isOpen = true;
    if (wasClosed || failures) refreshSoon();
    else if (!isFetching && !isSoon) schedule();
    wasClosed = false;
  });
  document.addEventListener("stream:closed", () => {
    isOpen = false;
    wasClosed = !document.hidden;
    if (!isFetching && !isSoon) schedule();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
  window.addEventListener("online", refresh);
  document.addEventListener("live:refresh", () => {
    touchedAt = 0;
    if (isFetching) isNewsWaiting = true;
    else refresh();
  });
  const noteTouch = () => { touchedAt = Date.now(); };
  ["pointerdown", "touchmove", "wheel"].forEach((each) => addEventListener(each, noteTouch, { passive: true }));
  if (asOf) asOf.addEventListener("click", (event) => {
    if (!waitingPage || event.target.nodeName !== "A") return;
    event.preventDefault();
    show(waitingPage, true);
  });
  notePositions(document.body);
  showAge("fresh");
  schedule();
})();
