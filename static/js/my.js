// A player's own page: says what a tap comes to on the phone itself, and hands what is written to the outbox.
//
// #my                       the match as data, changed by live.js; nothing changes while a choice is made
// form[data-entry]          one game: winner, cube, kind; its button says what the game comes to
// button[data-remove-game]  writes the card without its last game
// form[data-final]          the final score
// form[data-answer]         says that the opponent's result is right ("confirm") or wrong ("contest")
// #words                    the sentences of this page, with %(name)s where a value goes
(function () {
  "use strict";
  const outbox = window.barpoint.outbox, score = window.barpoint.score;
  const find = (selector, within) => (within || document).querySelector(selector);
  const findAll = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const words = find("#words"), notices = find("#outbox");
  if (!words || !find("#my")) return;

  const my = () => find("#my").dataset;
  // A name from right to left, or a score among such words, keeps its own direction.
  const isolate = (text) => (document.dir === "rtl" || /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text);
  function say(sentence, values) {
    return (words.dataset[sentence] || "").replace(/%\((\w+)\)s/g, (all, name) => isolate((values || {})[name]));
  }
  const put = (element, text) => { if (element && element.textContent !== text) element.textContent = text; };
  const timeFormat = { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: words.dataset.zone || undefined };
  const timeOf = (moment) => new Intl.DateTimeFormat("en-GB", timeFormat).format(new Date(moment));
  const checked = (form, name) => (find('[name="' + name + '"]:checked', form) || {}).value || "";
  const ownFirst = (points) => (my().ownSide === "top" ? points : points.slice().reverse());
  const scoreOf = (points) => ownFirst(points).join("–");

  // --- How the match stands: what the server knows, and over it what this phone has written since

  function terms() {
    const { length, start, crawford, holland } = my();
    return {
      length: Number(length), start: start.split("-").map(Number), crawford: crawford === "1", holland: holland === "1",
    };
  }

  // The last entry of this kind for this match that the page does not show yet.
  function lastOf(kind) {
    const isNew = (each) => each.state === "sent" ? each.number > Number(my().number) : each.state !== "refused";
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

  function chosenGame(form) {
    const winner = checked(form, "winner");
    return winner ? [winner, Number(checked(form, "cube")), checked(form, "kind")] : null;
  }

  // --- The points of a row: each 10 wide and 42 high, with its base below on the own side, above on the opponent's

  function rail(side, from, to) {
    let path = "";
    const base = side === "own" ? 42 : 0, tip = side === "own" ? -42 : 42;
    for (let at = from; at < to; at += 1) path += "M" + (at * 10 + 1) + " " + base + "l4 " + tip + " 4 " + -tip + "z";
    return path;
  }

  function drawPoints(points, after) {
    ["own", "opponent"].forEach((side, at) => {
      const svg = find('[data-rail="' + side + '"]'), length = Number(my().length);
      if (!svg) return;
      const now = Math.min(ownFirst(points)[at], length), then = Math.min(ownFirst(after)[at], length);
      find(".p-done", svg).setAttribute("d", rail(side, 0, now));
      find(".p-now", svg).setAttribute("d", rail(side, now, then));
      find(".p-todo", svg).setAttribute("d", rail(side, then, length));
      put(find('[data-points="' + side + '"]'), String(now));
    });
  }

  function labelOf(name, value) {
    const label = find(`form[data-entry] [name="${name}"][value="${value}"] + span`);
    return label ? label.textContent : value;
  }

  function describe([winner, cube, kind]) {
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

  function renderEntry(form, now) {
    barCube(form, now.next === "crawford");
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
    put(find("[data-outcome]"), say(won ? "youWon" : "youLost", { score: scoreOf(shown) }));
    drawPoints(shown, shown);
    const unsent = say(claim.state === "locked" ? "newSlip" : outbox.isFailing() ? "noWifi" : "sending");
    const deadline = { name: my().opponent, time: timeOf(claim.writtenAt + Number(my().grace) * 60000) };
    const steps = {
      written: ["done", say("onPhone", { time: timeOf(claim.writtenAt) })],
      sent: isSent ? ["done", timeOf(claim.sentAt)] : ["now", unsent],
      confirmed: [isSent && !won ? "done" : "todo", won ? say("byOpponent", deadline) : say("byYou")],
    };
    Object.keys(steps).forEach((name) => {
      const step = find('[data-step="' + name + '"]');
      if (!step) return;
      step.className = steps[name][0];
      put(find("span", step), steps[name][1]);
    });
  }

  // --- What the outbox has not sent, sent again, or was refused

  function noticeLines() {
    const entries = outbox.all(), lines = [];
    const unsent = entries.filter((each) => each.state === "written" && !each.resentAt);
    const resent = entries.filter((each) => each.resentAt && Date.now() - each.resentAt < 3600000).pop();
    if (resent) lines.push({ tag: "restored", text: say("restored", { time: timeOf(resent.resentAt) }) });
    if (unsent.length && outbox.isFailing()) lines.push({ tag: "notSent", text: say("notSent") });
    if (entries.some((each) => each.state === "locked")) lines.push({ tag: "notSent", text: say("locked") });
    entries.filter((each) => each.state === "refused").forEach((each) => {
      lines.push({ tag: "refused", text: (each.message || say("refused")) + " " + say("atTheDesk"), key: each.key });
    });
    return lines;
  }

  function renderNotices() {
    const lines = noticeLines(), shape = JSON.stringify(lines);
    if (notices.dataset.shape === shape) return;
    notices.dataset.shape = shape;
    notices.hidden = !lines.length;
    notices.textContent = "";
    lines.forEach((line) => {
      const row = document.createElement("p"), tag = document.createElement("b");
      tag.className = line.tag === "refused" ? "tag attention" : "tag full";
      tag.textContent = say(line.tag + "Tag");
      row.append(tag, " " + line.text + " ");
      if (line.key) {
        const button = document.createElement("button");
        button.type = "button"; button.className = "link"; button.textContent = say("dismiss");
        button.addEventListener("click", () => outbox.drop(line.key));
        row.append(button);
      }
      notices.append(row);
    });
  }

  // --- Called: the minutes since, and one buzz if the page was tapped before

  function renderCall() {
    const call = find("[data-called]");
    if (!call) return;
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(call.dataset.called)) / 60000));
    if (minutes) put(call, say("calledFor", { n: minutes }));
    const key = "barpoint-called-" + call.dataset.called;
    const mayBuzz = navigator.vibrate && navigator.userActivation && navigator.userActivation.hasBeenActive;
    if (!mayBuzz || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "1");
    navigator.vibrate([200, 100, 200]);
  }

  // --- The whole page

  function renderMatch() {
    const claim = lastOf("claim"), now = score.replay(terms(), games()), form = find("form[data-entry]");
    const isOver = Boolean(form && claim && (claim.points || now.winner));
    findAll("[data-when]").forEach((each) => { each.hidden = (each.dataset.when === "over") !== isOver; });
    const outcome = isOver && (isWon(claim, now) ? "won" : "lost");
    findAll("[data-after]").forEach((each) => { each.hidden = isOver && each.dataset.after !== outcome; });
    if (isOver) renderResult(claim, now);
    else if (form) renderEntry(form, now);
    findAll("form[data-final]").forEach(renderFinal);
    listGames(games());
    const answer = lastOf("answer");
    findAll("form[data-answer] button").forEach((each) => { each.disabled = Boolean(answer); });
    put(find("[data-answered]"), answer ? say("answered") : "");
  }

  function render() {
    if (my().length) renderMatch();
    renderNotices();
    renderCall();
  }

  // --- Writing

  const pathOf = (form) => new URL(form.action, location.href).pathname;

  function writeGames(form, card) {
    const fields = [["match", my().match], ["between", my().between], ["games", JSON.stringify(card)]];
    fields.push(["base", base()]);
    return outbox.write({ kind: "claim", match: my().match, path: pathOf(form), fields, games: card });
  }

  // Return the entry, or null when the form must be posted as it is: the server reads a score that was typed.
  function writeFinal(form) {
    const winner = checked(form, "winner"), loser = checked(form, "loser"), typed = find('[name="score"]', form);
    const length = Number(my().length), isComplete = winner && loser && !(typed && typed.value);
    const points = isComplete ? (winner === "top" ? [length, Number(loser)] : [Number(loser), length]) : null;
    const kind = form.hasAttribute("data-answer") ? "answer" : "claim";
    if (kind === "claim" && !points) return null;
    const fields = Array.from(new FormData(form).entries());
    const claimed = kind === "claim" ? points : null;
    return outbox.write({ kind, match: my().match, path: pathOf(form), fields, points: claimed });
  }

  // What has focus never changes under somebody's fingers: a button that did its work gives it up, unless the next game
  // is entered by keyboard too.
  function releaseFocus(isNextGame) {
    const element = document.activeElement;
    let isKeyboard = false;
    try { isKeyboard = element.matches(":focus-visible"); } catch (error) { /* An old phone has no keyboard. */ }
    if (isNextGame && isKeyboard) return;
    if (isNextGame) element.blur();
    else find("#main").focus();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!outbox.works) return;
    let entry = null;
    if (form.hasAttribute("data-entry")) {
      const game = chosenGame(form);
      if (!game) {
        event.preventDefault();
        form.classList.add("wrong");
        find('[name="winner"]', form).focus();
        return render();
      }
      entry = writeGames(form, games().concat([game]));
    } else if (form.hasAttribute("data-final") || form.hasAttribute("data-answer")) entry = writeFinal(form);
    if (!entry) return;
    event.preventDefault();
    form.reset();
    findAll("[data-hold]").forEach((each) => each.removeAttribute("data-hold"));
    render();
    releaseFocus(form.offsetParent && form.hasAttribute("data-entry"));
  });
  document.addEventListener("click", (event) => {
    if (!event.target.hasAttribute("data-remove-game") || !outbox.works) return;
    if (!writeGames(find("#entry"), games().slice(0, -1))) return;
    event.preventDefault();
    render();
  });
  document.addEventListener("change", render);
  document.addEventListener("reset", () => setTimeout(render, 0));
  document.addEventListener("outbox:changed", render);
  document.addEventListener("live:changed", render);
  setInterval(renderCall, 15000);
  render();
})();
