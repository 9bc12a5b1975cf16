// Turns the pages of the wall, keeps its clock, and says so when the desk has not answered for too long.
//
// .deck > .wall-page   one deck for each shape of projector; the style sheet shows the one that fits
// [data-wall-clock]    the time of day in the hall's zone; while the desk is silent, the time of its last answer
// [data-wall-strip]    the strip about that silence
// [data-wall-hold]     a button that holds the page; ← and → turn it, the space bar holds it
(function () {
  "use strict";
  const TURN = 12000, CALM_TURN = 20000, SILENT = 60000, LONG_SILENT = 300000;
  const wantsCalm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const isList = window.matchMedia("(max-width: 759px), (max-aspect-ratio: 1249 / 1000)");
  const clock = document.querySelector("[data-wall-clock]");
  const strip = document.querySelector("[data-wall-strip]");
  const hold = document.querySelector("[data-wall-hold]");
  const count = document.querySelector("[data-wall-count]");
  const holdLabel = hold.textContent;
  const timeFormat = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: clock.dataset.wallClock };
  const time = new Intl.DateTimeFormat("en-GB", timeFormat);
  let current = -1, timer = 0, isHeld = false, answeredAt = Date.now();

  const put = (element, text) => { if (element.textContent !== text) element.textContent = text; };
  const decks = () => Array.from(document.querySelectorAll(".deck"));
  const visibleDeck = () => decks().find((deck) => getComputedStyle(deck).display !== "none") || decks()[0];

  // --- Pages

  function show() {
    if (current < 0) current = Math.max(0, Array.from(visibleDeck().children).findIndex((page) => !page.hidden));
    decks().forEach((deck) => {
      const pages = Array.from(deck.children);
      pages.forEach((page, at) => { page.hidden = at !== current % pages.length; });
    });
    const pages = visibleDeck().children.length;
    put(count, pages > 1 ? (current % pages) + 1 + " / " + pages : "");
    hold.hidden = pages < 2 || isList.matches;
  }

  function turn(by) {
    const pages = visibleDeck().children.length;
    current = (current + by + pages) % pages;
    show();
    turnLater();
  }

  function turnLater() {
    clearTimeout(timer);
    if (!isHeld) timer = setTimeout(() => turn(1), wantsCalm.matches ? CALM_TURN : TURN);
  }

  function setHeld(held) {
    isHeld = held;
    put(hold, isHeld ? hold.dataset.resume : holdLabel);
    hold.setAttribute("aria-pressed", String(isHeld));
    turnLater();
  }

  // --- Clock and silence

  function tick() {
    const silence = Date.now() - answeredAt, isSilent = silence >= SILENT;
    put(clock, time.format(new Date(isSilent ? answeredAt : Date.now())));
    document.body.classList.toggle("old", silence >= LONG_SILENT);
    if (isSilent) describe(silence);
    strip.hidden = !isSilent;
  }

  function describe(silence) {
    const since = strip.querySelector(".wall-since"), sentence = strip.querySelector(".wall-silence");
    const minutes = Math.floor(silence / 60000), { one, many, paper } = sentence.dataset;
    put(since, since.dataset.since.replace("%(time)s", time.format(new Date(answeredAt))));
    put(sentence, (minutes > 1 ? many.replace("%(n)s", minutes) : one) + (silence >= LONG_SILENT ? " " + paper : ""));
  }

  hold.addEventListener("click", () => setHeld(!isHeld));
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") turn(1);
    else if (event.key === "ArrowLeft") turn(-1);
    else if (event.key === " " && event.target !== hold) setHeld(!isHeld);
    else return;
    event.preventDefault();
  });
  const noteAnswer = () => { answeredAt = Date.now(); tick(); };
  const answers = ["live:answered", "stream:heartbeat", "stream:changed"];
  answers.forEach((each) => document.addEventListener(each, noteAnswer));
  document.addEventListener("live:changed", show);
  isList.addEventListener("change", show);
  window.addEventListener("resize", show);
  show();
  turnLater();
  tick();
  setInterval(tick, 5000);
})();
