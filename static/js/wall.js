// Turns the pages of the wall, keeps its clock, and says when it has heard nothing from the desk for too long.
//
// .deck > .wall-page            one deck for each shape of projector; a style sheet shows the one that fits
// [data-wall-clock]             the time of day in the hall's zone; the time of the last news while there is none
// [data-wall-strip]             the strip that says so
// [data-wall-hold]              a button that holds the page; the keys → ← and the space bar do the same
// "live:heard" on document      the server has answered (js/live.js), as on "line:beat"; "live:changed" regions changed
(function () {
  "use strict";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const list = window.matchMedia("(max-width: 759px), (max-aspect-ratio: 1249 / 1000)");
  const clock = document.querySelector("[data-wall-clock]");
  const strip = document.querySelector("[data-wall-strip]");
  const hold = document.querySelector("[data-wall-hold]");
  const count = document.querySelector("[data-wall-count]");
  const stale = 60000, old = 300000, words = hold.textContent;
  const face = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: clock.dataset.wallClock });
  let at = -1, timer = 0, held = false, heard = Date.now();

  const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
  const decks = () => Array.from(document.querySelectorAll(".deck"));
  const shown = () => decks().find((deck) => getComputedStyle(deck).display !== "none") || decks()[0];

  function show() {
    if (at < 0) at = Math.max(0, Array.from(shown().children).findIndex((page) => !page.hidden));
    decks().forEach((deck) => {
      const pages = Array.from(deck.children);
      pages.forEach((page, number) => { page.hidden = number !== at % pages.length; });
    });
    const pages = shown().children.length;
    put(count, pages > 1 ? (at % pages) + 1 + " / " + pages : "");
    hold.hidden = pages < 2 || list.matches;
  }

  function turn(by) {
    const pages = shown().children.length;
    at = (at + by + pages) % pages;
    show();
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!held) timer = setTimeout(() => turn(1), calm.matches ? 20000 : 12000);
  }

  function keep(on) {
    held = on;
    put(hold, held ? hold.dataset.go : words);
    hold.setAttribute("aria-pressed", String(held));
    wait();
  }

  function tick() {
    const silent = Date.now() - heard, quiet = silent >= stale;
    put(clock, face.format(new Date(quiet ? heard : Date.now())));
    document.body.classList.toggle("old", silent >= old);
    if (quiet) {
      const since = strip.querySelector(".wall-since"), said = strip.querySelector(".wall-silence");
      const minutes = Math.floor(silent / 60000);
      put(since, since.dataset.since.replace("%(time)s", face.format(new Date(heard))));
      put(said, (minutes > 1 ? said.dataset.many.replace("%(n)s", minutes) : said.dataset.one) + (silent >= old ? " " + said.dataset.paper : ""));
    }
    strip.hidden = !quiet;
  }

  hold.addEventListener("click", () => keep(!held));
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turn(1);
    else if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === " " && event.target !== hold) keep(!held);
    else return;
    event.preventDefault();
  });
  ["live:heard", "line:beat", "line:news"].forEach((each) => document.addEventListener(each, () => { heard = Date.now(); tick(); }));
  document.addEventListener("live:changed", show);
  list.addEventListener("change", show);
  window.addEventListener("resize", show);
  show();
  wait();
  tick();
  setInterval(tick, 5000);
})();
