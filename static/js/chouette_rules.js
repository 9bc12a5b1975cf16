// The rules of the chouette on the phone, so that a table goes on without a network: the same as rules/chouette, line by
// line; tests/browser/test_chouette_rules.py plays random evenings on both. Nothing here touches the page.
//
// A happening is an object in the words of a file: {do: "box_doubles", to: ["Cid"]}; {do: "start"} begins a game.
// play(table, happening) returns the table after it, or throws a Refusal with the rule book's code.
window.barpoint = window.barpoint || {};
window.barpoint.chouette = (function () {
  "use strict";
  const FEWEST = 3, LARGEST = 40;
  const TIMES = { single: 1, gammon: 2, backgammon: 3 };
  const BETWEEN_GAMES = ["join", "leave", "take_partner"], ANY_TIME = ["sit_out", "come_back"];

  class Refusal extends Error {
    constructor(code, facts) {
      super(code);
      this.code = "chouette." + code;
      this.facts = facts || {};
    }
  }
  const refuse = (code, facts) => { throw new Refusal(code, facts); };
  const other = (side) => (side === "box" ? "team" : "box");
  const without = (line, who) => line.filter((each) => each !== who);
  const toTheEnd = (line, who) => without(line, who).concat([who]);
  const isMulti = (options) => options.cubes === "multi";
  const hasBeavers = (options) => options.counter_double !== "none";
  const hasRaccoons = (options) => options.counter_double === "beaver_raccoon";
  const sameSet = (one, another) => one.length === another.length && one.every((each) => another.includes(each));

  // --- What a table and a game are

  const contractOf = (boxSide, teamSide) => ({
    boxSide, teamSide, value: 1, owner: null, doublings: 0, pending: null, turnedBy: null, before: 0, isExtra: false,
    price: 0, points: null, ended: null,
  });
  const isOpen = (contract) => contract.points === null;
  const peopleOf = (order) => [order.box].concat(order.partner ? [order.partner] : [], order.team);
  const main = (game, who) => game.contracts.find((each) => each.teamSide === who && !each.isExtra);
  const playersIn = (game) => game.line.filter((who) => isOpen(main(game, who)));
  const acting = (game) => playersIn(game)[0] || null;
  const pendingOf = (game) => (game.contracts.find((each) => each.pending) || {}).pending || null;
  const turnedBy = (game) => (game.contracts.find((each) => each.pending) || {}).turnedBy || null;
  const waiting = (game) => game.line.filter((who) => main(game, who).pending);
  const following = (table) => table.away.filter(([, proxy]) => proxy === null).map(([who]) => who);
  const awayOf = (table) => new Map(table.away);
  const result = (contract) => (contract.points || 0) - contract.price;
  const boxNet = (game) => game.contracts.filter((each) => !each.isExtra).reduce((sum, each) => sum + result(each), 0);

  function mayDouble(contract, side, options) {
    const below = options.max_doublings === null || contract.doublings < options.max_doublings;
    return isOpen(contract) && !contract.isExtra && !contract.pending && below &&
      (contract.owner === null || contract.owner === side);
  }

  function doubling(game, side, options) {
    if (pendingOf(game)) return [];
    const players = playersIn(game), able = players.filter((who) => mayDouble(main(game, who), side, options));
    return isMulti(options) || able.length === players.length ? able : [];
  }

  function postings(game) {
    const rows = [];
    const post = (payer, payee, points) => { if (points > 0) rows.push({ payer, payee, points }); };
    game.contracts.forEach((each) => [-each.price, each.points || 0].forEach((points) => {
      post(each.teamSide, each.boxSide, points);
      post(each.boxSide, each.teamSide, -points);
    }));
    const net = boxNet(game), half = Math.floor(Math.abs(net) / 2);
    if (game.partner && net > 1) post(game.box, game.partner, half);
    if (game.partner && net < -1) post(game.partner, game.box, half);
    return rows;
  }

  function pointsOf(game) {
    const sums = new Map(peopleOf(game).map((who) => [who, 0]));
    postings(game).forEach(({ payer, payee, points }) => {
      sums.set(payer, sums.get(payer) - points);
      sums.set(payee, sums.get(payee) + points);
    });
    return sums;
  }

  function totals(table) {
    const sums = new Map(table.accounts.map((who) => [who, 0]));
    table.results.forEach(({ game }) => pointsOf(game).forEach((points, who) => sums.set(who, sums.get(who) + points)));
    return sums;
  }

  function running(table) {
    return table.game || refuse("no_game");
  }

  function checkMembers(who, known, code) {
    who.forEach((each, at) => {
      if (who.indexOf(each) !== at) refuse("twice", { who: each });
      if (!known.includes(each)) refuse(code, { who: each, possible: known });
    });
  }

  // --- Rotation

  function withEnds(game, ends) {
    const leader = acting(game);
    const contracts = game.contracts.map((each) => closed(each, ends.get(each.teamSide)));
    const after = { ...game, contracts };
    return leader === null || !ends.has(leader) ? after : captainEnded(after, leader, ends.get(leader));
  }

  function closed(contract, end) {
    if (!end || !isOpen(contract) || (contract.isExtra && end.ended === "settled")) return contract;
    const points = contract.isExtra ? contract.value * end.times * (end.points > 0 ? 1 : -1) : end.points;
    return { ...contract, points, ended: end.ended, pending: null, turnedBy: null, before: 0 };
  }

  function captainEnded(before, captain, end) {
    const game = { ...before, finisherWon: end.points < 0 };
    if (game.decided) return game;
    if (end.points < 0) return { ...game, decided: { captain, winner: captain } };
    if (["played", "settled"].includes(end.ended)) return { ...game, decided: { captain, winner: null } };
    return { ...game, line: toTheEnd(game.line, captain), captainDropped: true };
  }

  function nextBox(game, options) {
    const option = options.captain_drop_winner, decided = game.decided;
    if (!decided || decided.winner === null) return null;
    if (game.captainDropped) return option === "box_stays" ? null : decided.winner;
    const playsOn = isMulti(options) && option === "original_captain_becomes_box";
    return playsOn && !game.finisherWon ? null : decided.winner;
  }

  function nextOrder(game, options) {
    const winner = nextBox(game, options);
    if (winner !== null) return passedOn(game, options, winner, without(game.line, winner));
    const line = game.captainDropped || !game.decided ? game.line : toTheEnd(game.line, game.decided.captain);
    if (options.la_rules && boxNet(game) < 0) return passedOn(game, options, line[0], line.slice(1));
    return { box: game.box, team: line, partner: game.partner };
  }

  function passedOn(game, options, box, rest) {
    if (game.partner === null) return { box, team: rest.concat([game.box]), partner: null };
    const team = [game.partner].concat(rest, [game.box]);
    if (options.box_partner_from === null || team.length + 1 < options.box_partner_from) return { box, team, partner: null };
    return { box, team: [team[0]].concat(team.slice(2)), partner: team[1] };
  }

  function finished(table) {
    const game = table.game;
    if (!game || game.contracts.some(isOpen)) return table;
    const order = nextOrder(game, table.options), last = order.team[order.team.length - 1];
    const cameLast = last === game.box || last !== game.team[game.team.length - 1] ? last : null;
    return { ...table, order, results: table.results.concat([{ game, next: order }]), game: null, cameLast };
  }

  // --- People

  function sitDown(options, people) {
    return {
      options, order: { box: people[0], team: people.slice(1), partner: null }, results: [], game: null, cameLast: null,
      away: [], accounts: people.slice(),
    };
  }

  function checkBetweenGames(table) {
    if (table.game) refuse("running", { number: table.game.number });
  }

  function checkPresent(table, who) {
    if (!peopleOf(table.order).includes(who)) refuse("absent", { who });
  }

  function join(table, { who }) {
    checkBetweenGames(table);
    const { order } = table, { team } = order;
    if (peopleOf(order).includes(who)) refuse("present", { who });
    if (peopleOf(order).length >= LARGEST) refuse("people", { least: FEWEST, most: LARGEST });
    const isAhead = table.options.join_position === "ahead_of_loser" && team.length && team[team.length - 1] === table.cameLast;
    const at = team.length - (isAhead ? 1 : 0);
    const accounts = table.accounts.includes(who) ? table.accounts : table.accounts.concat([who]);
    return { ...table, order: { ...order, team: team.slice(0, at).concat([who], team.slice(at)) }, accounts };
  }

  function leave(table, { who }) {
    checkBetweenGames(table);
    checkPresent(table, who);
    let { order } = table;
    const people = peopleOf(order);
    if (people.length === 1) refuse("people", { least: 1, most: LARGEST });
    if (who === order.partner) order = { ...order, partner: null };
    else if (who !== order.box) order = { ...order, team: without(order.team, who) };
    else if (order.partner && order.team.length) {
      order = { box: order.team[0], team: [order.partner].concat(order.team.slice(1)), partner: null };
    } else order = { box: people[1], team: people.slice(2), partner: null };
    return { ...table, order, away: table.away.filter((pair) => !pair.includes(who)) };
  }

  function possiblePartner(table) {
    const least = table.options.box_partner_from, { order } = table;
    return least === null || order.partner || peopleOf(order).length < least ? null : order.team[1];
  }

  function takePartner(table, { who }) {
    checkBetweenGames(table);
    const partner = possiblePartner(table);
    if (partner === null || who !== partner) refuse("no_partner", { who, possible: partner });
    return { ...table, order: { ...table.order, team: without(table.order.team, who), partner: who } };
  }

  function sameSide(order, who) {
    const side = order.team.includes(who) ? order.team : peopleOf(order).filter((each) => !order.team.includes(each));
    return without(side, who);
  }

  function possibleProxies(table, who) {
    const { game, order } = table, away = awayOf(table);
    const leaders = game ? [game.box, acting(game), game.partner] : [order.box, order.team[0], order.partner];
    const named = sameSide(order, who).filter((each) => !away.has(each));
    return leaders.includes(who) ? named : [null].concat(named);
  }

  function sitOut(table, { who, proxy = null }) {
    checkPresent(table, who);
    if (awayOf(table).has(who)) refuse("away", { who });
    if (!possibleProxies(table, who).includes(proxy)) refuse("proxy", { who, proxy });
    return { ...table, away: table.away.concat([[who, proxy]]) };
  }

  function comeBack(table, { who }) {
    if (!awayOf(table).has(who)) refuse("not_away", { who });
    return { ...table, away: table.away.filter(([each]) => each !== who) };
  }

  function atLossLimit(table) {
    const { loss_limit_minor: most, stake_minor: stake } = table.options, sums = totals(table);
    return most ? peopleOf(table.order).filter((who) => -sums.get(who) * stake >= most) : [];
  }

  function startRefused(table) {
    const { order } = table, must = table.options.box_partner_must_from, count = peopleOf(order).length;
    if (count < FEWEST || order.team.length < 2) return new Refusal("closed", { people: count, least: FEWEST });
    if (must !== null && count >= must && order.partner === null) {
      return new Refusal("partner_needed", { possible: possiblePartner(table) });
    }
    const lost = atLossLimit(table);
    if (lost.length) return new Refusal("loss_limit", { who: lost });
    const isRefused = ([who, proxy]) =>
      !(order.team.slice(1).includes(who) && proxy === null) && !sameSide(order, who).includes(proxy);
    const pair = table.away.find(isRefused);
    return pair ? new Refusal("proxy", { who: pair[0], proxy: pair[1] }) : null;
  }

  function start(table) {
    checkBetweenGames(table);
    const refusal = startRefused(table), { box, team, partner } = table.order;
    if (refusal) throw refusal;
    const game = {
      number: table.results.length + 1, box, team, line: team, contracts: team.map((who) => contractOf(box, who)), partner,
      ties: null, refused: [], hasBegun: false, offered: [], lone: null, captainDropped: false, decided: null,
      finisherWon: false,
    };
    return { ...table, game };
  }

  // --- Cubes

  const withGame = (table, game) => ({ ...table, game });
  const withMains = (game, changed) => ({
    ...game, contracts: game.contracts.map((each) => (each.isExtra ? each : changed.get(each.teamSide) || each)),
  });

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
