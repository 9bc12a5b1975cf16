// Who sits down at a chouette, joins, leaves, sits out or partners the box, and what stands against a new game.
window.barpoint = window.barpoint || {};
window.barpoint.chouettePeople = (function () {
  "use strict";
  const {
    FEWEST, LARGEST, Refusal, refuse, without, contractOf, peopleOf, acting, awayOf, totals,
  } = window.barpoint.chouetteGame;

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

  return {
    atLossLimit, comeBack, join, leave, possiblePartner, possibleProxies, sitDown, sitOut, start, startRefused,
    takePartner,
  };
})();
