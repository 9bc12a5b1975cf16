// Keeps the clocks of an auction going between two answers of the server. The rail never decides: the hammer does.
//
// [data-clock-now]      the server's time when the part was made, data-clock-closes when the lot closes; both in
//                       milliseconds since 1970. 0 stands for a stopped clock: what the server drew stays
// [data-clock-seconds]  in it, the seconds that are left
// .rail                 in it, 24 points of one second each: left ones are red, the others outlines
// <html class="no-news">  no answer for five seconds, at a desk (its board is fetched less often) for ten, or an answer
//                       that failed: the seconds disappear, a wrong clock is worse than none
(function () {
  "use strict";
  const BEAT = 200, SECOND = 1000, SILENT = document.querySelector("[data-board]") ? 10000 : 5000;
  let newest = 0, since = 0;  // the latest time of the server that this page has shown, and when it came

  function serverNow() {
    document.querySelectorAll("[data-clock-now]").forEach((each) => {
      const shown = Number(each.dataset.clockNow);
      if (shown > newest) { newest = shown; since = performance.now(); }
    });
    return newest + performance.now() - since;
  }

  function draw(clock, now) {
    const closes = Number(clock.dataset.clockCloses);
    if (!closes) return;
    const left = Math.max(0, Math.ceil((closes - now) / SECOND)), seconds = clock.querySelector("[data-clock-seconds]");
    if (seconds && seconds.textContent !== String(left)) seconds.textContent = String(left);
    clock.querySelectorAll(".rail path:not(.p-base)").forEach((point, at) => {
      const wanted = at < left ? "p-now" : "p-todo";
      if (point.getAttribute("class") !== wanted) point.setAttribute("class", wanted);
    });
  }

  function tick() {
    const now = serverNow();
    document.querySelectorAll("[data-clock-now]").forEach((each) => draw(each, now));
  }

  // --- Whether the server is heard: by an answer, or by the stream

  let heard = performance.now();
  const hear = () => { heard = performance.now(); document.documentElement.classList.remove("no-news"); };
  ["live:answered", "board:answered", "stream:heartbeat", "stream:changed", "stream:open"].forEach((each) => document.addEventListener(each, hear));
  document.addEventListener("stream:closed", () => { heard = performance.now(); });

  function listen() {
    const isOpen = document.documentElement.dataset.streamState === "open" && navigator.onLine;
    if (!isOpen && document.querySelector("[data-live], [data-board]") && performance.now() - heard > SILENT) {
      document.documentElement.classList.add("no-news");
    }
  }
  const hideSeconds = () => document.documentElement.classList.add("no-news");
  addEventListener("offline", hideSeconds);
  document.addEventListener("board:failed", hideSeconds);
  setInterval(() => { tick(); listen(); }, BEAT);
  document.addEventListener("live:changed", tick);
  tick();
})();
