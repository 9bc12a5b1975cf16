// The phone on the table of a chouette: it shows what is possible now, says what would follow, and writes it. The rules
// are its own (chouette_rules.js), so the table goes on without a network; what is written goes out in order through the
// outbox (outbox.js). Every form works without this script.
//
// #chouette   data-state: options, order, happenings and version as the server has them; fetched again by live.js
// #phone      this script's page with its words, in which names are written %(names)s; #table is the server's
(function () {
  "use strict";
  const rules = window.barpoint.chouette, outbox = window.barpoint.outbox;
  const source = document.getElementById("chouette"), phone = document.getElementById("phone");
  if (!source || !phone || !outbox || !outbox.works) return;
  const words = JSON.parse(phone.dataset.words), refusals = JSON.parse(phone.dataset.refusals), path = phone.dataset.path;
  let server = null, table = null, happenings = [], pending = [], draft = {}, shown = "", conflict = "";

  // --- Words

  const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (all, name) => (name in values ? values[name] : all));
  const signed = (points) => (points > 0 ? "+" + points : points < 0 ? "\u2212" + -points : "0");
  function listed(names) {
    if (names.length < 2) return names.join("");
    return fill(words.and, { first: names.slice(0, -1).join(", "), last: names[names.length - 1] });
  }
  const role = (line, at) => {
    if (at === 0) return words.captain;
    return at === line.length - 1 ? words.last : words.ranks.split(" ")[at - 1] || String(at + 1);
  };
  const money = (points) => {
    const { stake_minor: stake, digits, sign } = server.money, sum = Math.abs(points) * stake;
    const text = (sum / Math.pow(10, digits)).toFixed(sum % Math.pow(10, digits) ? digits : 0);
    return (points < 0 ? "\u2212" : points > 0 ? "+" : "") + sign + text;
  };

  // --- The page is built from elements, so that a name is never markup

  function h(name, attributes, ...children) {
    const element = document.createElement(name);
    Object.entries(attributes || {}).forEach(([key, value]) => {
      if (key === "on") element.addEventListener(name === "form" ? "submit" : name === "input" ? "input" : name === "select" ? "change" : "click", value);
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    });
    element.append(...children.flat().filter((each) => each !== null && each !== false && each !== undefined));
    return element;
  }
  const bdi = (name) => h("bdi", {}, name);

  // --- What counts: the server's happenings, and those that wait on this phone

  const own = () => outbox.all().filter((each) => each.kind === "chouette" && each.chouette === server.id);
  const unsent = () => own().filter((each) => ["written", "locked"].includes(each.state));

  function apply(list, happening) {
    if (happening.do === "undo") return rules.withoutLast(list) || list;
    if (happening.do === "undo_game") return rules.withoutLastGame(list) || list;
    return list.concat([happening]);
  }

  function read() {
    server = JSON.parse(source.dataset.state);
    own().filter((each) => each.state === "sent" && each.number <= server.version).forEach((each) => outbox.drop(each.key));
    const refused = own().filter((each) => each.state === "refused");
    if (refused.length) {
      conflict = refused[0].message;
      own().forEach((each) => outbox.drop(each.key));
    }
    pending = own().filter((each) => each.state !== "refused" && each.seen >= server.version);
    happenings = pending.reduce((list, each) => apply(list, each.words), server.happenings);
    try {
      table = rules.replay(server.options, server.order, happenings);
    } catch (refusal) {
      table = rules.replay(server.options, server.order, server.happenings);
    }
  }

  function write(happening) {
    if (server.closed) return;
    conflict = "";
    const seen = server.version + pending.length;
    outbox.write({
      match: `chouette-${server.id}-${seen}-${Math.random()}`, kind: "chouette", chouette: server.id, path, seen,
      words: happening, fields: [["words", JSON.stringify(happening)], ["seen", String(seen)]],
    });
    draft = {};
    render();
    phone.querySelector("h1").focus();
  }

  // --- What would follow

  function tried(happening) {
    try {
      return { after: rules.play(table, happening), refusal: null };
    } catch (refusal) {
      return { after: null, refusal };
    }
  }

  function reason(refusal) {
    const text = refusals[refusal.code];
    if (!text) return words.notNow;
    const show = (value) => (Array.isArray(value) ? listed(value) : String(value));
    return text.replace(/\{(\w+)\}/g, (all, name) => (name in refusal.facts ? show(refusal.facts[name]) : all));
  }

  function gamePoints(game) {
    const groups = new Map();
    rules.pointsOf(game).forEach((points, who) => { if (who !== game.box) groups.set(points, (groups.get(points) || []).concat([who])); });
    const rows = Array.from(groups).sort((one, another) => one[1].length - another[1].length);
    return rows.map(([points, who], at) => {
      const others = at && at === rows.length - 1 && who.length > 1 ? words.others : listed(who);
      return `${rows.length === 1 && who.length > 1 ? words.each : others} ${signed(points)}`;
    }).join(", ");
  }

  function consequence(after) {
    const before = table.game;
    if (!after.game && before) {
      const { game } = after.results[after.results.length - 1], { box, team } = after.order;
      return fill(words.then, { box: game.box, points: signed(rules.pointsOf(game).get(game.box)), next: box, captain: team[0] });
    }
    if (!after.game || !before) return "";
    const parts = [], paid = new Map();
    after.game.contracts.forEach((each, at) => {
      const was = before.contracts[at];
      if (!was || rules.isOpen(each) || !rules.isOpen(was) || !each.points) return;
      const payer = each.points > 0 ? each.teamSide : each.boxSide, payee = each.points > 0 ? each.boxSide : each.teamSide;
      const isBox = payer === each.boxSide, key = JSON.stringify([isBox, isBox ? payer : payee, Math.abs(each.points)]);
      paid.set(key, (paid.get(key) || []).concat([isBox ? payee : payer]));
    });
    paid.forEach((members, key) => {
      const [isBox, who, points] = JSON.parse(key), isOne = members.length === 1;
      const values = { names: isBox ? who : listed(members), payee: isBox ? listed(members) : who, points };
      parts.push(fill(isOne ? words.pays : isBox ? words.paysEach : words.payEach, values));
    });
    const leader = rules.acting(after.game);
    if (leader && leader !== rules.acting(before)) parts.push(fill(words.playsOn, { who: leader }));
    return parts.join(" ");
  }

  // --- Parts

  const total = (who) => rules.totals(table).get(who) || 0;
  const standing = (who) => h("span", { class: "total" }, signed(total(who)), server.money.stake_minor ? h("small", {}, money(total(who))) : null);
  const button = (label, on, attributes) => h("button", { type: "button", on, ...attributes }, label);
  const choice = (label, isChosen, on, name) =>
    h("button", { type: "button", class: isChosen ? "chosen" : "", "aria-pressed": String(isChosen), "aria-label": name, on }, label);
  const set = (values) => () => { draft = { ...draft, ...values }; render(); };
  const open = (panel) => set({ panel, chosen: [], values: {} });

  function boxBlock(order) {
    return h("div", { class: "box-block" }, h("span", { class: "what" }, order.partner ? words.boxAndPartner : words.box),
      h("strong", {}, bdi(order.box), order.partner ? [" + ", bdi(order.partner)] : null), standing(order.box));
  }

  function dock(label, happening, note) {
    const { after, refusal } = happening ? tried(happening) : { after: null, refusal: null };
    const isReady = Boolean(after);
    const text = refusal ? reason(refusal) : isReady ? consequence(after) : note || "";
    return h("div", { class: "dock" },
      h("button", { type: "button", class: "main wide", id: "write", "aria-disabled": String(!isReady), on: () => (isReady ? write(happening) : phone.querySelector("#why").focus()) },
        isReady ? fill(words.writeIt, { what: label(after) }) : refusal ? words.notPossible : note || ""),
      h("p", { id: "why", tabindex: "-1", class: refusal ? "error" : "soft", role: "status" }, isReady || refusal ? text : "\u00a0"));
  }

  const away = () => new Map(table.away);
  function nameOf(who, line, at, more) {
    const proxy = away().has(who) ? fill(words.away, { who: away().get(who) || words.captain }) : null;
    return h("div", { class: "who" }, h("b", {}, bdi(who)), h("small", { class: more ? "now" : "" }, more || role(line, at), proxy ? ` · ${proxy}` : null));
  }

  // --- A double, a beaver or a raccoon waits for answers

  function question(game) {
    const first = rules.waiting(game)[0], contract = rules.main(game, first), by = rules.turnedBy(game);
    const isAll = rules.waiting(game).length === rules.playersIn(game).length;
    const values = { box: game.box, names: listed(rules.waiting(game)), captain: rules.acting(game), to: contract.before * 2 };
    if (rules.pendingOf(game) === "beaver") return fill(words.beavered, { ...values, to: contract.value });
    if (rules.pendingOf(game) === "raccoon") return fill(words.raccooned, { ...values, to: contract.value });
    if (by === "box") return fill(isAll ? words.boxDoublesAll : words.boxDoubles, values);
    if (server.options.cubes === "single") return fill(words.crewDoubles, values);
    return fill(isAll ? words.allDouble : words.someDouble, values);
  }

  function answering(game, offer) {
    const members = offer.isAll ? [[game.line.find((who) => rules.main(game, who).pending), offer.answers[0][1]]] : offer.answers;
    const given = draft.answers || {}, missing = members.map(([who]) => who).filter((who) => !given[who]);
    const answers = Object.fromEntries(members.map(([who]) => [who, given[who]]));
    const happening = missing.length ? null : offer.isAll ? { do: offer.do, answer: answers[members[0][0]] } : { do: offer.do, answers };
    const result = happening ? tried(happening) : {}, leader = result.after && result.after.game && rules.acting(result.after.game);
    const order = game.line.filter((who) => members.some(([each]) => each === who)).concat([]);
    const byName = new Map(members);
    const rows = (server.options.cube_order === "free" || server.options.cube_order === "team" ? order : members.map(([who]) => who))
      .map((who) => answerRow(game, who, byName.get(who), offer, leader));
    const all = members.length > 1 ? button(words.allTake, set({ answers: Object.fromEntries(members.map(([who]) => [who, byName.get(who)[0]])) }), { class: "link" }) : null;
    const note = missing.length ? fill(words.missing, { who: missing[0] }) : "";
    return [
      h("div", { class: "ask" }, h("h1", { tabindex: "-1" }, question(game)), all), h("div", { class: "crew answers" }, rows),
      sidelines(["undo", "settle", "extra", "sit_out"]),
      dock(() => answersWord(answers, offer, game), happening, note),
    ];
  }

  function answersWord(answers, offer, game) {
    const groups = {};
    Object.entries(answers).forEach(([who, answer]) => { groups[answer] = (groups[answer] || []).concat([who]); });
    const one = (answer, who) => fill(words[(who.length > 1 ? "many_" : "one_") + answer] || answer, { names: listed(who) });
    if (offer.side === "box") {
      return `${game.box} ${Object.entries(groups).map(([answer, who]) => fill(words["box_" + answer], { names: offer.isAll || !groups[answer][1] && Object.keys(answers).length === 1 ? "" : listed(who) }).trim()).join(", ")}`;
    }
    const active = Object.entries(groups).filter(([answer]) => answer !== "pass");
    if (!active.length) return words.everybodyPasses;
    return active.map(([answer, who]) => one(answer, who)).join(", ");
  }

  function answerRow(game, who, choices, offer, leader) {
    const given = (draft.answers || {})[who], contract = rules.main(game, who), value = rules.pendingOf(game) === "offer" ? contract.before * 2 : contract.value;
    const at = game.line.indexOf(who), isPassed = given === "pass";
    const name = offer.isAll && offer.side === "box" ? game.box : who;
    const more = leader === who && leader !== rules.acting(game) ? words.nowCaptain : null;
    const pick = (answer) => choice(words[answer], given === answer, set({ answers: { ...draft.answers, [who]: answer } }), `${offer.side === "box" ? `${game.box}, ${who}` : name}: ${words[answer]}`);
    return h("div", { class: `answer${isPassed ? " passed" : ""}${choices.length > 2 ? " three" : ""}`, role: "group", "aria-label": who },
      h("span", { class: `cube${isPassed ? " struck" : ""}` }, String(value)),
      offer.isAll && offer.side === "box" ? h("div", { class: "who" }, h("b", {}, bdi(game.box)), h("small", {}, words.box)) : nameOf(who, game.line, at, more),
      h("span", { class: "total" }, signed(total(name))), h("div", { class: "picks" }, choices.map(pick)));
  }

  // --- Nothing waits: cubes, doubles, the end of the game

  function rail(contract) {
    const where = contract.owner === null ? "middle" : contract.owner === "box" ? "start" : "end";
    const side = contract.owner === null ? words.centred : contract.owner === "box" ? words.boxsCube : words.theirCube;
    return h("span", { class: `rail ${where}` }, h("span", { class: `cube${contract.owner === "box" ? " full" : ""}` }, String(contract.value), h("span", { class: "unseen" }, ` ${side}`)));
  }

  function crewRow(game, who, at) {
    const contract = rules.main(game, who);
    const state = rules.isOpen(contract) ? rail(contract) : h("span", { class: "rail out soft" }, `${words.out} ${signed(-rules.result(contract))}`);
    return h("div", { class: `member${rules.isOpen(contract) ? "" : " passed"}` }, nameOf(who, game.line, at, who === rules.acting(game) && (at || game.captainDropped) ? words.actingCaptain : null), state, standing(who));
  }

  function playing(game, offers) {
    const find = (word) => offers.find((each) => each.do === word), isMulti = server.options.cubes === "multi";
    const doubles = [["box_doubles", game.box], ["team_doubles", rules.acting(game)]].filter(([word]) => find(word)).map(([word, who]) => {
      const offer = find(word), members = offer.who, value = rules.main(game, members[0]).value * 2;
      const isOne = !isMulti || members.length === 1, name = word === "box_doubles" ? game.box : isMulti ? members[0] : who;
      const happening = { do: word, ...(isMulti ? { [word === "box_doubles" ? "to" : "by"]: members } : {}) };
      if (isOne && tried(happening).after) return button(fill(words.doublesTo, { who: name, to: value }), () => write(happening));
      return button(fill(words.doublesSome, { who: word === "box_doubles" ? game.box : words.crewName }), open(word));
    });
    return [
      h("h1", { class: "unseen", tabindex: "-1" }, fill(words.gameNumber, { n: game.number })),
      h("div", { class: "rail-heads", "aria-hidden": "true" }, h("span", {}, words.crew), h("span", {}, fill(words.cubeOf, { who: game.box })), h("span", {}, words.theirCube), h("span", {}, words.totalHead)),
      h("div", { class: "crew" }, game.line.map((who, at) => crewRow(game, who, at))),
      doubles.length ? h("p", { class: "label" }, words.double) : null, h("div", { class: "pair-of" }, doubles),
      winning(game), sidelines(["undo", "ties", "refuse_opening", "settle", "extra", "resign", "sit_out", "come_back"]),
      draft.side ? dock((after) => gamePoints(after.results[after.results.length - 1].game), { do: "win", side: draft.side, kind: draft.kind || "single" }) : dock(null, null, words.nobodyWon),
    ];
  }

  function winning(game) {
    const kinds = ["single", "gammon", "backgammon"], crew = fill(words.crewOf, { who: rules.acting(game) || game.line[0] });
    return h("div", { class: "winning", role: "group", "aria-label": words.whoWon }, h("p", { class: "label" }, fill(words.gameNumber, { n: game.number }), h("span", { class: "soft" }, ` ${words.whoWon}`)),
      h("div", { class: "pair-of large" }, choice(game.box, draft.side === "box", set({ side: "box" })), choice(crew, draft.side === "team", set({ side: "team" }))),
      h("div", { class: "three-of" }, kinds.map((kind) => choice(words[kind], (draft.kind || "single") === kind, set({ kind })))));
  }

  // --- Panels: what needs a choice of people or a number

  function panel(game, offer, offers) {
    const make = {
      box_doubles: choosing, team_doubles: choosing, ties: tiesPanel, refuse_opening: sidesPanel, settle: settlePanel, extra: pairsPanel,
      resign: resignPanel, sit_out: pairsPanel, come_back: peoplePanel, leave: peoplePanel, take_partner: peoplePanel, join: joinPanel,
    }[draft.panel];
    if (!offer || !make) { draft = {}; return body(offers); }
    const back = button(words.back, () => { draft = {}; render(); }, { class: "link" });
    return [h("div", { class: "ask" }, h("h1", { tabindex: "-1" }, words["panel_" + draft.panel] || ""), back), ...make(offer, game)];
  }

  function choosing(offer, game) {
    const chosen = draft.chosen || [], isBox = offer.do === "box_doubles";
    const toggle = (who) => set({ chosen: chosen.includes(who) ? chosen.filter((each) => each !== who) : chosen.concat([who]) });
    const row = (who) => {
      const contract = rules.main(game, who), is = chosen.includes(who);
      return h("div", { class: "answer", role: "group", "aria-label": who }, h("span", { class: "cube" }, String(contract.value * 2)), nameOf(who, game.line, game.line.indexOf(who)),
        h("span", { class: "total" }, signed(total(who))), h("div", { class: "picks" }, choice(isBox ? words.offer : words.doubles, is, toggle(who), `${who}: ${words.doubles}`)));
    };
    const happening = chosen.length ? { do: offer.do, [isBox ? "to" : "by"]: game.line.filter((who) => chosen.includes(who)) } : null;
    const label = () => fill(isBox ? words.boxDoublesThem : words.theyDouble, { box: game.box, names: chosen.length === offer.who.length ? words.all : listed(chosen) });
    return [button(words.all, set({ chosen: offer.who.slice() }), { class: "link" }), h("div", { class: "crew answers" }, offer.who.map(row)), dock(label, happening, words.chooseSome)];
  }

  const field = (label, control) => h("label", { class: "line" }, h("span", {}, label), control);
  const put = (name, render_) => (event) => { draft = { ...draft, values: { ...draft.values, [name]: event.target.value } }; if (render_ !== false) redock(); };
  function select(name, options) {
    const value = (draft.values || {})[name];
    return h("select", { on: put(name) }, options.map(([key, label]) => h("option", { value: key, selected: key === value }, label)));
  }
  const valueOf = (name, otherwise) => { const value = (draft.values || {})[name]; return value === undefined ? otherwise : value; };
  let redock = () => {};

  // A dock that follows what is typed, without taking the focus away from the field.
  function following(label, happening, note) {
    const make = () => dock(label, happening(), note);
    let element = make();
    redock = () => { const next = make(); element.replaceWith(next); element = next; };
    return element;
  }

  function tiesPanel() {
    const number = () => Number(valueOf("n", "1"));
    const input = h("input", { type: "number", min: 1, max: 20, value: valueOf("n", "1"), inputmode: "numeric", on: put("n") });
    return [field(words.equalRolls, input), following(() => String(number()), () => (number() >= 1 ? { do: "ties", n: number() } : null), words.chooseSome)];
  }

  function sidesPanel(offer, game) {
    return [h("div", { class: "pair-of" }, offer.sides.map((side) => button(side === "box" ? game.box : words.crewName, () => write({ do: "refuse_opening", side }))))];
  }

  function pairsPanel(offer) {
    const label = (pair) => (offer.do === "extra" ? fill(words.extraAgainst, { holder: pair[0], against: pair[1] }) : fill(words.proxyFor, { who: pair[0], proxy: pair[1] || words.captain }));
    const happening = (pair) => (offer.do === "extra" ? { do: "extra", holder: pair[0], against: pair[1] } : { do: "sit_out", who: pair[0], ...(pair[1] ? { proxy: pair[1] } : {}) });
    return [h("div", { class: "choices" }, offer.pairs.map((pair) => button(label(pair), () => write(happening(pair)))))];
  }

  function peoplePanel(offer) {
    const label = (who) => (offer.do === "leave" ? fill(words.leavesWith, { who, points: signed(total(who)) }) : who);
    return [h("div", { class: "choices" }, offer.who.map((who) => button(label(who), () => write({ do: offer.do, who }))))];
  }

  function joinPanel() {
    const name = () => valueOf("who", "").normalize("NFC").trim().replace(/ +/g, " ");
    const input = h("input", { value: valueOf("who", ""), autocomplete: "off", maxlength: 80, on: put("who") });
    const place = (after) => {
      const { team } = after.order, at = team.indexOf(name());
      return fill(words.sitsBehind, { who: name(), before: team[at - 1] || after.order.box });
    };
    return [field(words.name, input), following(place, () => (name() ? { do: "join", who: name() } : null), words.typeName)];
  }

  function settlePanel(offer) {
    const pairs = offer.pairs.map(([a, b]) => [JSON.stringify([a, b]), `${a} – ${b}`]);
    const between = () => JSON.parse(valueOf("pair", pairs[0][0])), payer = () => (between().includes(valueOf("pays")) ? valueOf("pays") : between()[1]);
    const points = () => Number(valueOf("points", "1"));
    const pays = h("div", {});
    const people = () => pays.replaceChildren(field(words.payer, select("pays", [payer(), ...between().filter((who) => who !== payer())].map((who) => [who, who]))));
    people();
    const pair = select("pair", pairs);
    pair.addEventListener("change", people);
    const input = h("input", { type: "number", min: 0, value: valueOf("points", "1"), inputmode: "numeric", on: put("points") });
    const happening = () => (points() >= 0 ? { do: "settle", between: between(), points: points(), ...(points() ? { pays: payer() } : {}) } : null);
    return [field(words.cubeBetween, pair), pays, field(words.points, input), following(() => `${payer()} ${signed(-points())}`, happening, words.chooseSome)];
  }

  function resignPanel(offer, game) {
    const who = () => valueOf("who", offer.who[0]), side = () => valueOf("side", "team"), kind = () => valueOf("kind", "single");
    const people = offer.who.map((each) => [each, each]), kinds = ["single", "gammon", "backgammon"].map((each) => [each, words[each]]);
    const sides = [["team", words.member], ["box", game.box]];
    return [
      field(words.cubeOfWhom, select("who", people)), field(words.whoResigns, select("side", sides)), field(words.kind, select("kind", kinds)),
      following(() => who(), () => ({ do: "resign", who: who(), side: side(), kind: kind() }), ""),
    ];
  }

  // --- Small links below: what is seldom needed

  function sidelines(list) {
    const offers = rules.offers(table), links = [];
    if (list.includes("undo") && rules.withoutLast(happenings)) links.push(button(words.undoLast, () => write({ do: "undo" }), { class: "link" }));
    list.filter((word) => word !== "undo" && offers.some((each) => each.do === word)).forEach((word) => {
      links.push(button(words["open_" + word], open(word), { class: "link" }));
    });
    if (draft.panel && table.game && rules.pendingOf(table.game)) return null;
    return links.length ? h("div", { class: "sidelines" }, links) : null;
  }

  // --- Between games

  function between(offers) {
    const find = (word) => offers.find((each) => each.do === word);
    const { order, results } = table, last = results.length ? results[results.length - 1] : null, number = results.length + 1;
    const before = last ? last.game : null, isNewBox = !before || before.box !== order.box, isNewCaptain = !before || before.team[0] !== order.team[0];
    const blocks = order.team.length ? h("div", { class: "blocks" },
      h("div", { class: "full" }, h("span", {}, before ? (isNewBox ? words.newBox : words.boxStays) : words.box), h("strong", {}, bdi(order.box))),
      h("div", {}, h("span", {}, before ? (isNewCaptain ? words.newCaptain : words.captainStays) : words.captainTitle), h("strong", {}, bdi(order.team[0])))) : null;
    const points = last ? rules.pointsOf(last.game) : new Map(), people = rules.peopleOf(order);
    const roleOf = (who) => (who === order.box ? words.boxRole : who === order.partner ? words.partner : role(order.team, order.team.indexOf(who)));
    const row = (who) => h("tr", {}, h("th", { scope: "row" }, bdi(who)), h("td", { class: "soft" }, roleOf(who), away().has(who) ? ` · ${fill(words.away, { who: away().get(who) || words.captain })}` : null),
      h("td", { class: "number soft" }, points.has(who) ? signed(points.get(who)) : ""), h("td", { class: "number" }, h("b", {}, signed(total(who))), server.money.stake_minor ? h("small", { class: "soft" }, ` ${money(total(who))}`) : null));
    const undo = rules.withoutLastGame(happenings) && last ? [button(words.undoResult, () => write({ do: "undo" }), { class: "link" }), button(fill(words.undoGame, { n: last.game.number }), () => write({ do: "undo_game" }), { class: "link" })] : [];
    const verbs = ["join", "leave", "sit_out"].filter(find).map((word) => button(words["open_" + word], open(word)));
    const refused = rules.startRefused(table), start = find("start");
    return [
      h("h1", { class: "unseen", tabindex: "-1" }, fill(words.announce, { n: number, box: order.box, captain: order.team[0] || "" })), blocks,
      h("table", { class: "order" }, h("thead", {}, h("tr", {}, h("th", { scope: "col", colspan: 2 }, words.inThisOrder), h("th", { scope: "col", class: "number" }, last ? fill(words.gameNumber, { n: last.game.number }) : ""), h("th", { scope: "col", class: "number" }, words.totalHead))), h("tbody", {}, people.map(row))),
      undo.length ? h("div", { class: "sidelines" }, undo) : null, h("div", { class: "three-of" }, verbs), sidelines(["take_partner", "come_back"]),
      h("div", { class: "dock" }, h("button", { type: "button", class: "main wide", id: "write", "aria-disabled": String(!start), on: () => start && write({ do: "start" }) }, fill(words.startGame, { n: number })),
        h("p", { class: refused ? "error" : "soft", id: "why", tabindex: "-1", role: "status" }, refused ? reason(refused) : why(last))),
    ];
  }

  function why(last) {
    if (!last) return words.firstGame;
    const { game, next } = last, was = game.team[0];
    if (next.box !== game.box) return fill(words.whyNewBox, { box: next.box, old: game.box });
    return fill(game.captainDropped ? words.whyPassed : words.whyStays, { captain: was, box: game.box });
  }

  // --- The whole page

  function strip() {
    const waiting = unsent(), isStuck = waiting.length && (navigator.onLine === false || outbox.isFailing() || waiting[0].state === "locked");
    const lines = [];
    if (conflict) lines.push(h("div", { class: "problem", role: "alert" }, h("p", {}, fill(words.conflict, { message: conflict })), button(words.close, () => { conflict = ""; render(); })));
    if (isStuck) lines.push(h("p", { class: "strip", role: "status" }, fill(waiting.length === 1 ? words.keptOne : words.keptMany, { n: waiting.length })));
    if (outbox.isUnstored()) lines.push(h("p", { class: "strip" }, words.unstored));
    return lines;
  }

  function body(offers) {
    const { game } = table, answer = offers.find((each) => each.answers);
    if (server.closed) return [h("h1", { tabindex: "-1" }, words.closed)];
    if (draft.panel) return panel(game, offers.find((each) => each.do === draft.panel), offers);
    if (answer) return answering(game, answer);
    return game ? playing(game, offers) : between(offers);
  }

  function render() {
    const typed = document.activeElement && phone.contains(document.activeElement) ? document.activeElement.id : "";
    redock = () => {};
    read();
    const { game } = table, offers = server.closed ? [] : rules.offers(table);
    const kicker = h("p", { class: "kicker" }, bdi(server.club), ` · ${fill(game ? words.gameNumber : words.gameIsNext, { n: game ? game.number : table.results.length + 1 })}`);
    phone.replaceChildren(...[...strip(), kicker, game ? boxBlock(game) : null, ...body(offers)].flat().filter(Boolean));
    if (typed && document.getElementById(typed)) document.getElementById(typed).focus({ preventScroll: true });
    shown = source.dataset.state;
  }

  document.documentElement.classList.add("has-phone");
  phone.hidden = false;
  document.addEventListener("outbox:changed", () => {
    if (own().some((each) => each.state === "refused")) document.dispatchEvent(new CustomEvent("live:refresh"));
    if (!draft.panel && !Object.keys(draft).length) render();
    else if (phone.querySelector(".strip") || unsent().length) render();
  });
  document.addEventListener("live:changed", () => {
    if (source.dataset.state === shown) return;
    // What this phone wrote comes back in the server's own words: only what follows from it is compared.
    const seen = () => JSON.stringify([table.order, table.game, table.away, table.results.length]), was = seen();
    read();
    if (seen() !== was) draft = {};
    render();
  });
  ["online", "offline"].forEach((each) => addEventListener(each, () => setTimeout(render, 0)));
  render();
})();
