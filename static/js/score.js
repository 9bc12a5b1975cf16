// Adds up the games of a match as rules/match/score.py does, for a phone without a connection. What the server answers
// always counts. tests/browser/test_phone.py plays hundreds of matches through both.
//
// terms: {length, start: [top, bottom], crawford, holland, plays}; a game: ["top" | "bottom" | "none", cube, kind].
// plays: the games that take turns where they are not plain backgammon, each {kinds, draw, cube}.
window.barpoint = window.barpoint || {};
window.barpoint.score = (function () {
  "use strict";
  const WORTH = {
    single: 1, gammon: 2, backgammon: 3, drop: 1, resign_single: 1, resign_gammon: 2, resign_backgammon: 3,
  };
  const DRAWS = { draw: 0, draw_one: 1 };
  const LARGEST_CUBE = 1048576;

  // The phase of the game that starts at these points: normal, crawford, post_crawford or dmp.
  function phase(terms, points, crawfordPlayed) {
    const away = points.map((each) => terms.length - each);
    if (crawfordPlayed) return "post_crawford";
    if (away[0] === 1 && away[1] === 1) return "dmp";
    return terms.crawford && (away[0] === 1 || away[1] === 1) ? "crawford" : "normal";
  }

  // The rule book's code if this game cannot happen, or "".
  function refusal(terms, points, now, cube, kind) {
    if (Math.max(points[0], points[1]) >= terms.length) return "match.over";
    if (cube < 1 || cube > LARGEST_CUBE || (cube & (cube - 1)) !== 0) return "cube.value";
    if (kind in DRAWS) return "game.draw";
    return now === "crawford" && (cube > 1 || kind === "drop") ? "crawford.cube" : "";
  }

  // The score after all games. `shown` is never more than the length; `next` is the phase of the next game, "" when the
  // match is over. If a game cannot happen: {refused: its code, game: its number, points: the score before it}.
  function replay(terms, games) {
    if (terms.plays && terms.plays.length) return replayOthers(terms, games);
    let points = terms.start.slice(), crawford = null;
    for (let at = 0; at < games.length; at += 1) {
      const [side, cube, kind] = games[at], now = phase(terms, points, crawford !== null);
      const refused = refusal(terms, points, now, cube, kind);
      if (refused) return { refused, game: at + 1, points };
      if (now === "crawford") crawford = at + 1;
      const worth = cube * WORTH[kind];
      points = side === "top" ? [points[0] + worth, points[1]] : [points[0], points[1] + worth];
    }
    const winner = points[0] >= terms.length ? "top" : points[1] >= terms.length ? "bottom" : "";
    return {
      refused: "", points, winner, crawford,
      shown: points.map((each) => Math.min(each, terms.length)),
      next: winner ? "" : phase(terms, points, crawford !== null),
    };
  }

  // The winner of a match of other games has reached the length and leads.
  function leader(terms, points) {
    const [top, bottom] = points;
    if (Math.max(top, bottom) < terms.length || top === bottom) return "";
    return top > bottom ? "top" : "bottom";
  }

  function refusalOfOther(play, cube, kind) {
    if (kind in DRAWS) return kind === play.draw ? "" : "game.draw";
    if (!play.cube && (cube !== 1 || kind === "drop")) return "cube.off";
    if (cube < 1 || cube > LARGEST_CUBE || (cube & (cube - 1)) !== 0) return "cube.value";
    return play.kinds.includes(kind.replace("resign_", "")) ? "" : "game.value";
  }

  // The same as `replay` for other games than backgammon, which take turns: rules/match/several.py.
  function replayOthers(terms, games) {
    let points = terms.start.slice();
    for (let at = 0; at < games.length; at += 1) {
      const [side, cube, kind] = games[at], play = terms.plays[at % terms.plays.length];
      const refused = leader(terms, points) ? "match.over" : refusalOfOther(play, cube, kind);
      if (refused) return { refused, game: at + 1, points };
      const worth = kind in DRAWS ? DRAWS[kind] : cube * WORTH[kind], isDrawn = kind in DRAWS;
      points = [0, 1].map((of) => points[of] + (isDrawn || (side === "top") === (of === 0) ? worth : 0));
    }
    const winner = leader(terms, points), isBeyond = Math.min(points[0], points[1]) >= terms.length;
    return {
      refused: "", points, winner, crawford: null,
      shown: points.map((each) => (isBeyond ? each : Math.min(each, terms.length))),
      next: winner ? "" : "normal",
    };
  }

  // The two points of a typed score: null if it cannot be one, [] in other digits, which the server reads.
  const TYPED = /^\s*(\p{Nd}{1,6})\s*[-:/–—−.,\s]\s*(\p{Nd}{1,6})\s*$/u;
  function readTyped(text) {
    const match = TYPED.exec(text);
    if (!match) return null;
    const points = [Number(match[1]), Number(match[2])];
    return points.some(isNaN) ? [] : points;
  }

  return { replay, phase, readTyped };
})();
