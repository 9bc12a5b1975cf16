// Panels of the phone on the table of a chouette: what needs a choice of people or a number before it is written.
window.barpoint = window.barpoint || {};
window.barpoint.chouettePanels = (function () {
  "use strict";
  const phone = window.barpoint.chouettePhone, rules = window.barpoint.chouette;
  if (!phone) return null;
  const { button, choice, field, fill, h, signed } = window.barpoint.chouetteElements;
  const { dock, nameOf } = window.barpoint.chouetteParts;
  const { listed, set, state, total, words, write } = phone;
  const KINDS = ["single", "gammon", "backgammon"], LONGEST_NAME = 80;
  let redock = () => {};

  // Return the panel that is open, null where it is not possible any more.
  function panel(game, offer) {
    const make = {
      box_doubles: choosing, team_doubles: choosing, ties, refuse_opening: sides, settle, extra: pairs, resign,
      sit_out: pairs, come_back: people, leave: people, take_partner: people, join,
    }[state.draft.panel];
    if (!offer || !make) return null;
    const close = () => {
      state.draft = {};
      set({})();
    };
    const back = button(words.back, close, { class: "link" });
    const title = h("h1", { tabindex: "-1" }, words["panel_" + state.draft.panel] || "");
    return [h("div", { class: "ask" }, title, back), ...make(offer, game)];
  }

  function choosing(offer, game) {
    const chosen = state.draft.chosen || [], isBox = offer.do === "box_doubles";
    const toggled = (who) => (chosen.includes(who) ? chosen.filter((each) => each !== who) : chosen.concat([who]));
    const verb = isBox ? words.offer : words.doubles;
    const row = (who) => h("div", { class: "answer", role: "group", "aria-label": who },
      h("span", { class: "cube" }, String(rules.main(game, who).value * 2)),
      nameOf(who, game.line, game.line.indexOf(who)), h("span", { class: "total" }, signed(total(who))),
      h("div", { class: "picks" },
        choice(verb, chosen.includes(who), set({ chosen: toggled(who) }), `${who}: ${verb}`)));
    const members = game.line.filter((who) => chosen.includes(who));
    const happening = chosen.length ? { do: offer.do, [isBox ? "to" : "by"]: members } : null;
    const names = chosen.length === offer.who.length ? words.all : listed(members);
    const label = () => fill(isBox ? words.boxDoublesThem : words.theyDouble, { box: game.box, names });
    return [
      button(words.chooseAll, set({ chosen: offer.who.slice() }), { class: "link" }),
      h("div", { class: "crew answers" }, offer.who.map(row)), dock(label, happening, words.chooseSome),
    ];
  }

  // --- Fields: what is typed stays in the draft, and the dock follows it without taking the focus away

  const valueOf = (name, initial) => {
    const value = (state.draft.values || {})[name];
    return value === undefined ? initial : value;
  };
  const put = (name) => (event) => {
    state.draft = { ...state.draft, values: { ...state.draft.values, [name]: event.target.value } };
    redock();
  };
  const entry = (name, initial, attributes) =>
    h("input", { id: `field-${name}`, value: valueOf(name, initial), autocomplete: "off", ...attributes, on: put(name) });
  const whole = (name, least, most) =>
    entry(name, "1", { type: "number", min: least, max: most, inputmode: "numeric" });

  function select(name, options) {
    const rows = options.map(([key, label]) => h("option", { value: key, selected: key === valueOf(name) }, label));
    return h("select", { id: `field-${name}`, on: put(name) }, rows);
  }

  function following(label, happening, note, person) {
    const make = () => dock(label, happening(), note, person && person());
    let element = make();
    redock = () => {
      const next = make();
      element.replaceWith(next);
      element = next;
    };
    return element;
  }

  const numberOf = (name) => (/^\d{1,6}$/.test(valueOf(name, "1")) ? Number(valueOf(name, "1")) : -1);

  function ties() {
    const happening = () => (numberOf("n") >= 1 ? { do: "ties", n: numberOf("n") } : null);
    const rolls = () => fill(numberOf("n") === 1 ? words.oneRoll : words.manyRolls, { n: numberOf("n") });
    return [field(words.equalRolls, whole("n", 1, 20)), following(rolls, happening, words.typeNumber)];
  }

  function sides(offer, game) {
    const one = (side) => button(side === "box" ? game.box : words.crewName, () => write({ do: "refuse_opening", side }));
    return [h("div", { class: "pair-of" }, offer.sides.map(one))];
  }

  function pairs(offer) {
    const isExtra = offer.do === "extra";
    const label = ([one, two]) => (isExtra
      ? fill(words.extraAgainst, { holder: one, against: two })
      : fill(words.proxyFor, { who: one, proxy: two || words.captain }));
    const happening = ([one, two]) => (isExtra
      ? { do: "extra", holder: one, against: two }
      : { do: "sit_out", who: one, ...(two ? { proxy: two } : {}) });
    return [h("div", { class: "choices" }, offer.pairs.map((pair) => button(label(pair), () => write(happening(pair)))))];
  }

  function people(offer) {
    const label = (who) => (offer.do === "leave" ? fill(words.leavesWith, { who, points: signed(total(who)) }) : who);
    return [h("div", { class: "choices" }, offer.who.map((who) => button(label(who), () => write({ do: offer.do, who }))))];
  }

  function join() {
    const name = () => valueOf("who", "").normalize("NFC").trim().replace(/\s+/g, " ");
    const place = (after) => {
      const { team } = after.order, at = team.indexOf(name());
      return fill(words.sitsBehind, { who: name(), before: team[at - 1] || after.order.box });
    };
    const seated = rules.peopleOf(state.table.order), here = state.server.here.filter(([who]) => !seated.includes(who));
    const chips = here.map(([who]) => choice(who, name() === who, set({ values: { who } }), who));
    const person = () => (here.find(([who]) => who === name()) || [])[1];
    return [
      here.length ? h("div", { class: "chips", role: "group", "aria-label": words.here }, chips) : null,
      field(words.name, entry("who", "", { maxlength: LONGEST_NAME })),
      following(place, () => (name() ? { do: "join", who: name() } : null), words.typeName, person),
    ];
  }

  function settle(offer) {
    const pairs_ = offer.pairs.map(([one, two]) => [JSON.stringify([one, two]), `${one} – ${two}`]);
    const between = () => JSON.parse(valueOf("pair", pairs_[0][0]));
    const payer = () => (between().includes(valueOf("pays")) ? valueOf("pays") : between()[1]);
    const points = () => numberOf("points");
    const pays = h("div", {}), pair = select("pair", pairs_);
    const ask = () => {
      const both = [payer(), ...between().filter((who) => who !== payer())];
      pays.replaceChildren(field(words.payer, select("pays", both.map((who) => [who, who]))));
    };
    ask();
    pair.addEventListener("change", ask);
    const happening = () => (points() < 0 ? null
      : { do: "settle", between: between(), points: points(), ...(points() ? { pays: payer() } : {}) });
    const label = () => {
      const [a, b] = between();
      return points() ? `${payer()} ${signed(-points())}` : fill(words.settledForNothing, { a, b });
    };
    return [
      field(words.cubeBetween, pair), pays, field(words.points, whole("points", 0, 1000000)),
      following(label, happening, words.typeNumber),
    ];
  }

  function resign(offer, game) {
    const who = () => valueOf("who", offer.who[0]), side = () => valueOf("side", "team");
    const kind = () => valueOf("kind", "single"), sides_ = [["team", words.member], ["box", game.box]];
    const happening = () => ({ do: "resign", who: who(), side: side(), kind: kind() });
    const label = () => {
      const [one, two] = side() === "box" ? [game.box, who()] : [who(), game.box];
      return fill(words["resigns_" + kind()], { a: one, b: two });
    };
    return [
      field(words.cubeOfWhom, select("who", offer.who.map((each) => [each, each]))),
      field(words.whoResigns, select("side", sides_)),
      field(words.kind, select("kind", KINDS.map((each) => [each, words[each]]))), following(label, happening, ""),
    ];
  }

  return { KINDS, panel };
})();
