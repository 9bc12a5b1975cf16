// The player's own page: what a tap comes to is said on the phone itself, and what is written goes into the outbox.
//
// #my                      how the match stands, as data; live.js changes it, nothing is changed while a choice is made
// form[data-entry]         one game: winner, cube, kind; the button says what it comes to
// button[data-less]        the card without its last game
// form[data-final]         the final score; form[data-answer] says that the other's result is right or wrong
// #words                   sentences of this page, with %(name)s for what is filled in
(function () {
  "use strict";
  const outbox = window.barpoint.outbox, rules = window.barpoint.score;
  const $ = (what, where) => (where || document).querySelector(what);
  const $$ = (what, where) => Array.from((where || document).querySelectorAll(what));
  const words = $("#words"), strip = $("#kept");
  if (!words || !$("#my")) return;

  const my = () => $("#my").dataset;
  // A name from right to left, or a score among such words, keeps its own direction.
  const isolated = (text) => (document.dir === "rtl" || /[\u0590-\u08ff]/.test(text) ? "\u2068" + text + "\u2069" : text);
  const say = (what, facts) => (words.dataset[what] || "").replace(/%\((\w+)\)s/g, (all, name) => isolated((facts || {})[name]));
  const put = (node, text) => { if (node && node.textContent !== text) node.textContent = text; };
  const clock = (at) => new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit", minute: "2-digit", hour12: false, timeZone: words.dataset.zone || undefined }).format(new Date(at));
  const of = (form, name) => ($('[name="' + name + '"]:checked', form) || {}).value || "";
  const facing = (points) => (my().me === "top" ? points : points.slice().reverse());
  const scored = (points) => facing(points).join("–");

  // --- How the match stands: what the server said, and over it what this phone has written since

  function terms() {
    const told = my();
    return { length: Number(told.length), start: told.start.split("-").map(Number), crawford: told.crawford === "1", holland: told.holland === "1" };
  }

  const unseen = (each) => each.state === "written" || each.state === "locked" || (each.state === "sent" && each.number > Number(my().number));
  const own = () => outbox.all().filter((each) => each.match === my().match && each.kind === "claim" && unseen(each)).pop();

  function games() {
    const mine = own();
    return mine && mine.games ? mine.games : JSON.parse(my().games || "[]");
  }

  function chosen(form) {
    const winner = of(form, "winner");
    return winner ? [winner, Number(of(form, "cube")), of(form, "kind")] : null;
  }

  // --- Drawing: points of a rail, 10 wide and 42 high, the base below for mine and above for theirs

  function rail(side, from, to) {
    let path = "";
    const base = side === "mine" ? 42 : 0, tip = side === "mine" ? -42 : 42;
    for (let at = from; at < to; at += 1) path += "M" + (at * 10 + 1) + " " + base + "l4 " + tip + " 4 " + -tip + "z";
    return path;
  }

  function draw(points, after) {
    ["mine", "theirs"].forEach((side, at) => {
      const svg = $('[data-rail="' + side + '"]'), length = Number(my().length);
      if (!svg) return;
      const now = Math.min(facing(points)[at], length), then = Math.min(facing(after)[at], length);
      $(".p-done", svg).setAttribute("d", rail(side, 0, now));
      $(".p-now", svg).setAttribute("d", rail(side, now, then));
      $(".p-todo", svg).setAttribute("d", rail(side, then, length));
      put($('[data-points="' + side + '"]'), String(now));
    });
  }

  const label = (name, value) => (($('form[data-entry] [name="' + name + '"][value="' + value + '"] + span') || {}).textContent || value);

  // The games so far, with those that are only on this phone.
  function list(cards) {
    const place = $("[data-list]"), details = $("#games"), shape = JSON.stringify(cards);
    if (!place || !$("[data-less]")) return;
    details.hidden = !cards.length;
    if (shape === my().games && !place.dataset.shape) return;
    if (place.dataset.shape === shape) return;
    place.dataset.shape = shape;
    place.textContent = "";
    cards.forEach((game, at) => {
      const row = document.createElement("li"), kind = label("kind", game[2].replace("resign_", "")).replace("\u00ad", "").toLowerCase();
      const told = [label("winner", game[0])].concat(game[1] > 1 ? [say("cubed", { n: game[1] })] : [], kind).join(", ");
      [["code", at + 1], ["", told], ["score", scored(rules.replay(terms(), cards.slice(0, at + 1)).shown || [])]].forEach((each) => {
        const cell = document.createElement("span");
        cell.className = each[0];
        cell.textContent = each[1];
        row.append(cell);
      });
      place.append(row);
    });
  }

  // --- What one tap comes to

  function consequence(game, after) {
    const mine = game[0] === my().me, gain = facing(after.points)[mine ? 0 : 1] - facing(rules.replay(terms(), games()).points)[mine ? 0 : 1];
    const shown = facing(after.shown), told = { n: gain, name: my().opponent, score: shown.join("–") };
    if (after.winner === my().me) return say("win", told);
    if (after.winner) return say("lose", { name: told.name, score: shown.reverse().join("–") });
    const how = shown[0] > shown[1] ? "lead" : shown[0] < shown[1] ? "trail" : "level";
    return say((mine ? "mine" : "theirs") + how[0].toUpperCase() + how.slice(1), told);
  }

  function rule(now, after) {
    if (after && after.next === "crawford") return say("crawfordNext");
    if (after && after.next === "post_crawford" && now.next === "crawford") return say(my().holland === "1" ? "holland" : "cubeBack");
    if (now.next === "crawford") return say("crawford");
    if (now.next === "dmp") return say("dead");
    return now.next === "post_crawford" && my().holland === "1" ? say("holland") : "";
  }

  function forbid(form, crawford) {
    $$('[name="cube"]', form).forEach((each) => { each.disabled = crawford && each.value !== "1"; });
    $$('[name="kind"][value="drop"]', form).forEach((each) => { each.disabled = crawford; });
    $$('[name="cube"]:checked:disabled, [name="kind"]:checked:disabled', form).forEach((each) => {
      $('[name="' + each.name + '"]', form).checked = true;
    });
  }

  function entering(form, now) {
    forbid(form, now.next === "crawford");
    const game = chosen(form), after = game && rules.replay(terms(), games().concat([game]));
    put($("[data-game]", form), String(games().length + 1));
    put($("[data-cube]", form), say(of(form, "kind") === "drop" ? "cubeBefore" : "cube"));
    put($("[data-write]", form), game ? consequence(game, after) : say("write"));
    if (game) form.classList.remove("wrong");
    put($("[data-rule]", form), form.classList.contains("wrong") ? say("whoWon") : rule(now, after));
    draw(now.points, after ? after.points : now.points);
    const touched = game || $$('[name="cube"]:checked, [name="kind"]:checked', form).some((each) => !each.defaultChecked);
    form.toggleAttribute("data-hold", Boolean(touched));
  }

  function telling(form) {
    const winner = of(form, "winner"), loser = of(form, "loser"), length = my().length;
    const told = winner && loser ? { name: my().opponent, score: length + "–" + loser } : null;
    const button = $("[data-write]", form);
    put(button, told ? say(winner === my().me ? "win" : "lose", told) : button.dataset.write);
    form.toggleAttribute("data-hold", Boolean(winner || loser));
  }

  // --- Written, Sent, Confirmed

  const wins = (mine, now) => { const shown = facing(mine.points || now.shown); return shown[0] > shown[1]; };

  function over(mine, now) {
    const shown = mine.points || now.shown, won = wins(mine, now), sent = mine.state === "sent";
    put($("[data-ended]"), say(won ? "youWon" : "youLost", { score: scored(shown) }));
    draw(shown, shown);
    const steps = { written: ["done", say("onPhone", { time: clock(mine.at) })] };
    steps.sent = sent ? ["done", clock(mine.sentAt)] : ["now", say(mine.state === "locked" ? "newSlip" : outbox.isFailing() ? "noWifi" : "sending")];
    const deadline = { name: my().opponent, time: clock(mine.at + Number(my().grace) * 60000) };
    steps.confirmed = [sent && !won ? "done" : "todo", won ? say("byWhom", deadline) : say("byYou")];
    Object.keys(steps).forEach((each) => {
      const step = $('[data-step="' + each + '"]');
      if (!step) return;
      step.className = steps[each][0];
      put($("span", step), steps[each][1]);
    });
  }

  function notices() {
    const entries = outbox.all(), lines = [];
    const pending = entries.filter((each) => each.state === "written" && !each.again), refused = entries.filter((each) => each.state === "refused");
    const again = entries.filter((each) => each.again && Date.now() - each.again < 3600000);
    if (again.length) lines.push(["restored", say("restored", { time: clock(again[again.length - 1].again) })]);
    if (pending.length && outbox.isFailing()) lines.push(["notSent", say("kept")]);
    if (entries.some((each) => each.state === "locked")) lines.push(["notSent", say("locked")]);
    refused.forEach((each) => lines.push(["refused", (each.said || say("refusedSo")) + " " + say("atTheDesk"), each.key]));
    const shape = JSON.stringify(lines);
    if (strip.dataset.shape === shape) return;
    strip.dataset.shape = shape;
    strip.hidden = !lines.length;
    strip.textContent = "";
    lines.forEach((line) => {
      const row = document.createElement("p"), tag = document.createElement("b");
      tag.className = line[0] === "refused" ? "tag attention" : "tag full";
      tag.textContent = say(line[0] + "Tag");
      row.append(tag, " " + line[1] + " ");
      if (line[2]) {
        const away = document.createElement("button");
        away.type = "button"; away.className = "link"; away.textContent = say("putAway");
        away.addEventListener("click", () => outbox.drop(line[2]));
        row.append(away);
      }
      strip.append(row);
    });
  }

  // --- Called: minutes since, and once a short buzz that a tap has allowed

  function called() {
    const since = $("[data-called]");
    if (!since) return;
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since.dataset.called)) / 60000));
    if (minutes) put(since, say("calledFor", { n: minutes }));
    const key = "barpoint-called-" + since.dataset.called;
    if (!navigator.vibrate || !navigator.userActivation || !navigator.userActivation.hasBeenActive || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "1");
    navigator.vibrate([200, 100, 200]);
  }

  // --- All of it

  function render() {
    if (my().length) {
      const mine = own(), now = rules.replay(terms(), games()), form = $("form[data-entry]");
      const ended = Boolean(form && mine && (mine.points || now.winner));
      $$("[data-when]").forEach((each) => { each.hidden = (each.dataset.when === "over") !== ended; });
      $$("[data-way]").forEach((each) => { each.hidden = ended && each.dataset.way !== (wins(mine, now) ? "won" : "lost"); });
      if (ended) over(mine, now);
      else if (form) entering(form, now);
      $$("form[data-final]").forEach(telling);
      list(games());
      const answered = outbox.all().filter((each) => each.match === my().match && each.kind === "answer" && unseen(each)).pop();
      $$("form[data-answer] button").forEach((each) => { each.disabled = Boolean(answered); });
      put($("[data-answered]"), answered ? say("answered") : "");
    }
    notices();
    called();
  }

  function fieldsOf(form, more) {
    return Array.from(new FormData(form).entries()).filter((each) => !(each[0] in more)).concat(Object.entries(more));
  }

  const path = (form) => new URL(form.action, location.href).pathname;

  function claim(form, cards) {
    const fields = [["match", my().match], ["between", my().between], ["games", JSON.stringify(cards)]];
    return outbox.write({ kind: "claim", match: my().match, path: path(form), fields: fields, games: cards });
  }

  function told(form) {
    const winner = of(form, "winner"), length = Number(my().length), loser = Number(of(form, "loser"));
    const typed = $('[name="score"]', form);
    const points = winner && of(form, "loser") && !(typed && typed.value) ? (winner === "top" ? [length, loser] : [loser, length]) : null;
    const kind = form.hasAttribute("data-answer") ? "answer" : "claim";
    // A score typed in another way is read by the server: the form is posted as it is.
    if (kind === "claim" && !points) return null;
    return outbox.write({ kind: kind, match: my().match, path: path(form), fields: fieldsOf(form, {}), points: kind === "claim" ? points : null });
  }

  // What has focus is never changed under somebody's hands: a button that has done its work lets go of it, unless the next
  // game is told by keys too.
  function rest(more) {
    const at = document.activeElement;
    let keys = false;
    try { keys = at.matches(":focus-visible"); } catch (error) { /* An old phone has no keys. */ }
    if (more && keys) return;
    if (more) at.blur();
    else $("#main").focus();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!outbox.works) return;
    let kept = null;
    if (form.hasAttribute("data-entry")) {
      const game = chosen(form);
      if (!game) {
        event.preventDefault();
        form.classList.add("wrong");
        $('[name="winner"]', form).focus();
        return render();
      }
      kept = claim(form, games().concat([game]));
    } else if (form.hasAttribute("data-final") || form.hasAttribute("data-answer")) kept = told(form);
    if (!kept) return;
    event.preventDefault();
    form.reset();
    $$("[data-hold]").forEach((each) => each.removeAttribute("data-hold"));
    render();
    rest(form.offsetParent && form.hasAttribute("data-entry"));
  });
  document.addEventListener("click", (event) => {
    if (event.target.hasAttribute("data-less") && outbox.works && claim($("#entry"), games().slice(0, -1))) {
      event.preventDefault();
      render();
    }
  });
  document.addEventListener("change", render);
  document.addEventListener("reset", () => setTimeout(render, 0));
  document.addEventListener("outbox:changed", render);
  document.addEventListener("live:changed", render);
  setInterval(called, 15000);
  render();
})();
