// A double, a beaver or a raccoon waits for answers: one row for each of those who are asked.
window.barpoint = window.barpoint || {};
window.barpoint.chouetteAnswers = (function () {
  "use strict";
  const phone = window.barpoint.chouettePhone, rules = window.barpoint.chouette;
  if (!phone) return null;
  const { bdi, button, choice, fill, h, signed } = window.barpoint.chouetteElements;
  const { dock, nameOf, sidelines } = window.barpoint.chouetteParts;
  const { listed, set, state, total, words } = phone;

  function question(game) {
    const asked = rules.waiting(game), contract = rules.main(game, asked[0]);
    const isAll = asked.length === rules.playersIn(game).length;
    const values = { box: game.box, names: listed(asked), captain: rules.acting(game), to: contract.before * 2 };
    if (rules.pendingOf(game) === "beaver") return fill(words.beavered, { ...values, to: contract.value });
    if (rules.pendingOf(game) === "raccoon") return fill(words.raccooned, { ...values, to: contract.value });
    if (rules.turnedBy(game) === "box") return fill(isAll ? words.boxDoublesAll : words.boxDoubles, values);
    if (!phone.isMulti()) return fill(words.crewDoubles, values);
    return fill(isAll ? words.allDouble : words.someDouble, values);
  }

  // Those who are asked with their choices, in the order of the line, or in the order in which the house has them answer.
  function membersOf(game, offer) {
    if (offer.isAll) return [[game.line.find((who) => rules.main(game, who).pending), offer.answers[0][1]]];
    const isByLine = ["free", "team"].includes(state.server.options.cube_order);
    const at = ([who]) => game.line.indexOf(who);
    return isByLine ? offer.answers.slice().sort((one, another) => at(one) - at(another)) : offer.answers;
  }

  function happeningOf(offer, members, given) {
    if (members.some(([who]) => !given[who])) return null;
    if (offer.isAll) return { do: offer.do, answer: given[members[0][0]] };
    return { do: offer.do, answers: Object.fromEntries(members.map(([who]) => [who, given[who]])) };
  }

  function answering(game, offer) {
    const members = membersOf(game, offer), given = state.draft.answers || {};
    const missing = members.map(([who]) => who).filter((who) => !given[who]);
    const happening = happeningOf(offer, members, given), { after } = happening ? phone.tried(happening) : {};
    const leader = after && after.game && rules.acting(after.game);
    const first = () => Object.fromEntries(members.map(([who, choices]) => [who, choices[0]]));
    const all = members.length > 1 ? button(words.allTake, () => set({ answers: first() })(), { class: "link" }) : null;
    const note = missing.length ? fill(words.missing, { who: speaker(game, offer, missing[0]) }) : "";
    return [
      h("div", { class: "ask" }, h("h1", { tabindex: "-1" }, question(game)), all),
      h("div", { class: "crew answers" }, members.map(([who, choices]) => row(game, who, choices, offer, leader))),
      sidelines(["undo", "settle", "extra", "sit_out"]),
      dock(() => summary(members.map(([who]) => [who, given[who]]), offer, game), happening, note),
    ];
  }

  const speaker = (game, offer, who) => (offer.side === "box" ? game.box : who);

  function summary(given, offer, game) {
    const groups = {};
    given.forEach(([who, answer]) => { groups[answer] = (groups[answer] || []).concat([who]); });
    if (offer.side === "box") {
      const names = (who) => (given.length === 1 ? "" : listed(who));
      const parts = Object.entries(groups).map(([answer, who]) => fill(words["box_" + answer], { names: names(who) }).trim());
      return `${game.box} ${parts.join(", ")}`;
    }
    const active = Object.entries(groups).filter(([answer]) => answer !== "pass");
    if (!active.length) return words.everybodyPasses;
    const one = ([answer, who]) => fill(words[(who.length > 1 ? "many_" : "one_") + answer], { names: listed(who) });
    return active.map(one).join(", ");
  }

  function row(game, who, choices, offer, leader) {
    const answers = state.draft.answers || {}, given = answers[who], contract = rules.main(game, who);
    const value = rules.pendingOf(game) === "offer" ? contract.before * 2 : contract.value;
    const isPassed = given === "pass", isForAll = offer.isAll && offer.side === "box";
    const name = isForAll ? game.box : who, spoken = offer.side === "box" && !isForAll ? `${game.box}, ${who}` : name;
    const isNow = leader === who && leader !== rules.acting(game);
    const pick = (answer) =>
      choice(words[answer], given === answer, set({ answers: { ...answers, [who]: answer } }), `${spoken}: ${words[answer]}`);
    const kind = `answer${isPassed ? " passed" : ""}${choices.length > 2 ? " three" : ""}`;
    const boxName = () => h("div", { class: "who" }, h("b", {}, bdi(game.box)), h("small", {}, words.box));
    return h("div", { class: kind, role: "group", "aria-label": name },
      h("span", { class: `cube${isPassed ? " struck" : ""}` }, String(value)),
      isForAll ? boxName() : nameOf(who, game.line, game.line.indexOf(who), isNow ? words.nowCaptain : null),
      h("span", { class: "total" }, signed(total(name))), h("div", { class: "picks" }, choices.map(pick)));
  }

  return { answering };
})();
