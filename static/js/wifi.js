// A link or a form that needs the server: the page stays, with what was typed, until the server has answered.
//
// [data-needs-wifi]   hidden: says that the Wi-Fi is needed, where the page has no outbox to say it
// "wifi:needed" on document follows a tap that reached nobody. Earlier scripts take what they handle themselves.
(function () {
  "use strict";
  const TIMEOUT = 4000;
  if (!window.fetch || !window.AbortController) return;
  let passing = null, isAsking = false;

  async function isReached(address) {
    if (navigator.onLine === false) return false;
    const controller = new AbortController(), timeout = setTimeout(() => controller.abort(), TIMEOUT);
    try {
      await fetch(address, { method: "HEAD", cache: "no-store", redirect: "manual", signal: controller.signal });
      return true;
    } catch (error) {
      return false;
    } finally {
      clearTimeout(timeout);
    }
  }

  // A second tap meanwhile does nothing.
  async function ask(address, act) {
    if (isAsking) return;
    isAsking = true;
    const hasAnswer = await isReached(address), note = document.querySelector("[data-needs-wifi]");
    isAsking = false;
    if (note) note.hidden = hasAnswer;
    if (hasAnswer) act();
    else if (note) note.scrollIntoView({ block: "nearest" });
    if (!hasAnswer) document.dispatchEvent(new CustomEvent("wifi:needed"));
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || event.defaultPrevented || !isPlain || link.target || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    ask(link.href, () => location.assign(link.href));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || passing === form) return;
    event.preventDefault();
    ask(form.action, () => {
      passing = form;
      if (form.requestSubmit) form.requestSubmit(button);
      else form.submit();
      passing = null;
    });
  });
})();
