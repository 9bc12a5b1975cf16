// Between two games of a chouette: who is box and captain next, to be read out, the order, and who comes or goes.
window.barpoint = window.barpoint || {};
window.barpoint.chouetteBetween = (function () {
  "use strict";
  const phone = window.barpoint.chouettePhone, rules = window.barpoint.chouette;
  if (!phone) return null;
  const { bdi, button, fill, h, signed } = window.barpoint.chouetteElements;
  const { proxyOf, sidelines } = window.barpoint.chouetteParts;
  const { page, state, total, words } = phone;
  const LONGEST_LARGE = 8;

  function between(offers) {
    const { order, results } = state.table, last = results[results.length - 1] || null, number = results.length + 1;
    const names = { n: number, box: order.box, captain: order.team[0] || "" };
    const verbs = ["join", "leave", "sit_out"].filter((word) => offers.some((each) => each.do === word));
    return [
      h("h1", { class: "unseen", tabindex: "-1" }, fill(words.announce, names)), blocks(order, last), orders(order, last),
      undoing(last), h("div", { class: "three-of" }, verbs.map((word) => button(words["open_" + word], phone.open(word)))),
      sidelines(["take_partner", "come_back"]), leaving(order), starting(offers, last, number),
    ];
  }

  function blocks(order, last) {
    if (!order.team.length) return null;
    const before = last && last.game, isSame = (one, another) => before && one === another;
    const box = !before ? words.box : isSame(before.box, order.box) ? words.boxStays : words.newBox;
    const captain = !before ? words.captainTitle
      : isSame(before.team[0], order.team[0]) ? words.captainStays : words.newCaptain;
    const isLong = (who) => who.split(/[\s-]+/).some((word) => word.length > LONGEST_LARGE);
    const block = (label, who, kind) =>
      h("div", { class: `${kind}${isLong(who) ? " long" : ""}` }, h("span", {}, label), h("strong", {}, bdi(who)));
    return h("div", { class: "blocks" }, block(box, order.box, "full"), block(captain, order.team[0], ""));
  }

  function orders(order, last) {
    const points = last ? rules.pointsOf(last.game) : new Map();
    const game = last ? fill(words.gameNumber, { n: last.game.number }) : "", { stake_minor: stake } = state.server.money;
    const head = [[words.inThisOrder, { colspan: 2 }], [game, { class: "number" }], [words.totalHead, { class: "number" }]];
    const row = (who) => {
      const money = stake ? h("small", { class: "soft" }, ` ${phone.money(total(who))}`) : null;
      return h("tr", {}, h("th", { scope: "row" }, bdi(who)),
        h("td", { class: "soft" }, roleOf(order, last, who), proxyOf(who)),
        h("td", { class: "number soft" }, points.has(who) ? signed(points.get(who)) : ""),
        h("td", { class: "number" }, h("b", {}, signed(total(who))), money));
    };
    return h("table", { class: "order" },
      h("thead", {}, h("tr", {}, head.map(([text, more]) => h("th", { scope: "col", ...more }, text)))),
      h("tbody", {}, rules.peopleOf(order).map(row)));
  }

  function roleOf(order, last, who) {
    if (who === order.box) return words.boxRole;
    if (who === order.partner) return words.partner;
    const at = order.team.indexOf(who), isLast = at > 0 && at === order.team.length - 1;
    const isMoved = isLast && last && last.game.team.indexOf(who) !== at;
    return isMoved ? words.toTheEnd : phone.role(order.team, at);
  }

  function undoing(last) {
    if (!last || !rules.withoutLastGame(state.happenings)) return null;
    const { game } = last, link = (label, word) => button(label, () => phone.write({ do: word }), { class: "link" });
    return h("div", { class: "sidelines outcome" }, h("span", { class: "soft" }, outcome(last)),
      link(words.undoResult, "undo"), link(fill(words.undoGame, { n: game.number }), "undo_game"));
  }

  // How the game just finished ended: played out or resigned, passed, or settled.
  function outcome({ game }) {
    const end = state.happenings.filter((each) => !["sit_out", "come_back"].includes(each.do)).pop();
    const who = end.answers ? Object.keys(end.answers)[0] : game.line[0], passer = { box_answers: "box", team_answers: "team" };
    const loser = end.do === "win" ? { box: "team", team: "box" }[end.side] : end.do === "resign" ? end.side
      : passer[end.do] || (rules.main(game, who).points > 0 ? "team" : "box");
    const text = words["won_" + end.kind] || (end.do === "settle" ? words.endedSettled : words.wonByPass);
    return fill(text, { n: game.number, who: loser === "team" ? game.box : words.crewName });
  }

  // Where the house splits a table of this size, and where too few are left.
  function leaving(order) {
    const count = rules.peopleOf(order).length, { split_from: least } = state.server.options;
    if (least !== null && count >= least) {
      return h("p", {}, h("a", { href: page.dataset.tables }, fill(words.splitNow, { n: count })));
    }
    return count < 3 ? h("p", {}, h("a", { href: page.dataset.closing }, words.closeNow)) : null;
  }

  function starting(offers, last, number) {
    const refused = rules.startRefused(state.table), start = offers.find((each) => each.do === "start");
    const press = () => start && phone.write({ do: "start" });
    const about = { class: refused ? "error" : "soft", id: "why", tabindex: "-1", role: "status" };
    const face = { class: "main wide", id: "write", "aria-disabled": String(!start) };
    return h("div", { class: "dock" }, button(fill(words.startGame, { n: number }), press, face),
      h("p", about, refused ? phone.reason(refused) : why(last), " ",
        h("a", { href: `${page.dataset.sheet}#rules` }, words.houseRules)));
  }

  function why(last) {
    if (!last) return words.firstGame;
    const { game, next } = last, captain = game.team[0];
    if (next.box !== game.box) return fill(words.whyNewBox, { box: next.box, old: game.box });
    return fill(game.captainDropped ? words.whyPassed : words.whyStays, { captain, box: game.box });
  }

  return { between };
})();
