// What a player must know beside the match: entries that are not sent, sent again, refused, or in conflict with the
// desk's score card; a phone that stores nothing; and a link that needs the Wi-Fi.
//
// #outbox      the notices, one line each
// #words       their sentences, with %(name)s where a value goes
(function () {
  "use strict";
  const outbox = window.barpoint.outbox;
  const words = document.querySelector("#words"), notices = document.querySelector("#outbox");
  if (!words || !notices || !outbox.works) return;

  const NOTE_TIME = 8000;
  const isolate = (text) => (document.dir === "rtl" || /[\u0590-\u08ff]/.test(text) ? `\u2068${text}\u2069` : text);
  const say = (sentence, values) =>
    (words.dataset[sentence] || "").replace(/%\((\w+)\)s/g, (all, name) => isolate(String((values || {})[name])));
  let needsWifi = 0;

  // --- The lines: a tag, a text, buttons

  const ownFirst = (entry, points) => (entry.ownSide === "top" ? points : points.slice().reverse()).join("–");

  function conflictLine(entry) {
    const { theirs } = entry, fields = entry.fields.filter(([name]) => name !== "base");
    const keep = () => {
      const { match, opponent, ownSide, kind, path, games, shown } = entry, base = ["base", theirs.card];
      outbox.write({ match, opponent, ownSide, kind, path, games, shown, fields: fields.concat([base]) });
    };
    const name = theirs.own ? say("otherPhone") : entry.opponent;
    const text = say("conflict", { name, own: ownFirst(entry, entry.shown), theirs: ownFirst(entry, theirs.points) });
    // The page shows the card that was taken now, not when its next turn comes.
    const take = () => { outbox.drop(entry.key); document.dispatchEvent(new CustomEvent("live:refresh")); };
    const buttons = [["keepMine", keep], ["takeTheirs", take]];
    return { tag: "conflict", isWarning: true, text, buttons };
  }

  function entryLines(entries) {
    const unsent = entries.filter((each) => each.state === "written"), resent = unsent.filter((each) => each.resent);
    const lines = entries.filter((each) => each.state === "conflict").map(conflictLine);
    if (resent.length || outbox.hasResent()) lines.push({ tag: "restored", text: say("restored") });
    const why = outbox.isBusy() ? "busy" : "notSent";
    if (resent.length < unsent.length && outbox.isFailing()) lines.push({ tag: "notSent", text: say(why) });
    entries.filter((each) => each.state === "refused").forEach((each) => {
      const text = (each.message || say("refused")) + " " + say("atTheDesk");
      lines.push({ tag: "refused", isWarning: true, text, buttons: [["dismiss", () => outbox.drop(each.key)]] });
    });
    return lines;
  }

  function allLines() {
    const entries = outbox.all(), isUnsent = entries.some((each) => each.state === "written");
    const lines = [];
    if (needsWifi) lines.push({ tag: "wifi", text: say("needsWifi") });
    const isUnstored = outbox.isUnstored() || (outbox.wasWiped() && isUnsent);
    if (isUnstored) lines.push({ tag: "notSent", isWarning: true, text: say("unstored") });
    const isLocked = outbox.isLockedOut() || entries.some((each) => each.state === "locked");
    if (isLocked) lines.push({ tag: "notSent", isWarning: true, text: say("locked"), link: words.dataset.pin });
    return lines.concat(entryLines(entries));
  }

  // --- Showing them

  // A choice between two is made with two buttons that a finger does not confuse.
  function button([word, act], isChoice) {
    const element = document.createElement("button");
    element.type = "button";
    element.className = isChoice ? "" : "link";
    element.textContent = say(word);
    element.addEventListener("click", act);
    return element;
  }

  function rowOf(line) {
    const row = document.createElement("p"), tag = document.createElement("b");
    tag.className = line.isWarning ? "tag attention" : "tag full";
    tag.textContent = say(line.tag + "Tag");
    row.append(tag, " " + line.text + " ");
    const buttons = line.buttons || [], place = document.createElement("span");
    place.className = buttons.length > 1 ? "actions" : "";
    buttons.forEach((each) => place.append(button(each, buttons.length > 1)));
    row.append(place);
    if (!line.link) return row;
    const link = document.createElement("a");
    link.href = line.link;
    link.textContent = say("typePin");
    row.append(link);
    return row;
  }

  function render() {
    const lines = allLines(), shape = JSON.stringify(lines);
    if (notices.dataset.shape === shape) return;
    notices.dataset.shape = shape;
    notices.hidden = !lines.length;
    notices.textContent = "";
    lines.forEach((line) => notices.append(rowOf(line)));
  }

  // --- Links

  function noteWifi() {
    clearTimeout(needsWifi);
    needsWifi = setTimeout(() => { needsWifi = 0; render(); }, NOTE_TIME);
    render();
    notices.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("wifi:needed", noteWifi);

  // Links that wifi.js does not follow: the page refreshes itself, and entries that could not be stored go with it.
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (!link) return;
    const isRefresh = Boolean(link.closest("[data-as-of]"));
    const isHeld = outbox.isUnstored() && outbox.all().some((each) => each.state !== "sent");
    if (!isRefresh && (!isHeld || link.target || link.hash)) return;
    event.preventDefault();
    if (isRefresh) document.dispatchEvent(new CustomEvent("live:refresh"));
    else notices.scrollIntoView();
  });

  ["outbox:changed", "live:changed", "live:answered", "live:elsewhere"].forEach((each) =>
    document.addEventListener(each, render));
  render();
})();
