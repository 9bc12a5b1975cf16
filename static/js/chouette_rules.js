// The rules of the chouette on the phone, so that a table goes on without a network: the same as rules/chouette, line by
// line; tests/browser/test_chouette.py plays random evenings on both. Nothing here touches the page.
//
// A happening is an object in the words of a file: {do: "box_doubles", to: ["Cid"]}; {do: "start"} begins a game.
// play(table, happening) returns the table after it, or throws a Refusal with the rule book's code.
window.barpoint = window.barpoint || {};
window.barpoint.chouette = (function () {
  "use strict";
  const {
    TIMES, BETWEEN_GAMES, refuse, other, without, isMulti, sameSet, contractOf, isOpen, peopleOf, main, playersIn,
    acting, pendingOf, turnedBy, waiting, awayOf, doubling, running, checkMembers, withEnds, finished, withGame,
    ANY_TIME, Refusal, pointsOf, result, totals,
  } = window.barpoint.chouetteGame;
  const {
    sitDown, join, leave, possiblePartner, takePartner, possibleProxies, sitOut, comeBack, startRefused, start,
    atLossLimit,
  } = window.barpoint.chouettePeople;
  const {
    ties, refusing, refuseOpening, quiet, teamDoubles, boxDoubles, mayBeaver, mayRaccoon, mayDecline, answerDouble,
    answerBeaver, answerRaccoon, sidePoints, acted, played,
  } = window.barpoint.chouetteCubes;

  function win(table, { side, kind }) {
    const game = quiet(table), loser = other(side);
    const ends = playersIn(game).map((who) => [who, played(main(game, who), loser, kind, table.options, "played")]);
    const after = withEnds(game, new Map(ends));
    const close = (each) => ({ ...each, points: sidePoints(each, loser, TIMES[kind]), ended: "played" });
    return withGame(table, { ...after, contracts: after.contracts.map((each) => (isOpen(each) ? close(each) : each)) });
  }

  function resign(table, { who, side, kind }) {
    const game = quiet(table);
    if (!isMulti(table.options)) refuse("one_cube");
    checkMembers([who], playersIn(game), "not_in");
    const end = played(main(game, who), side, kind, table.options, "resigned");
    return withGame(table, acted(withEnds(game, new Map([[who, end]]))));
  }

  function settle(table, { between, pays = null, points }) {
    const game = running(table), [first, second] = between;
    if (!table.options.settlements) refuse("no_settlements");
    const isBetween = (each) => sameSet([each.boxSide, each.teamSide], between);
    const contract = game.contracts.find((each) => isOpen(each) && isBetween(each));
    if (!contract) refuse("no_contract", { first, second });
    if (!between.includes(pays) && (pays !== null || points)) refuse("payer", { pays });
    const won = pays === contract.teamSide ? points : -points;
    if (!contract.isExtra) {
      const end = { points: won, ended: "settled", times: 1 };
      return withGame(table, acted(withEnds(game, new Map([[contract.teamSide, end]]))));
    }
    const close = (each) => (each === contract ? { ...each, points: won, ended: "settled" } : each);
    return withGame(table, acted({ ...game, contracts: game.contracts.map(close) }));
  }

  function possibleExtras(game, options) {
    const { lone } = game;
    if (options.extras === "off" || !lone) return [];
    const isHolding = (who) => game.contracts.some((each) => each.isExtra && each.teamSide === lone.taker && each.boxSide === who);
    return lone.droppers.filter((who) => !isHolding(who)).map((who) => [who, lone.taker]);
  }

  function extra(table, { holder, against }) {
    const game = running(table);
    if (table.options.extras === "off") refuse("no_extras");
    const isPossible = possibleExtras(game, table.options).some((pair) => pair[0] === holder && pair[1] === against);
    if (!isPossible) refuse("no_extra", { holder, against });
    const { before } = game.lone;
    const contract = { ...contractOf(holder, against), value: before * 2, doublings: 1, isExtra: true, price: before };
    return withGame(table, { ...game, contracts: game.contracts.concat([contract]) });
  }

  // --- What is possible now

  function announced(table, game, who) {
    const order = table.options.cube_order, leader = acting(game);
    if (order === "from_the_end") return who.slice().reverse();
    if (order === "captain_first") return who.filter((each) => each === leader).concat(without(who, leader));
    return who;
  }

  function offers(table) {
    const { game } = table, rows = game ? inGame(table, game) : betweenGames(table), away = awayOf(table);
    const pairs = peopleOf(table.order).filter((who) => !away.has(who))
      .flatMap((who) => possibleProxies(table, who).map((proxy) => [who, proxy]));
    if (pairs.length) rows.push({ do: "sit_out", pairs });
    if (away.size) rows.push({ do: "come_back", who: Array.from(away.keys()) });
    return rows;
  }

  function betweenGames(table) {
    const people = peopleOf(table.order), partner = possiblePartner(table), rows = [{ do: "join" }];
    if (people.length > 1) rows.push({ do: "leave", who: people });
    if (partner) rows.push({ do: "take_partner", who: [partner] });
    if (!startRefused(table)) rows.push({ do: "start" });
    return rows;
  }

  function inGame(table, game) {
    const { options } = table, rows = [];
    if (pendingOf(game)) rows.push(answering(table, game));
    else {
      if (!game.hasBegun && game.ties === null && !game.refused.length) rows.push({ do: "ties" });
      if (refusing(game, options).length) rows.push({ do: "refuse_opening", sides: refusing(game, options) });
      [["team_doubles", "team"], ["box_doubles", "box"]].forEach(([word, side]) => {
        const able = doubling(game, side, options);
        if (able.length) rows.push({ do: word, side, who: announced(table, game, able), isAll: !isMulti(options) });
      });
      if (isMulti(options) && playersIn(game).length) rows.push({ do: "resign", who: playersIn(game) });
      rows.push({ do: "win" });
    }
    if (options.settlements) {
      rows.push({ do: "settle", pairs: game.contracts.filter(isOpen).map((each) => [each.boxSide, each.teamSide]) });
    }
    if (possibleExtras(game, options).length) rows.push({ do: "extra", pairs: possibleExtras(game, options) });
    return rows;
  }

  function answering(table, game) {
    const { options } = table, pending = pendingOf(game), side = other(turnedBy(game));
    const decline = mayDecline(options) ? ["pass"] : [];
    const choices = (who) => {
      if (pending === "offer") return ["take", "pass"].concat(mayBeaver(main(game, who), options) ? ["beaver"] : []);
      if (pending === "raccoon") return ["accept"].concat(decline);
      return ["accept"].concat(decline, mayRaccoon(main(game, who), options) ? ["raccoon"] : []);
    };
    const isBoxDouble = pending === "offer" && side === "team";
    const word = { offer: isBoxDouble ? "team_answers" : "box_answers", beaver: "beaver_answers", raccoon: "raccoon_answers" };
    const answers = announced(table, game, waiting(game)).map((who) => [who, choices(who)]);
    return { do: word[pending], side, answers, isAll: !isMulti(options) && !isBoxDouble };
  }

  // --- One happening after the other

  const PLAYS = {
    join, leave, take_partner: takePartner, sit_out: sitOut, come_back: comeBack, start, ties, settle, extra, resign, win,
    refuse_opening: refuseOpening, team_doubles: teamDoubles, box_doubles: boxDoubles, beaver_answers: answerBeaver,
    raccoon_answers: answerRaccoon, box_answers: (table, words) => answerDouble(table, words, "box"),
    team_answers: (table, words) => answerDouble(table, words, "team"),
  };

  const play = (table, words) => finished(PLAYS[words.do](table, words));
  const replay = (options, people, happenings) => happenings.reduce(play, sitDown(options, people));

  // What is left of the happenings without the last one, or without the last game; null where there is none to undo.
  function withoutLast(happenings) {
    const last = happenings[happenings.length - 1];
    return !last || BETWEEN_GAMES.concat("start").includes(last.do) ? null : happenings.slice(0, -1);
  }
  function withoutLastGame(happenings) {
    const at = happenings.map((each) => each.do).lastIndexOf("start");
    return at < 0 || happenings.slice(at).some((each) => BETWEEN_GAMES.includes(each.do)) ? null : happenings.slice(0, at);
  }

  return {
    ANY_TIME, Refusal, acting, atLossLimit, isOpen, main, offers, peopleOf, pendingOf, play, playersIn, pointsOf, replay,
    result, sitDown, startRefused, totals, turnedBy, waiting, withoutLast, withoutLastGame,
  };
})();
