// Opens wide drawings and lists of rounds where the first match still to play is. Without it a link leads there.
//
// <div data-opens="340">            a drawing that is scrolled sideways: so many px in
// <div class="col" data-opens>      the round with which a list opens
(function () {
  "use strict";
  function each(what, then) { Array.prototype.forEach.call(document.querySelectorAll(what), then); }
  var mirrored = document.documentElement.dir === "rtl" ? -1 : 1;
  each(".drawing[data-opens]", function (drawing) {
    drawing.scrollLeft = mirrored * Number(drawing.getAttribute("data-opens"));
  });
  if (location.hash) return;
  each(".col[data-opens]", function (column) {
    var list = column.parentNode;
    list.scrollLeft += column.getBoundingClientRect().left - list.getBoundingClientRect().left - 16;
  });
}());
