// Subscribes to the changes of the streams that this page shows, over one connection for all tabs of a browser.
//
// <body data-stream="tournament:7" data-since="EPOCH:NUMBER">  the streams shown, and the position of each
// "stream:open" on document  changes are announced from now on; <html data-stream-state> is "open" or "closed"
// "stream:closed"            they no longer are: poll
// "stream:changed"           detail.topics changed on detail.stream, now at detail.position; "*" stands for every topic;
//                            detail.apart is how many seconds to leave between two fetches, 0 for as many as usual
// "stream:heartbeat"         nothing changed, and the connection is alive
//
// The leading tab holds the connection. It renews its lease in localStorage, and relays events to the other tabs by
// writing them there. A hidden tab neither leads nor listens. Without localStorage every tab has its own connection.
(function () {
  "use strict";
  const page = document.body.dataset, streams = (page.stream || "").split(" ").filter(Boolean);
  if (!streams.length || !window.EventSource || !document.querySelector("[data-live], [data-board]")) return;

  const LEASE = `stream ${streams.join(" ")}`, RELAY = `${LEASE} relay`;
  const RENEWAL = 2000, LEASE_TIME = 3 * RENEWAL, LONGEST_SILENCE = 40000;
  const tab = randomWord(), announced = {};
  let source = null, isLeading = false, isOpen = false, failures = 0, lastEvent = 0, renewal = 0, reconnection = 0;

  function randomWord() {
    return Array.from(crypto.getRandomValues(new Uint32Array(2)), (each) => each.toString(36)).join("");
  }
  const randomSeconds = (from, to) => 1000 * (from + Math.random() * (to - from));
  const dispatch = (name, detail) => document.dispatchEvent(new CustomEvent(`stream:${name}`, { detail }));

  // --- Positions: EPOCH:NUMBER; a restored backup starts another epoch

  const epoch = (position) => position.split(":")[0];
  const number = (position) => Number(position.split(":")[1]);

  // The position of a stream as this tab knows it: announced to it, or shown on its page if that is later.
  function known(stream) {
    const latest = announced[stream] || "", shown = (page.since || "").split(",")[streams.indexOf(stream)] || "";
    return epoch(latest) === epoch(shown) && number(latest) > number(shown) ? latest : shown || latest;
  }

  // `change.after` is the position that the sender knew before. A tab that knew less has missed topics.
  function receive(change) {
    const position = known(change.stream), otherEpoch = epoch(position) !== epoch(change.position);
    if (!otherEpoch && number(position) > number(change.position)) return;
    const hasMissed = otherEpoch || number(position) < number(change.after);
    announced[change.stream] = change.position;
    const topics = hasMissed ? ["*"] : change.topics;
    if (topics.length) dispatch("changed", { topics, stream: change.stream, position: change.position, apart: change.apart });
  }

  function setOpen(open) {
    if (open) lastEvent = Date.now();
    if (open === isOpen) return;
    isOpen = open;
    document.documentElement.dataset.streamState = open ? "open" : "closed";
    dispatch(isOpen ? "open" : "closed");
  }

  // --- Between tabs

  function relay(message) {
    try { localStorage.setItem(RELAY, JSON.stringify([tab, Date.now(), message])); } catch (error) { return; }
  }

  addEventListener("storage", (event) => {
    if (event.key !== RELAY || !event.newValue || document.hidden) return;
    const message = JSON.parse(event.newValue)[2];
    if (message.kind === "joined") { if (isLeading && isOpen) relay({ kind: "positions", announced }); return; }
    if (isLeading) return;
    if (message.kind === "left") return void tryToLead();
    setOpen(message.kind !== "closed");
    if (message.kind === "changed") receive(message.change);
    else if (message.kind === "heartbeat") dispatch("heartbeat");
    else if (message.kind === "positions") streams.forEach((stream) => {
      const position = message.announced[stream];
      if (position) receive({ stream, position, after: position, topics: [] });
    });
  });

  function leader() {
    try {
      const lease = JSON.parse(localStorage.getItem(LEASE) || "null");
      return lease && lease.until > Date.now() && lease.until < Date.now() + 2 * LEASE_TIME ? lease.tab : "";
    } catch (error) { return ""; }
  }
  function renewLease() {
    const lease = { tab, until: Date.now() + LEASE_TIME };
    try { localStorage.setItem(LEASE, JSON.stringify(lease)); } catch (error) { return false; }
    return true;
  }

  // Of two tabs that take the lease at once the later one has it: both look again.
  function tryToLead() {
    if (document.hidden || isLeading || leader()) return;
    if (!renewLease()) return lead();
    setTimeout(() => { if (!document.hidden && leader() === tab) lead(); }, randomSeconds(0.05, 0.15));
  }
  function lead() {
    if (isLeading) return;
    isLeading = true;
    connect();
  }
  function follow() {
    isLeading = false;
    disconnect();
  }

  // --- The connection

  function browserId() {
    try {
      if (!localStorage.getItem("browser")) localStorage.setItem("browser", randomWord());
      return localStorage.getItem("browser");
    } catch (error) { return tab; }
  }
  function disconnect() {
    clearTimeout(reconnection);
    if (source) source.close();
    source = null;
  }
  function connect() {
    disconnect();
    if (!isLeading || document.hidden || navigator.onLine === false) return;
    const query = streams.map((each) => `stream=${encodeURIComponent(each)}&since=${encodeURIComponent(known(each))}`);
    source = new EventSource(`/live/?${query.join("&")}&browser=${browserId()}`);
    source.onmessage = (event) => {
      const data = JSON.parse(event.data), position = `${data.epoch}:${data.number}`;
      const change = { stream: data.stream, position, after: known(data.stream) || position, topics: data.topics,
        apart: data.apart || 0 };
      failures = 0;
      setOpen(true);
      relay({ kind: "changed", change });
      receive(change);
    };
    source.addEventListener("beat", () => {
      setOpen(true);
      relay({ kind: "heartbeat" });
      dispatch("heartbeat");
    });
    source.onerror = () => reconnect(source.readyState === EventSource.CLOSED);
    lastEvent = Date.now();
  }
  // Phones come back at different moments. One that the server refused waits longer, so that it serves the others.
  function reconnect(isRefused) {
    disconnect();
    const doublings = Math.min(failures, 4);
    failures += 1;
    setOpen(false);
    relay({ kind: "closed" });
    reconnection = setTimeout(connect, randomSeconds(1, 3) * Math.pow(2, doublings) * (isRefused ? 5 : 1));
  }

  function renew() {
    if (!isLeading) return tryToLead();
    const other = leader();
    if (other && other !== tab) return follow();
    renewLease();
    if (source && Date.now() - lastEvent > LONGEST_SILENCE) reconnect(false);
  }

  function join() {
    if (document.hidden || renewal) return;
    renewal = setInterval(renew, RENEWAL);
    relay({ kind: "joined" });
    tryToLead();
  }
  function leave() {
    clearInterval(renewal);
    renewal = 0;
    setOpen(false);
    const wasLeading = isLeading;
    if (wasLeading) follow();
    // A page that is left at once has taken the lease and does not lead yet.
    if (leader() === tab) localStorage.removeItem(LEASE);
    else if (!wasLeading) return;
    relay({ kind: "left" });
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : join()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", join);
  addEventListener("offline", () => { if (isLeading) reconnect(false); else setOpen(false); });
  addEventListener("online", () => { if (isLeading) { failures = 0; connect(); } });
  join();
})();
