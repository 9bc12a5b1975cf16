// What the phone on the table of a chouette knows: the session as the server has it, what waits on this phone, the table
// that follows from both, and the choice that is being made. It writes through the outbox (outbox.js).
//
// #chouette   data-state: options, order, happenings and version as the server has them; fetched again by live.js
// #phone      the script's page; data-words and data-refusals
window.barpoint = window.barpoint || {};
window.barpoint.chouettePhone = (function () {
  "use strict";
  // So long after what was written is shown nothing is pressed: the second tap of an impatient finger writes nothing.
  const DEAF_MS = 350;
  const rules = window.barpoint.chouette, outbox = window.barpoint.outbox, elements = window.barpoint.chouetteElements;
  const source = document.getElementById("chouette"), page = document.getElementById("phone");
  if (!source || !page || !outbox || !outbox.works) return null;
  const words = JSON.parse(page.dataset.words), refusals = JSON.parse(page.dataset.refusals);
  const { fill, signed } = elements, path = page.dataset.path;
  // draft: the answers, the winner, or the panel with its values, until it is written.
  const state = { server: null, table: null, happenings: [], draft: {}, conflict: "" };
  let pending = [], draw = () => {};

  const listed = (names) => elements.listed(names, words.and);
  const role = (line, at) => {
    if (at === 0) return words.captain;
    return at === line.length - 1 ? words.last : words.ranks.split(" ")[at - 1] || String(at + 1);
  };
  const total = (who) => rules.totals(state.table).get(who) || 0;
  const away = () => new Map(state.table.away);
  const isMulti = () => state.server.options.cubes === "multi";

  function money(points) {
    const { stake_minor: stake, digits, sign, point, leads } = state.server.money, sum = Math.abs(points) * stake;
    const text = (sum / Math.pow(10, digits)).toFixed(sum % Math.pow(10, digits) ? digits : 0).replace(".", point);
    return (points < 0 ? "\u2212" : points > 0 ? "+" : "") + (leads ? sign + text : `${text}\u00a0${sign}`);
  }

  // --- What counts: the server's happenings, and those that wait on this phone

  const own = () => outbox.all().filter((each) => each.kind === "chouette" && each.chouette === state.server.id);
  const unsent = () => own().filter((each) => ["written", "locked"].includes(each.state));
  const isRefused = () => own().some((each) => each.state === "refused");

  function apply(list, happening) {
    if (happening.do === "undo") return rules.withoutLast(list) || list;
    if (happening.do === "undo_game") return rules.withoutLastGame(list) || list;
    return list.concat([happening]);
  }

  // What was sent stays here for a day: a server that is restored from a backup may lack it, and then its version is
  // lower, and outbox.js sends it again. One that has it answers as it did before.
  function read() {
    const server = state.server = JSON.parse(source.dataset.state);
    const refused = own().filter((each) => each.state === "refused");
    if (refused.length) {
      state.conflict = refused[0].message;
      own().filter((each) => each.state !== "sent").forEach((each) => outbox.drop(each.key));
    }
    pending = own().filter((each) => each.state !== "refused" && each.seen >= server.version);
    state.happenings = pending.reduce((list, each) => apply(list, each.words), server.happenings);
    try {
      state.table = rules.replay(server.options, server.order, state.happenings);
    } catch (refusal) {
      state.table = rules.replay(server.options, server.order, server.happenings);
    }
  }

  // person: the key of the one who joins, if they are checked in.
  function write(happening, person) {
    const { server } = state;
    if (server.closed) return;
    state.conflict = "";
    const seen = server.version + pending.length;
    outbox.write({
      match: `chouette-${server.id}-${seen}-${Math.random()}`, kind: "chouette", chouette: server.id, path, seen,
      words: happening, fields: [["words", JSON.stringify(happening)], ["seen", String(seen)]]
        .concat(person ? [["present", String(person)]] : []),
    });
    state.draft = {};
    draw();
    page.querySelector("h1").focus();
    page.classList.add("deaf");
    setTimeout(() => page.classList.remove("deaf"), DEAF_MS);
  }

  // --- What would follow

  function tried(happening) {
    try {
      return { after: rules.play(state.table, happening), refusal: null };
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
    rules.pointsOf(game).forEach((points, who) => {
      if (who !== game.box) groups.set(points, (groups.get(points) || []).concat([who]));
    });
    const rows = Array.from(groups).sort((one, another) => one[1].length - another[1].length);
    return rows.map(([points, who], at) => {
      const others = at && at === rows.length - 1 && who.length > 1 ? words.others : listed(who);
      return `${rows.length === 1 && who.length > 1 ? words.each : others} ${signed(points)}`;
    }).join(", ");
  }

  function consequence(after) {
    const before = state.table.game;
    if (!after.game && before) {
      const { game } = after.results[after.results.length - 1], { box, team } = after.order;
      const points = signed(rules.pointsOf(game).get(game.box));
      return fill(words.then, { box: game.box, points, next: box, captain: team[0] });
    }
    if (!after.game || !before) return "";
    const leader = rules.acting(after.game), isNew = leader && leader !== rules.acting(before);
    return payments(before, after.game).concat(isNew ? [fill(words.playsOn, { who: leader })] : []).join(" ");
  }

  // Who pays whom what for the cubes that end between two states of a game.
  function payments(before, after) {
    const paid = new Map();
    after.contracts.forEach((each, at) => {
      const was = before.contracts[at];
      if (!was || rules.isOpen(each) || !rules.isOpen(was) || !each.points) return;
      const [payer, payee] = each.points > 0 ? [each.teamSide, each.boxSide] : [each.boxSide, each.teamSide];
      const isBox = payer === each.boxSide, key = JSON.stringify([isBox, isBox ? payer : payee, Math.abs(each.points)]);
      paid.set(key, (paid.get(key) || []).concat([isBox ? payee : payer]));
    });
    return Array.from(paid, ([key, members]) => {
      const [isBox, who, points] = JSON.parse(key), isOne = members.length === 1;
      const values = { names: isBox ? who : listed(members), payee: isBox ? listed(members) : who, points };
      return fill(isOne ? words.pays : isBox ? words.paysEach : words.payEach, values);
    });
  }

  // --- The choice that is being made

  const set = (values) => () => {
    state.draft = { ...state.draft, ...values };
    draw();
  };
  const open = (panel) => set({ panel, chosen: [], values: {} });
  const onDraw = (render) => { draw = render; };

  return {
    away, consequence, gamePoints, isMulti, isRefused, listed, money, onDraw, open, page, read, reason, role, set, source,
    state, total, tried, unsent, words, write,
  };
})();
