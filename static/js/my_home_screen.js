// A player's page on a phone's home screen: what shows without a connection is kept by a service worker.
//
// [data-outbox-of]   the player whose page it is; the worker answers for no other page
(function () {
  "use strict";
  const my = document.querySelector("[data-outbox-of]");
  if (!my || !navigator.serviceWorker) return;
  const own = "/my/" + my.dataset.outboxOf + "/";
  // Where a browser forbids it, the page works as it does without.
  navigator.serviceWorker.register(own + "worker.js", { scope: own }).catch(() => {});
})();
