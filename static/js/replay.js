// Steps through a match file with the arrow keys: each leads to the page that the button leads to. While a long file is
// judged, the page is loaded again until that is done.
(function () {
  "use strict";
  const AGAIN = 3000;
  if (document.getElementById("waits")) setTimeout(() => location.reload(), AGAIN);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const step = document.querySelector(`.steps [data-key="${event.key}"]`);
    if (!step) return;
    event.preventDefault();
    location.replace(step.href);
  });
})();
