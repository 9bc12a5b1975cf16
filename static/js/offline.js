// What a phone without a connection shows instead of its player's page: says what is stored, and leads back.
//
// main[data-own][data-entrant]   the player's page, and whose it is
// [data-unsent] b, [data-nothing]   hidden: how many entries of the outbox (outbox.js) are not sent; that none is left
(function () {
  "use strict";
  const PAUSE = 5000, TIMEOUT = 4000;
  const { own, entrant } = document.getElementById("main").dataset;
  let isAsking = false;

  function unsent() {
    try {
      const entries = JSON.parse(localStorage.getItem("barpoint-outbox-" + entrant) || "[]");
      return Array.isArray(entries) ? entries.filter((each) => each.state !== "sent").length : 0;
    } catch (error) {
      return null;  // The phone does not say.
    }
  }

  function show() {
    const count = unsent(), line = document.querySelector("[data-unsent]");
    line.hidden = !count;
    line.querySelector("b").textContent = String(count || "");
    document.querySelector("[data-nothing]").hidden = count !== 0;
  }

  // A phone may say that it has a network that leads nowhere: only an answer of the server counts.
  async function ask() {
    if (isAsking || document.hidden) return;
    isAsking = true;
    const controller = new AbortController(), timeout = setTimeout(() => controller.abort(), TIMEOUT);
    try {
      const answer = await fetch(own, { method: "HEAD", cache: "no-store", redirect: "manual", signal: controller.signal });
      if (answer.status < 500) location.reload();
    } catch (error) {
      // Not yet.
    }
    clearTimeout(timeout);
    isAsking = false;
  }

  show();
  setInterval(ask, PAUSE);
  addEventListener("online", ask);
  document.addEventListener("visibilitychange", ask);
})();
