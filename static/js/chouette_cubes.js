// The cubes of a chouette: openings refused, doubles, answers, beavers and raccoons.
window.barpoint = window.barpoint || {};
window.barpoint.chouetteCubes = (function () {
  "use strict";
  const {
    TIMES, refuse, other, without, isMulti, hasBeavers, hasRaccoons, sameSet, main, playersIn, acting, pendingOf,
    turnedBy, waiting, following, doubling, running, checkMembers, withEnds, withGame, withMains,
  } = window.barpoint.chouetteGame;

  function ties(table, { n }) {
    const game = running(table);
    if (game.hasBegun || game.ties !== null || game.refused.length) refuse("begun");
    const factor = Math.pow(2, Math.min(n, table.options.auto_limit));
    const contracts = game.contracts.map((each) => ({ ...each, value: each.value * factor }));
    return withGame(table, { ...game, contracts, ties: n });
  }

  function refusing(game, options) {
    const option = options.opening_refusal;
    if (option === "off" || game.hasBegun || (option === "opener" && game.refused.length)) return [];
    return ["box", "team"].filter((side) => !game.refused.includes(side));
  }

  function refuseOpening(table, { side }) {
    const game = running(table);
    if (table.options.opening_refusal === "off") refuse("no_refusal");
    if (game.hasBegun) refuse("begun");
    if (!refusing(game, table.options).includes(side)) refuse("refused_before", { side });
    const contracts = game.contracts.map((each) => ({ ...each, value: each.value * 2 }));
    return withGame(table, { ...game, contracts, refused: game.refused.concat([side]) });
  }

  function quiet(table) {
    const game = running(table);
    if (pendingOf(game)) refuse("unanswered", { pending: pendingOf(game) });
    return game;
  }

  function offered(table, game, who, side) {
    const turn = (each) => ({ ...main(game, each), pending: "offer", turnedBy: side, before: main(game, each).value });
    const changed = withMains(game, new Map(who.map((each) => [each, turn(each)])));
    return withGame(table, { ...changed, offered: side === "box" ? who : [], lone: null, hasBegun: true });
  }

  function teamDoubles(table, words) {
    const game = quiet(table), { options } = table, able = doubling(game, "team", options), leader = acting(game);
    let by = words.by || [];
    if (!isMulti(options)) {
      if (by.length && !(by.length === 1 && by[0] === leader)) refuse("not_captain", { who: by, captain: leader });
      by = able.length ? able : playersIn(game).slice(0, 1);
    }
    if (!by.length) refuse("no_one", { possible: able });
    if (by.includes(leader)) by = by.concat(following(table).filter((who) => able.includes(who) && !by.includes(who)));
    checkMembers(by, able, "no_double");
    return offered(table, game, by, "team");
  }

  function boxDoubles(table, words) {
    const game = quiet(table), { options } = table, able = doubling(game, "box", options), captain = acting(game);
    let to = words.to || [];
    if (!isMulti(options)) {
      if (to.length && !sameSet(to, playersIn(game))) refuse("to_all", { who: to, players: playersIn(game) });
      to = able.length ? able : playersIn(game).slice(0, 1);
    }
    if (!to.length) refuse("no_one", { possible: able });
    checkMembers(to, able, "no_double");
    if (options.la_rules && able.includes(captain) && !to.includes(captain)) {
      const level = main(game, captain).value;
      if (to.some((who) => main(game, who).value === level)) refuse("double_captain", { captain });
    }
    return offered(table, game, to, "box");
  }

  function mayBeaver(contract, options) {
    return hasBeavers(options) && (options.max_doublings === null || contract.doublings + 2 <= options.max_doublings);
  }
  function mayRaccoon(contract, options) {
    return hasRaccoons(options) && (options.max_doublings === null || contract.doublings + 1 <= options.max_doublings);
  }
  const mayDecline = (options) => options.beaver_decline === "allowed";

  function waitingFor(table, pending, side) {
    const game = running(table);
    if (pendingOf(game) !== pending || (side && turnedBy(game) === side)) refuse("no_offer", { pending: pendingOf(game) });
    return game;
  }

  function byMember(table, words, side, allowed) {
    const game = running(table), members = waiting(game), leader = acting(game);
    let answers = new Map(Object.entries(words.answers || {}));
    const isOneForAll = !isMulti(table.options) && (side === "box" || pendingOf(game) !== "offer");
    if (words.answer) {
      if (answers.size || !(isOneForAll || members.length === 1)) refuse("answers", { waiting: members });
      answers = new Map(members.map((who) => [who, words.answer]));
    } else if (isOneForAll) {
      if (!answers.has(leader) || new Set(answers.values()).size > 1) refuse("answers", { waiting: members });
      members.forEach((who) => answers.set(who, answers.get(leader)));
    }
    if (side === "team") withFollowing(table, game, answers, pendingOf(game) === "offer");
    if (!sameSet(Array.from(answers.keys()), members)) refuse("answers", { waiting: members });
    answers.forEach((answer, who) => { if (!allowed.includes(answer)) refuse("answer", { who, got: answer }); });
    return new Map(members.map((who) => [who, answers.get(who)]));
  }

  function withFollowing(table, game, answers, isOffer) {
    const captain = acting(game), members = waiting(game);
    if (!members.includes(captain) || !answers.has(captain)) return;
    following(table).filter((who) => members.includes(who) && who !== captain).forEach((who) => {
      let lead = answers.get(captain);
      if (isOffer && lead === "beaver" && !isMulti(table.options)) lead = "take";
      if (!answers.has(who)) answers.set(who, lead);
      if (answers.get(who) !== lead) refuse("follows_captain", { who, captain, answer: lead });
    });
  }

  function captainBeavers(game, answers) {
    const takers = game.line.filter((who) => answers.has(who) && answers.get(who) !== "pass");
    takers.slice(1).forEach((who) => {
      if (answers.get(who) === "beaver") refuse("captain_beavers", { who, captain: takers[0] });
    });
    return new Map(Array.from(answers, ([who, each]) => [who, takers.includes(who) ? answers.get(takers[0]) : each]));
  }

  function loneTaker(game, answers) {
    const members = Array.from(answers.keys()), droppers = members.filter((who) => answers.get(who) === "pass");
    const takers = without(members, null).filter((who) => !droppers.includes(who));
    if (takers.length !== 1 || !droppers.length || members.length !== game.offered.length) return null;
    return { taker: takers[0], before: main(game, takers[0]).before, droppers };
  }

  function checkBoxDuties(game, options, answers) {
    const initial = Array.from(answers.keys()).filter((who) => main(game, who).doublings === 0);
    const taken = initial.filter((who) => answers.get(who) !== "pass");
    const passed = initial.filter((who) => !taken.includes(who));
    if (!isMulti(options) || initial.length < 2 || !taken.length) return;
    const captain = acting(game);
    if (options.box_must_take_captain && passed.includes(captain)) refuse("take_captain", { captain });
    if (!sameSet(initial, game.team)) return;
    const counts = { taken: taken.length, passed: passed.length };
    if (options.both_or_none && initial.length === 2 && passed.length) refuse("both_or_none", { passed });
    if (options.box_duty === "half" && counts.taken < counts.passed) refuse("take_half", counts);
    if (options.box_duty === "break_even") {
      const worth = (members) => members.reduce((sum, who) => sum + main(game, who).before, 0);
      if (2 * worth(taken) < worth(passed)) refuse("break_even", { won: 2 * worth(taken), lost: worth(passed) });
    }
  }

  function answerDouble(table, words, side) {
    const game = waitingFor(table, "offer", side), { options } = table;
    let answers = byMember(table, words, side, ["take", "pass", "beaver"]);
    answers.forEach((answer, who) => {
      if (answer === "beaver" && !mayBeaver(main(game, who), options)) refuse("no_beaver", { who });
    });
    if (side === "box") {
      checkBoxDuties(game, options, answers);
      return withGame(table, answered(game, answers));
    }
    if (!isMulti(options)) answers = captainBeavers(game, answers);
    const lone = loneTaker(game, answers);
    const mustBeaver = lone && options.lone_taker_must_beaver && mayBeaver(main(game, lone.taker), options);
    if (mustBeaver && answers.get(lone.taker) !== "beaver") refuse("must_beaver", { who: lone.taker });
    return withGame(table, { ...answered(game, answers), lone });
  }

  function checkDeclines(table, answers) {
    if (!mayDecline(table.options) && Array.from(answers.values()).includes("pass")) refuse("no_decline");
  }

  function answerBeaver(table, words) {
    const game = waitingFor(table, "beaver");
    const answers = byMember(table, words, other(turnedBy(game)), ["accept", "pass", "raccoon"]);
    answers.forEach((answer, who) => {
      if (answer === "raccoon" && !mayRaccoon(main(game, who), table.options)) refuse("no_raccoon", { who });
    });
    checkDeclines(table, answers);
    return withGame(table, answered(game, answers));
  }

  function answerRaccoon(table, words) {
    const game = waitingFor(table, "raccoon");
    const answers = byMember(table, words, other(turnedBy(game)), ["accept", "pass"]);
    checkDeclines(table, answers);
    return withGame(table, answered(game, answers));
  }

  function answered(game, answers) {
    const changed = new Map(), ends = new Map();
    answers.forEach((answer, who) => {
      if (answer === "pass") ends.set(who, passed(main(game, who)));
      else changed.set(who, turned(main(game, who), answer));
    });
    const after = withEnds(withMains(game, changed), ends);
    const isStillLone = after.lone && playersIn(after).includes(after.lone.taker);
    return { ...after, lone: isStillLone ? after.lone : null };
  }

  function passed(contract) {
    const points = contract.before * { offer: 1, beaver: 2, raccoon: 4 }[contract.pending];
    return { points: contract.turnedBy === "box" ? points : -points, ended: "passed", times: 1 };
  }

  function turned(contract, answer) {
    const answering = other(contract.turnedBy), { before, doublings } = contract;
    if (answer === "accept") return { ...contract, pending: null, turnedBy: null, before: 0 };
    if (answer === "raccoon") {
      return { ...contract, value: before * 8, doublings: doublings + 1, pending: "raccoon", turnedBy: answering };
    }
    if (answer === "beaver") {
      const count = doublings + 2;
      return { ...contract, value: before * 4, owner: answering, doublings: count, pending: "beaver", turnedBy: answering };
    }
    const taken = { ...contract, value: before * 2, owner: answering, doublings: doublings + 1 };
    return { ...taken, pending: null, turnedBy: null, before: 0 };
  }

  // --- Ends

  const sidePoints = (contract, loser, times) => contract.value * times * (loser === "team" ? 1 : -1);
  const acted = (game) => ({ ...game, lone: null, hasBegun: true });

  function played(contract, loser, kind, options, ended) {
    const times = options.jacoby && contract.doublings === 0 ? 1 : TIMES[kind];
    return { points: sidePoints(contract, loser, times), ended, times: TIMES[kind] };
  }

  return {
    acted, answerBeaver, answerDouble, answerRaccoon, boxDoubles, mayBeaver, mayDecline, mayRaccoon, played, quiet,
    refuseOpening, refusing, sidePoints, teamDoubles, ties,
  };
})();
