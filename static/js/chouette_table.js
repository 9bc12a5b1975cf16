// The phone on the table of a chouette: it shows what is possible now, says what would follow, and writes it. The rules
// are its own (chouette_rules.js), so the table goes on without a network. Every form works without this script.
//
// Its parts, each in a file of its own: chouette_elements (what the page is built from), chouette_phone (what the phone
// knows, and the outbox), chouette_parts, chouette_answers, chouette_panels, chouette_between; here are the running game
// and the whole page. #table is the server's own drawing of the same table.
(function () {
  "use strict";
  const { chouette: rules, chouettePhone: phone, outbox } = window.barpoint;
  if (!phone) return;
  const LIFTED_MS = 50;
  const { bdi, button, choice, fill, h, signed } = window.barpoint.chouetteElements;
  const { boxBlock, dock, nameOf, sidelines, standing } = window.barpoint.chouetteParts;
  const { answering } = window.barpoint.chouetteAnswers, { KINDS, panel } = window.barpoint.chouettePanels;
  const { between } = window.barpoint.chouetteBetween;
  const { page, set, source, state, words } = phone;
  let shown = "", isPressed = false, isDue = false;

  // --- Nothing waits: cubes, doubles, the end of the game

  function rail(contract) {
    const where = { null: "middle", box: "start", team: "end" }[contract.owner];
    const side = { null: words.centred, box: words.boxsCube, team: words.theirCube }[contract.owner];
    const full = contract.owner === "box" ? " full" : "";
    return h("span", { class: `rail ${where}` },
      h("span", { class: `cube${full}` }, String(contract.value), h("span", { class: "unseen" }, ` ${side}`)));
  }

  function crewRow(game, who, at) {
    const contract = rules.main(game, who), isIn = rules.isOpen(contract);
    const result = () => h("span", { class: "rail out soft" }, `${words.out} ${signed(-rules.result(contract))}`);
    const isActing = who === rules.acting(game) && (at || game.captainDropped);
    return h("div", { class: `member${isIn ? "" : " passed"}` },
      nameOf(who, game.line, at, isActing ? words.actingCaptain : null), isIn ? rail(contract) : result(), standing(who));
  }

  function doubling(game, offer) {
    const isBox = offer.do === "box_doubles", isMulti = phone.isMulti(), [first] = offer.who;
    const happening = { do: offer.do, ...(isMulti ? { [isBox ? "to" : "by"]: offer.who } : {}) };
    const isOne = !isMulti || offer.who.length === 1, who = isBox ? game.box : isMulti ? first : rules.acting(game);
    if (isOne && phone.tried(happening).after) {
      const label = fill(words.doublesTo, { who, to: rules.main(game, first).value * 2 });
      return button(label, () => phone.write(happening));
    }
    return button(fill(words.doublesSome, { who: isBox ? game.box : words.crewName }), phone.open(offer.do));
  }

  function playing(game, offers) {
    const find = (word) => offers.find((each) => each.do === word), { side, kind } = state.draft;
    const doubles = ["box_doubles", "team_doubles"].map(find).filter(Boolean).map((offer) => doubling(game, offer));
    const heads = [words.crew, fill(words.cubeOf, { who: game.box }), words.theirCube, words.totalHead];
    const finished = (after) => phone.gamePoints(after.results[after.results.length - 1].game);
    return [
      h("h1", { class: "unseen", tabindex: "-1" }, fill(words.gameNumber, { n: game.number })),
      h("div", { class: "rail-heads", "aria-hidden": "true" }, heads.map((text) => h("span", {}, text))),
      h("div", { class: "crew" }, game.line.map((who, at) => crewRow(game, who, at))),
      doubles.length ? h("p", { class: "label" }, words.double) : null, h("div", { class: "pair-of" }, doubles),
      winning(game),
      sidelines(["undo", "ties", "refuse_opening", "settle", "extra", "resign", "sit_out", "come_back"]),
      side ? dock(finished, { do: "win", side, kind: kind || "single" }) : dock(null, null, words.nobodyWon),
    ];
  }

  function winning(game) {
    const { side, kind } = state.draft, crew = fill(words.crewOf, { who: rules.acting(game) || game.line[0] });
    const label = h("p", { class: "label" }, fill(words.gameNumber, { n: game.number }),
      h("span", { class: "soft" }, ` ${words.whoWon}`));
    const sides = [[game.box, "box"], [crew, "team"]].map(([name, each]) => choice(name, side === each, set({ side: each })));
    const kinds = KINDS.map((each) => choice(words[each], (kind || "single") === each, set({ kind: each })));
    return h("div", { class: "winning", role: "group", "aria-label": words.whoWon }, label,
      h("div", { class: "pair-of large" }, sides), h("div", { class: "three-of" }, kinds));
  }

  // --- The whole page

  function strip() {
    const waiting = phone.unsent(), lines = [];
    const isOffline = navigator.onLine === false || outbox.isFailing();
    const isStuck = waiting.length && (isOffline || waiting[0].state === "locked");
    const close = () => {
      state.conflict = "";
      render();
    };
    if (state.conflict) {
      const text = h("p", {}, fill(words.conflict, { message: state.conflict }));
      lines.push(h("div", { class: "problem", role: "alert" }, text, button(words.close, close)));
    }
    if (isStuck) {
      const text = fill(waiting.length === 1 ? words.keptOne : words.keptMany, { n: waiting.length });
      lines.push(h("p", { class: "strip", role: "status" }, text));
    }
    if (outbox.isUnstored()) lines.push(h("p", { class: "strip" }, words.unstored));
    return lines;
  }

  function closed() {
    const link = h("a", { href: page.dataset.sheet }, words.placeSheet);
    return [h("h1", { tabindex: "-1" }, words.closed), h("p", {}, link)];
  }

  function body(offers) {
    const { game } = state.table, answer = offers.find((each) => each.answers);
    if (state.server.closed) return closed();
    if (state.draft.panel) {
      const parts = panel(game, offers.find((each) => each.do === state.draft.panel));
      if (parts) return parts;
      state.draft = {};
    }
    if (answer) return answering(game, answer);
    return game ? playing(game, offers) : between(offers);
  }

  function kicker(game) {
    const number = game ? game.number : state.table.results.length + 1;
    const text = state.server.closed ? words.closedShort : fill(game ? words.gameNumber : words.gameIsNext, { n: number });
    return h("p", { class: "kicker" }, bdi(state.server.club), ` · ${text}`);
  }

  // Everything is drawn anew, so the focus goes back to the control of the same name, or to the heading.
  const nameOfControl = (control) => {
    const group = control.closest("[role=group]");
    const name = control.getAttribute("aria-label") || control.textContent;
    return control.id || [name, group && group.getAttribute("aria-label")].join();
  };

  function refocus(name, caret) {
    const controls = Array.from(page.querySelectorAll("button, input, select, a"));
    const control = controls.find((each) => nameOfControl(each) === name) || page.querySelector("h1");
    control.focus({ preventScroll: true });
    if (caret !== null && control.nodeName === "INPUT") control.setSelectionRange(caret, caret);
  }

  function render() {
    // What is under a finger stays there until the finger is lifted: a button that is replaced meanwhile hears no tap.
    isDue = isPressed;
    if (isPressed) return;
    const active = document.activeElement, held = active && page.contains(active) ? active : null;
    const name = held ? nameOfControl(held) : "";
    const caret = held && held.nodeName === "INPUT" && held.type === "text" ? held.selectionStart : null;
    phone.read();
    const { game } = state.table, offers = state.server.closed ? [] : rules.offers(state.table);
    const parts = [strip(), kicker(game), game ? boxBlock(game) : null, body(offers)].flat();
    page.replaceChildren(...parts.filter(Boolean));
    if (held) refocus(name, caret);
    shown = source.dataset.state;
  }

  function lift() {
    isPressed = false;
    if (isDue) render();
  }

  page.addEventListener("pointerdown", (event) => { isPressed = event.button === 0; });
  page.addEventListener("click", () => { isPressed = false; }, true);
  // A tap becomes a click just after the finger is lifted.
  ["pointerup", "pointercancel"].forEach((each) => addEventListener(each, () => setTimeout(lift, LIFTED_MS)));
  // A mouse that was released where this page did not hear it, such as in another window, comes back without a button.
  // Not a pen: it hovers between its tap and the click.
  addEventListener("pointermove", (event) => {
    if (isPressed && event.pointerType === "mouse" && !event.buttons) lift();
  });
  document.documentElement.classList.add("has-phone");
  page.hidden = false;
  phone.onDraw(render);
  document.addEventListener("outbox:changed", () => {
    if (phone.isRefused()) document.dispatchEvent(new CustomEvent("live:refresh"));
    const isIdle = !Object.keys(state.draft).length;
    if (isIdle || page.querySelector(".strip") || phone.unsent().length) render();
  });
  document.addEventListener("live:changed", () => {
    if (source.dataset.state === shown) return;
    // What this phone wrote comes back in the server's own words: only what follows from it is compared.
    const seen = () => JSON.stringify([state.table.order, state.table.game, state.table.away, state.table.results.length]);
    const was = seen();
    phone.read();
    if (seen() !== was && state.draft.panel !== "join") state.draft = {};
    render();
  });
  ["online", "offline"].forEach((each) => addEventListener(each, () => setTimeout(render, 0)));
  render();
})();
