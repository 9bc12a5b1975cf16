// Listens to what moves on the streams that this page shows, on one line for all the tabs of a browser.
//
// <body data-stream="tournament:7" data-since="EPOCH:NUMBER">  what the page shows, and where that stood
// "line:news" on document  detail.topics moved on detail.stream, which stands at detail.at; "*" is everything
// "line:beat"              nothing moved, and the line is alive
// "line:up", "line:down"   from now on it tells; it tells no more, so ask by yourself; <html data-line> says which
//
// The tab that leads holds the line and passes on what it hears; it is the one whose lease stands in localStorage.
// A tab that nobody sees listens to nothing. Without localStorage every tab has a line of its own.
(function () {
  "use strict";
  const data = document.body.dataset, streams = (data.stream || "").split(" ").filter(Boolean);
  if (!streams.length || !window.EventSource || !document.querySelector("[data-live], [data-board]")) return;

  const key = `line ${streams.join(" ")}`, step = 2000, lease = 3 * step, silence = 40000;
  const random = () => Array.from(crypto.getRandomValues(new Uint32Array(2)), (each) => each.toString(36)).join("");
  const mine = random(), seconds = (from, to) => 1000 * (from + Math.random() * (to - from));
  const places = {};
  let source = null, leads = false, up = false, failed = 0, heard = 0, ticking = 0, opening = 0;

  const say = (kind, detail) => document.dispatchEvent(new CustomEvent(`line:${kind}`, { detail }));

  // --- Where each stream stands, as far as this tab knows

  function epoch(place) { return place.split(":")[0]; }
  function number(place) { return Number(place.split(":")[1]); }
  function place(stream) {
    const known = places[stream] || "", shown = (data.since || "").split(",")[streams.indexOf(stream)] || "";
    return epoch(known) === epoch(shown) && number(known) > number(shown) ? known : shown || known;
  }

  // `since` is what whoever tells this knew before: for a tab that knew less, everything may have moved.
  function news(told) {
    const known = place(told.stream), older = epoch(known) !== epoch(told.at);
    if (!older && number(known) > number(told.at)) return;
    const missed = older || number(known) < number(told.since);
    places[told.stream] = told.at;
    const topics = missed ? ["*"] : told.topics;
    if (topics.length) say("news", { topics, stream: told.stream, at: told.at });
  }

  function alive(is) {
    if (is) heard = Date.now();
    if (is === up) return;
    up = is;
    document.documentElement.dataset.line = up ? "up" : "down";
    say(up ? "up" : "down");
  }

  // --- Between tabs

  const channel = window.BroadcastChannel ? new BroadcastChannel(key) : null;
  function tell(message) {
    if (channel) return channel.postMessage(message);
    try { localStorage.setItem(`${key} told`, JSON.stringify([mine, Date.now(), message])); } catch (error) { return; }
  }
  function told(message) {
    if (document.hidden) return;
    if (message.kind === "hello") { if (leads && up) tell({ kind: "here", places: places }); return; }
    if (leads) return;
    if (message.kind === "gone") return void seek();
    alive(message.kind !== "down");
    if (message.kind === "news") news(message.news);
    else if (message.kind === "beat") say("beat");
    else if (message.kind === "here") streams.forEach((each) => {
      const at = message.places[each];
      if (at) news({ stream: each, at: at, since: at, topics: [] });
    });
  }
  if (channel) channel.onmessage = (event) => told(event.data);
  else addEventListener("storage", (event) => {
    if (event.key === `${key} told` && event.newValue) told(JSON.parse(event.newValue)[2]);
  });

  function leader() {
    try {
      const found = JSON.parse(localStorage.getItem(key) || "null");
      return found && found.until > Date.now() && found.until < Date.now() + 2 * lease ? found.tab : "";
    } catch (error) { return ""; }
  }
  function hold() {
    try { localStorage.setItem(key, JSON.stringify({ tab: mine, until: Date.now() + lease })); } catch (error) { return false; }
    return true;
  }

  // Two that reach for the lease at once both look again: the later one has it.
  function seek() {
    if (document.hidden || leads || leader()) return;
    if (!hold()) return lead();
    setTimeout(() => { if (!document.hidden && leader() === mine) lead(); }, seconds(0.05, 0.15));
  }
  function lead() {
    if (leads) return;
    leads = true;
    open();
  }
  function follow() {
    leads = false;
    close();
  }

  // --- The line itself

  function browser() {
    try {
      if (!localStorage.getItem("browser")) localStorage.setItem("browser", random());
      return localStorage.getItem("browser");
    } catch (error) { return mine; }
  }
  function close() {
    clearTimeout(opening);
    if (source) source.close();
    source = null;
  }
  function open() {
    close();
    if (!leads || document.hidden || navigator.onLine === false) return;
    const asked = streams.map((each) => `stream=${encodeURIComponent(each)}&since=${encodeURIComponent(place(each))}`);
    source = new EventSource(`/live/?${asked.join("&")}&browser=${browser()}`);
    source.onmessage = (event) => {
      const moved = JSON.parse(event.data), at = `${moved.epoch}:${moved.number}`;
      const said = { stream: moved.stream, at: at, since: place(moved.stream) || at, topics: moved.topics };
      failed = 0;
      alive(true);
      tell({ kind: "news", news: said });
      news(said);
    };
    source.addEventListener("beat", () => {
      alive(true);
      tell({ kind: "beat" });
      say("beat");
    });
    source.onerror = () => lost(source.readyState === 2);
    heard = Date.now();
  }
  // Who was cut off comes back soon, each at another moment; who was refused lets the others be served.
  function lost(refused) {
    close();
    const pause = Math.min(failed, 4);
    failed += 1;
    alive(false);
    tell({ kind: "down" });
    opening = setTimeout(open, seconds(1, 3) * Math.pow(2, pause) * (refused ? 5 : 1));
  }

  function tick() {
    if (!leads) return seek();
    const other = leader();
    if (other && other !== mine) return follow();
    hold();
    if (source && Date.now() - heard > silence) lost(false);
  }

  function join() {
    if (document.hidden || ticking) return;
    ticking = setInterval(tick, step);
    tell({ kind: "hello" });
    seek();
  }
  function leave() {
    clearInterval(ticking);
    ticking = 0;
    alive(false);
    if (!leads) return;
    follow();
    try { if (leader() === mine) localStorage.removeItem(key); } catch (error) { return; }
    tell({ kind: "gone" });
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : join()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", join);
  addEventListener("offline", () => { if (leads) lost(false); else alive(false); });
  addEventListener("online", () => { if (leads) { failed = 0; open(); } });
  join();
})();
