// Keeps the hall's time of day going: <time data-clock="Europe/Madrid">15:42</time>.
(function () {
  "use strict";
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  const options = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: clock.dataset.clock };
  const format = new Intl.DateTimeFormat("en-GB", options);
  const tick = () => {
    const text = format.format(new Date());
    if (clock.textContent !== text) clock.textContent = text;
  };
  tick();
  setInterval(tick, 5000);
})();
