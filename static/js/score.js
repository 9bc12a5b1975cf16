// What the games of a match come to. The same arithmetic as rules/match/score.py, for a phone without a connection;
// tests/browser/test_phone.py plays hundreds of matches through both. What the server says always counts.
//
// terms: {length, start: [top, bottom], crawford, holland}; a game: ["top" | "bottom", cube, kind]
window.barpoint = window.barpoint || {};
window.barpoint.score = (function () {
  "use strict";
  const WORTH = { single: 1, gammon: 2, backgammon: 3, drop: 1, resign_single: 1, resign_gammon: 2, resign_backgammon: 3 };
  const LARGEST_CUBE = 1048576;

  // The phase of the game that starts at these points: normal, crawford, post_crawford or dmp.
  function phase(terms, points, played) {
    const need = points.map((each) => terms.length - each);
    if (played) return "post_crawford";
    if (need[0] === 1 && need[1] === 1) return "dmp";
    return terms.crawford && (need[0] === 1 || need[1] === 1) ? "crawford" : "normal";
  }

  // Where the match stands after the games. `refused` is the rule book's code for the first game that cannot have
  // happened, and `game` its number; `next` is the phase of the game to come, "" when somebody has won.
  function replay(terms, games) {
    let points = terms.start.slice(), crawford = null;
    for (let at = 0; at < games.length; at += 1) {
      const side = games[at][0], cube = games[at][1], kind = games[at][2], told = { game: at + 1, points: points };
      if (Math.max(points[0], points[1]) >= terms.length) return Object.assign(told, { refused: "match.over" });
      if (cube < 1 || cube > LARGEST_CUBE || (cube & (cube - 1)) !== 0) return Object.assign(told, { refused: "cube.value" });
      const now = phase(terms, points, crawford !== null);
      if (now === "crawford") {
        if (cube > 1 || kind === "drop") return Object.assign(told, { refused: "crawford.cube" });
        crawford = at + 1;
      }
      const worth = cube * WORTH[kind];
      points = side === "top" ? [points[0] + worth, points[1]] : [points[0], points[1] + worth];
    }
    const winner = points[0] >= terms.length ? "top" : points[1] >= terms.length ? "bottom" : "";
    return {
      refused: "", points: points, winner: winner, crawford: crawford,
      shown: points.map((each) => Math.min(each, terms.length)),
      next: winner ? "" : phase(terms, points, crawford !== null),
    };
  }

  return { replay: replay, phase: phase };
})();
