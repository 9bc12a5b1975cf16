// Scrolls a wide drawing, or a list of rounds, to the first match that is still to be played. Without this script a
// link leads there.
//
// <div class="drawing" data-scroll-to="340">  a drawing, and how far to scroll it from its start, in px
// <div class="col" data-scroll-to>            the round that comes into view
(function () {
  "use strict";
  const direction = document.documentElement.dir === "rtl" ? -1 : 1;
  document.querySelectorAll(".drawing[data-scroll-to]").forEach((drawing) => {
    drawing.scrollLeft = direction * Number(drawing.dataset.scrollTo);
  });
  if (location.hash) return;
  document.querySelectorAll(".col[data-scroll-to]").forEach((round) => {
    const list = round.parentNode;
    list.scrollLeft += round.getBoundingClientRect().left - list.getBoundingClientRect().left - 16;
  });
})();
