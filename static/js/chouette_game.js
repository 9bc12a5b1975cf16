// What a table of the chouette and a game of it are, on the phone: who plays, what a cube counts, who comes next.
// One of four parts of the rules in static/js: chouette_game, _people, _cubes, _rules.
window.barpoint = window.barpoint || {};
window.barpoint.chouetteGame = (function () {
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

  const withGame = (table, game) => ({ ...table, game });
  const withMains = (game, changed) => ({
    ...game, contracts: game.contracts.map((each) => (each.isExtra ? each : changed.get(each.teamSide) || each)),
  });

  return {
    acting, ANY_TIME, awayOf, BETWEEN_GAMES, checkMembers, contractOf, doubling, FEWEST, finished, following,
    hasBeavers, hasRaccoons, isMulti, isOpen, LARGEST, main, other, pendingOf, peopleOf, playersIn, pointsOf,
    Refusal, refuse, result, running, sameSet, TIMES, totals, turnedBy, waiting, withEnds, withGame, withMains,
    without,
  };
})();
