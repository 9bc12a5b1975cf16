// Scrolls a wide drawing, or a list of rounds, to the first match that is still to be played, and the drawing of a
// ladder to the places of today. Without this script a link leads there, and today's places stand in a table.
//
// <div class="across over">                 the heads of a drawing, which scroll sideways with it
// <div class="across" data-scroll-to="340">   a drawing, and how far to scroll it from its start, in px
// <div class="col" data-scroll-to>            the round that comes into view
(function () {
  "use strict";
  document.addEventListener("scroll", ({ target }) => {
    if (!target.classList || !target.classList.contains("across")) return;
    target.parentNode.querySelectorAll(".across").forEach((each) => {
      if (each !== target) each.scrollLeft = target.scrollLeft;
    });
  }, true);
  document.querySelectorAll(":is(.across, .history)[data-scroll-to]").forEach((drawing) => {
    const direction = getComputedStyle(drawing).direction === "rtl" ? -1 : 1;
    drawing.scrollLeft = direction * Number(drawing.dataset.scrollTo);
  });
  if (location.hash) return;
  document.querySelectorAll(".col[data-scroll-to]").forEach((round) => {
    const list = round.parentNode;
    list.scrollLeft += round.getBoundingClientRect().left - list.getBoundingClientRect().left - 16;
  });
})();
