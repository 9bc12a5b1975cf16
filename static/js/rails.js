// Draws the points of one side of a match, as the server draws them in templates/tournaments/my.
window.barpoint = window.barpoint || {};
window.barpoint.drawRail = (function () {
  "use strict";

  // Points from `from` to `to`: each 10 wide and 42 high, its base below on the own side, above on the opponent's.
  function pathOf(side, from, to) {
    const base = side === "own" ? 42 : 0, tip = side === "own" ? -42 : 42;
    let path = "";
    for (let at = from; at < to; at += 1) path += `M${at * 10 + 1} ${base}l4 ${tip} 4 ${-tip}z`;
    return path;
  }

  // `now`: the points won so far; `then`: with the game that is chosen; `length`: of the match.
  return function (svg, side, [now, then, length]) {
    const parts = [["done", 0, now], ["now", now, then], ["todo", then, length]];
    parts.forEach(([part, from, to]) => svg.querySelector(`.p-${part}`).setAttribute("d", pathOf(side, from, to)));
  };
})();
