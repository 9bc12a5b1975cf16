// A player's own page: says what a tap comes to on the phone itself, and hands what is written to the outbox.
//
// #my                       the match as data, changed by live.js; nothing changes while a choice is made
// form[data-entry]          one game: winner, cube, kind; its button says what the game comes to
// button[data-remove-game]  writes the card without its last game
// form[data-final]          the final score
// #final, #by-game          the two ways to report; opening one closes the other
// [data-missing]            what a final score lacks
// form[data-answer]         says that the opponent's result is right ("confirm") or wrong ("contest")
// #words                    the sentences of this page, with %(name)s where a value goes
(function () {
  "use strict";
  const outbox = window.barpoint.outbox, score = window.barpoint.score;
  const find = (selector, within) => (within || document).querySelector(selector);
  const findAll = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const words = find("#words");
  if (!words || !find("#my")) return;

  const my = () => find("#my").dataset;
  // A name from right to left, or a score among such words, keeps its own direction.
  const isolate = (text) => (document.dir === "rtl" || /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text);
  function say(sentence, values) {
    return (words.dataset[sentence] || "").replace(/%\((\w+)\)s/g, (all, name) => isolate((values || {})[name]));
  }
  const put = (element, text) => { if (element && element.textContent !== text) element.textContent = text; };
  const checked = (form, name) => (find('[name="' + name + '"]:checked', form) || {}).value || "";
  const ownFirst = (points) => (my().ownSide === "top" ? points : points.slice().reverse());
  const scoreOf = (points) => ownFirst(points).join("–");

  // --- How the match stands: what the server knows, and over it what this phone has written since

  function terms() {
    const { length, start, crawford, holland } = my();
    return {
      length: Number(length), start: start.split("-").map(Number), crawford: crawford === "1", holland: holland === "1",
      plays: JSON.parse(my().plays || "[]"),
    };
  }

  // The last entry of this kind for this match that the page does not show yet.
  function lastOf(kind) {
    const isSent = (each) => each.state === "sent" && each.epoch === my().epoch && each.number > Number(my().number);
    const isNew = (each) => isSent(each) || each.state === "written" || each.state === "locked";
    return outbox.all().filter((each) => each.match === my().match && each.kind === kind && isNew(each)).pop();
  }

  function games() {
    const claim = lastOf("claim");
    return claim && claim.games ? claim.games : JSON.parse(my().games || "[]");
  }

  // The mark of the desk's card that this phone has seen: an entry that was sent is that card until the page shows it.
  function base() {
    const claim = lastOf("claim");
    return claim && claim.state === "sent" ? claim.card || "" : my().card || "";
  }

  // The game to be played next where it is not plain backgammon.
  function nextPlay() {
    const { plays } = terms();
    return plays.length ? plays[games().length % plays.length] : null;
  }

  function chosenGame(form) {
    const winner = checked(form, "winner");
    if (winner === "none") return [winner, 1, (nextPlay() || {}).draw];
    return winner ? [winner, Number(checked(form, "cube")), checked(form, "kind")] : null;
  }

  // --- The points of a row (rails.js)

  function drawPoints(points, after) {
    ["own", "opponent"].forEach((side, at) => {
      const svg = find('[data-rail="' + side + '"]'), length = Number(my().length);
      if (!svg) return;
      const now = Math.min(ownFirst(points)[at], length), then = Math.min(ownFirst(after)[at], length);
      window.barpoint.drawRail(svg, side, [now, then, length]);
      put(find('[data-points="' + side + '"]'), String(now));
    });
  }

  function labelOf(name, value) {
    const label = find(`form[data-entry] [name="${name}"][value="${value}"] + span`);
    return label ? label.textContent : value;
  }

  function describe([winner, cube, kind]) {
    if (winner === "none") return labelOf("winner", winner);
    const kindLabel = labelOf("kind", kind.replace("resign_", "")).replace("\u00ad", "").toLowerCase();
    return [labelOf("winner", winner)].concat(cube > 1 ? [say("cubed", { n: cube })] : [], kindLabel).join(", ");
  }

  // List the games so far, with those that only this phone knows.
  function listGames(card) {
    const list = find("[data-game-list]"), shape = JSON.stringify(card);
    if (!list || !find("[data-remove-game]")) return;
    find("#games").hidden = !card.length;
    if (list.dataset.shape === shape || (shape === my().games && !list.dataset.shape)) return;
    list.dataset.shape = shape;
    list.textContent = "";
    card.forEach((game, at) => {
      const row = document.createElement("li"), shown = score.replay(terms(), card.slice(0, at + 1)).shown || [];
      [["code", at + 1], ["", describe(game)], ["score", scoreOf(shown)]].forEach(([className, text]) => {
        const cell = document.createElement("span");
        cell.className = className;
        cell.textContent = text;
        row.append(cell);
      });
      list.append(row);
    });
  }

  // --- What a tap comes to

  function consequence(game, after) {
    const isOwn = game[0] === my().ownSide, side = isOwn ? 0 : 1;
    const gain = ownFirst(after.points)[side] - ownFirst(score.replay(terms(), games()).points)[side];
    const [own, opponent] = ownFirst(after.shown), name = my().opponent;
    if (after.winner === my().ownSide) return say("win", { n: gain, name, score: own + "–" + opponent });
    if (after.winner) return say("lose", { name, score: opponent + "–" + own });
    if (game[0] === "none") return say("drawn", { score: own + "–" + opponent });
    const standing = own > opponent ? "Lead" : own < opponent ? "Trail" : "Level";
    return say((isOwn ? "own" : "opponent") + standing, { n: gain, name, score: own + "–" + opponent });
  }

  function cubeRule(now, after) {
    if (after && after.next === "crawford") return say("crawfordNext");
    const isCubeBack = after && after.next === "post_crawford" && now.next === "crawford";
    if (isCubeBack) return say(my().holland === "1" ? "holland" : "cubeBack");
    if (now.next === "crawford") return say("crawford");
    if (now.next === "dmp") return say("dead");
    return now.next === "post_crawford" && my().holland === "1" ? say("holland") : "";
  }

  function barCube(form, isCrawford) {
    findAll('[name="cube"]', form).forEach((each) => { each.disabled = isCrawford && each.value !== "1"; });
    findAll('[name="kind"][value="drop"]', form).forEach((each) => { each.disabled = isCrawford; });
    findAll('[name="cube"]:checked:disabled, [name="kind"]:checked:disabled', form).forEach((each) => {
      find('[name="' + each.name + '"]', form).checked = true;
    });
  }

  // Offer what the next game has: its wins, its draw, and its name.
  function offerGame(form) {
    const play = nextPlay();
    if (!play) return;
    const { plays } = terms(), at = games().length % plays.length;
    findAll("[data-game-name]", form).forEach((each) => { each.hidden = Number(each.dataset.gameName) !== at; });
    findAll('[name="kind"]', form).forEach((each) => { each.disabled = !play.kinds.includes(each.value); });
    findAll('[name="winner"][value="none"]', form).forEach((each) => {
      each.disabled = !play.draw;
      if (each.disabled) each.checked = false;
    });
    findAll('[name="kind"]:checked:disabled', form).forEach((each) => {
      find(`[name="${each.name}"]`, form).checked = true;
    });
  }

  function renderEntry(form, now) {
    if (terms().plays.length) offerGame(form);
    else barCube(form, now.next === "crawford");
    const game = chosenGame(form), after = game && score.replay(terms(), games().concat([game]));
    const choices = findAll('[name="cube"]:checked, [name="kind"]:checked', form);
    put(find("[data-game]", form), String(games().length + 1));
    put(find("[data-cube]", form), say(checked(form, "kind") === "drop" ? "cubeBefore" : "cube"));
    put(find("[data-label]", form), game ? consequence(game, after) : say("write"));
    if (game) form.classList.remove("wrong");
    put(find("[data-rule]", form), form.classList.contains("wrong") ? say("whoWon") : cubeRule(now, after));
    drawPoints(now.points, after ? after.points : now.points);
    form.toggleAttribute("data-hold", Boolean(game) || choices.some((each) => !each.defaultChecked));
  }

  function renderFinal(form) {
    const winner = checked(form, "winner"), loser = checked(form, "loser"), button = find("[data-label]", form);
    const values = winner && loser ? { name: my().opponent, score: my().length + "–" + loser } : null;
    put(button, values ? say(winner === my().ownSide ? "win" : "lose", values) : button.dataset.label);
    form.toggleAttribute("data-hold", Boolean(winner || loser));
  }

  // --- Written, Sent, Confirmed

  function isWon(claim, now) {
    const [own, opponent] = ownFirst(claim.points || now.shown);
    return own > opponent;
  }

  function renderResult(claim, now) {
    const shown = claim.points || now.shown, won = isWon(claim, now), isSent = claim.state === "sent";
    const score = claim.typed || scoreOf(shown), name = my().opponent;
    put(find("[data-outcome]"), say(claim.typed ? "typed" : won ? "youWon" : "youLost", { score }));
    drawPoints(shown, shown);
    const isLost = claim.state === "locked" || outbox.isLockedOut();
    const waiting = outbox.isBusy() ? "noAnswer" : "noWifi";
    const unsent = say(isLost ? "newSlip" : outbox.isFailing() ? waiting : "sending");
    const deadline = say(claim.deadline ? "byOpponent" : "byOpponentLater", { name, time: claim.deadline });
    const steps = {
      written: ["done", say("answered")],
      sent: isSent && !isLost ? ["done", claim.time || ""] : ["now", unsent],
      confirmed: [isSent && !won ? "done" : "todo", won ? deadline : say("byYou")],
    };
    Object.keys(steps).forEach((step) => {
      const row = find('[data-step="' + step + '"]');
      if (!row) return;
      row.className = steps[step][0];
      put(find("span", row), steps[step][1]);
    });
  }

  // --- Called: the minutes since, and one buzz if the page was tapped before

  function renderCall() {
    const call = find("[data-called]");
    if (!call) return;
    const now = window.barpoint.serverNow ? window.barpoint.serverNow() : 0;
    const minutes = now ? Math.floor((now - Date.parse(call.dataset.called)) / 60000) : 0;
    if (minutes > 0) put(call, say("calledFor", { n: minutes }));
    const key = "barpoint-called-" + call.dataset.called;
    const mayBuzz = navigator.vibrate && navigator.userActivation && navigator.userActivation.hasBeenActive;
    try {
      if (!mayBuzz || sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, "1");
    } catch (error) { return; }
    navigator.vibrate([200, 100, 200]);
  }

  // --- The whole page

  const hasConflict = () => outbox.all().some((each) => each.match === my().match && each.state === "conflict");

  function renderMatch() {
    const claim = lastOf("claim"), now = score.replay(terms(), games()), form = find("form[data-entry]");
    const canReport = Boolean(find("form[data-final]"));
    const isOver = canReport && claim && (claim.points || claim.typed || now.winner);
    findAll("[data-when]").forEach((each) => { each.hidden = (each.dataset.when === "over") !== Boolean(isOver); });
    const outcome = isOver && (isWon(claim, now) ? "won" : "lost");
    findAll("[data-after]").forEach((each) => { each.hidden = Boolean(isOver) && each.dataset.after !== outcome; });
    if (isOver) renderResult(claim, now);
    else if (form) renderEntry(form, now);
    renderParts(claim, Boolean(isOver));
    findAll("form[data-final]").forEach(renderFinal);
    listGames(games());
    const answer = lastOf("answer");
    findAll("form[data-answer] button").forEach((each) => { each.disabled = Boolean(answer); });
    put(find("#my [data-answered]"), answer ? say("answered") : "");
  }

  // The final score comes first, the games on demand; a score that is written on the page shows its points.
  let closedFor = "", openedFor = my().match;
  function renderParts(claim, isOver) {
    const facing = find(".facing"), byGame = find("#by-game"), final = find("#final");
    find("#my").classList.toggle("two-cards", hasConflict());
    if (!byGame || !final) return;
    const began = games().length > 0;
    if (openedFor !== my().match) {
      openedFor = my().match;
      final.open = !began;
      byGame.open = began;
    }
    if (claim && isOver && closedFor !== claim.key) { final.open = false; closedFor = claim.key; }
    if (facing) facing.hidden = facing.hidden && !isOver && !began && !byGame.open;
  }

  // Another phone may have replaced the card that this one sent.
  function compareCards() {
    const { match, number, length, card } = my(), theirs = JSON.parse(my().games || "[]");
    const isOpen = length && card && find("form[data-entry]");
    if (!isOpen || lastOf("claim")) return;
    const points = ownFirst(["own", "opponent"].map((each) => Number(find(`[data-points="${each}"]`).textContent)));
    outbox.compareCards(match, Number(number), { games: theirs, points, card, own: false });
  }

  function render() {
    find("#my").classList.toggle("elsewhere", outbox.isLockedOut());
    if (my().length) renderMatch();
    renderCall();
  }

  // --- Writing

  // A second tap on a button comes before anybody can have chosen anything again.
  const DOUBLE_TAP = 700;
  let tapped = null, tappedAt = -Infinity;
  const isSecondTap = (element) => element === tapped && performance.now() - tappedAt < DOUBLE_TAP;
  const noteTap = (element) => { tapped = element; tappedAt = performance.now(); };

  const pathOf = (form) => new URL(form.action, location.href).pathname;

  function write(values) {
    const { match, opponent, ownSide } = my();
    outbox.write(Object.assign({ match, opponent, ownSide }, values));
  }

  function writeGames(form, card, removes) {
    const { match, between } = my();
    const fields = [["match", match], ["between", between], ["games", JSON.stringify(card)], ["base", base()]];
    const { shown, winner } = score.replay(terms(), card), result = winner ? shown : null;
    write({ kind: "claim", path: pathOf(form), fields, games: card, shown, result, removes: Boolean(removes) });
  }

  // Return what a final score holds beside its fields, null if it is not complete.
  function readFinal(form) {
    const winner = checked(form, "winner"), loser = checked(form, "loser"), typed = find('[name="score"]', form);
    const length = Number(my().length);
    if (typed && typed.value.trim()) {
      const points = score.readTyped(typed.value);
      return points && (points.length ? { points: ownFirst(points) } : { typed: typed.value.trim() });
    }
    if (!winner || !loser) return null;
    return { points: winner === "top" ? [length, Number(loser)] : [Number(loser), length] };
  }

  // Return whether the form was complete. An objection may be empty.
  function writeFinal(form) {
    const kind = form.hasAttribute("data-answer") ? "answer" : "claim", read = readFinal(form);
    const isBegun = checked(form, "winner") || checked(form, "loser");
    if (!read && (kind === "claim" || isBegun)) return false;
    const fields = Array.from(new FormData(form).entries());
    const shown = read && read.points ? read.points : null, seen = find('[name="points"]', form);
    const result = seen ? seen.value.split("-").map(Number) : shown;
    write(Object.assign({ kind, path: pathOf(form), fields, shown, result }, kind === "claim" ? read : {}));
    return true;
  }

  // What has focus never changes under somebody's fingers: a button that did its work gives it up, unless the next game
  // is entered by keyboard too.
  function releaseFocus(isNextGame) {
    const element = document.activeElement;
    let isKeyboard = false;
    try { isKeyboard = element.matches(":focus-visible"); } catch (error) { /* An old phone has no keyboard. */ }
    if (isNextGame && isKeyboard) return;
    if (isNextGame) element.blur();
    else {
      find("#main").focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }

  function refuseEmpty(form) {
    form.classList.add("wrong");
    const first = find('[name="winner"]', form);
    if (first) first.focus();
    put(find("[data-missing]", form), say("whoWonMatch"));
    render();
  }

  // Return whether the entry of a form was written.
  function writeForm(form) {
    if (!form.hasAttribute("data-entry")) return writeFinal(form);
    const game = chosenGame(form);
    if (game) writeGames(form, games().concat([game]));
    return Boolean(game);
  }

  // Nothing leaves the page: what is written goes to the outbox, what is not complete stays.
  document.addEventListener("submit", (event) => {
    const form = event.target, isOurs = ["entry", "final", "answer"].some((each) => each in form.dataset);
    if (!outbox.works || !isOurs) return;
    event.preventDefault();
    if ("answer" in form.dataset && lastOf("answer")) return;
    if (!writeForm(form)) return isSecondTap(form) ? undefined : refuseEmpty(form);
    noteTap(form);
    form.reset();
    form.classList.remove("wrong");
    put(find("[data-missing]", form), "");
    findAll("[data-hold]").forEach((each) => each.removeAttribute("data-hold"));
    render();
    releaseFocus(form.offsetParent && form.hasAttribute("data-entry"));
  });
  document.addEventListener("click", (event) => {
    if (!event.target.hasAttribute("data-remove-game") || !outbox.works) return;
    event.preventDefault();
    if (isSecondTap(event.target)) return;
    noteTap(event.target);
    writeGames(find("#entry"), games().slice(0, -1), true);
    render();
    releaseFocus(true);
  });
  document.addEventListener("toggle", (event) => {
    const other = { "final": "#by-game", "by-game": "#final" }[event.target.id];
    if (other && event.target.open && find(other)) find(other).open = false;
    if (other) render();
  }, true);
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form) put(find("[data-missing]", form), "");
    render();
  });
  document.addEventListener("reset", () => setTimeout(render, 0));
  document.addEventListener("outbox:changed", render);
  document.addEventListener("live:changed", () => { compareCards(); render(); });
  document.addEventListener("live:answered", renderCall);
  document.addEventListener("live:elsewhere", () => setTimeout(render, 0));
  setInterval(renderCall, 15000);
  compareCards();
  render();
})();
