// The time of day in the hall, kept going: <time data-clock="Europe/Madrid">15:42</time>.
(function () {
  "use strict";
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  const zone = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: clock.dataset.clock };
  const face = new Intl.DateTimeFormat("en-GB", zone);
  const tick = () => {
    const text = face.format(new Date());
    if (clock.textContent !== text) clock.textContent = text;
  };
  tick();
  setInterval(tick, 5000);
})();
