// A board to set a position up by taps: a tap on a point sets or removes a checker. What stands on it is written into
// the two lists of checkers of the form, and the page's preview says what the rule book makes of it. An ID that is typed
// comes back from the server as lists, and the board shows it. Without this script the lists and the ID do the same.
(function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg", BAR = 25, FULL = 15, STACK = 5;
  const PITCH = 36, HIGH = 11, POINT = 4.7, CHECKER = 0.435, STEP = 0.92, MARGIN = 20, TRAY = 1.2;
  const START = { 24: 2, 13: 5, 8: 3, 6: 5 };
  const editor = document.querySelector("[data-board-editor]");
  if (!editor) return;
  const form = editor.closest("form"), board = editor.querySelector("[data-board]");
  const fields = { own: form.elements.own, other: form.elements.other, id: form.elements.position };
  const words = editor.dataset;
  let sides = { own: read(fields.own.value), other: read(fields.other.value) };

  function read(text) {
    const side = {};
    for (const [, point, count] of text.matchAll(/(bar|\d+)\s*[:x×*]\s*(\d+)/gi)) {
      const at = /bar/i.test(point) ? BAR : Number(point);
      if (at >= 1 && at <= BAR) side[at] = Math.min(FULL, (side[at] || 0) + Number(count));
    }
    return side;
  }

  function write(side) {
    const points = Object.keys(side).map(Number).filter((point) => side[point]).sort((a, b) => b - a);
    return points.map((point) => `${point === BAR ? "bar" : point}:${side[point]}`).join(" ");
  }

  function total(side) {
    return Object.values(side).reduce((sum, count) => sum + count, 0);
  }

  function changed() {
    fields.own.value = write(sides.own);
    fields.other.value = write(sides.other);
    fields.id.value = "";
    draw();
    fields.own.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A tap on a point of the player on roll; the opponent counts it from the other side.
  function tap(point, bar) {
    const pen = editor.querySelector("[name=pen]:checked").value;
    const places = { own: point, other: point === BAR ? BAR : 25 - point };
    if (point === BAR) places[bar === "own" ? "other" : "own"] = 0;
    const holder = ["own", "other"].find((side) => places[side] && sides[side][places[side]]);
    if (pen === "remove") {
      if (!holder) return;
      sides[holder][places[holder]] -= 1;
    } else if (point === BAR) {
      if (total(sides[bar]) >= FULL) return;
      sides[bar][BAR] = (sides[bar][BAR] || 0) + 1;
    } else {
      const other = pen === "own" ? "other" : "own";
      if (sides[other][places[other]]) sides[other][places[other]] = 0;
      if (total(sides[pen]) >= FULL) return;
      sides[pen][places[pen]] = (sides[pen][places[pen]] || 0) + 1;
    }
    changed();
  }

  // --- The drawing: the same measures as rules/diagrams/svg.py.

  function element(name, attributes, into, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    into.append(made);
    return made;
  }

  const x = (units) => MARGIN + units * PITCH, y = (units) => MARGIN + units * PITCH;
  const isBelow = (point) => point <= 12;

  function middle(point) {
    if (point === BAR) return 6.5;
    const across = isBelow(point) ? 12 - point : point - 13;
    return across + 0.5 + (across >= 6);
  }

  function stack(into, across, foot, step, count, own) {
    for (let level = 0; level < Math.min(count, STACK); level += 1) {
      const at = y(foot + step * (level + 0.5));
      element("circle", { cx: x(across), cy: at, r: CHECKER * PITCH, class: own ? "own" : "other" }, into);
      if (level === STACK - 1 && count > STACK) {
        element("text", { x: x(across), y: at + 6, class: own ? "on-own" : "on-other" }, into, count);
      }
    }
  }

  function target(svg, label, left, top, high, act) {
    const group = element("g", { role: "button", tabindex: 0, "aria-label": label, class: "target" }, svg);
    element("rect", { x: x(left), y: y(top), width: PITCH, height: high * PITCH, class: "hit" }, group);
    group.addEventListener("click", act);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      const at = [...svg.querySelectorAll(".target")].indexOf(group);
      act();
      board.querySelectorAll(".target")[at].focus();
    });
    return group;
  }

  function labelOf(point) {
    const count = sides.own[point] || sides.other[25 - point] || 0, name = words.point.replace("%(n)s", point);
    return `${name}: ${count ? `${count} ${sides.own[point] ? words.own : words.other}` : 0}`;
  }

  function draw() {
    const wide = 13 + TRAY, svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${wide * PITCH + 2 * MARGIN} ${HIGH * PITCH + 2 * MARGIN}`);
    element("rect", { x: x(0), y: y(0), width: wide * PITCH, height: HIGH * PITCH, class: "field" }, svg);
    for (const left of [6, 7, 13]) element("path", { d: `M${x(left)} ${y(0)}V${y(HIGH)}`, class: "rule" }, svg);
    for (let point = 1; point <= 24; point += 1) {
      const across = middle(point), below = isBelow(point), base = below ? HIGH : 0;
      const group = target(svg, labelOf(point), across - 0.5, below ? HIGH - 5.2 : 0, 5.2, () => tap(point));
      const tip = below ? base - POINT : POINT;
      const d = `M${x(across - 0.5)} ${y(base)}L${x(across)} ${y(tip)}L${x(across + 0.5)} ${y(base)}`;
      element("path", { d, class: point % 2 ? "odd" : "even" }, group);
      element("text", { x: x(across), y: below ? y(HIGH) + 15 : y(0) - 6, class: "number" }, group, point);
      const own = sides.own[point] || 0, other = sides.other[25 - point] || 0;
      stack(group, across, base, below ? -STEP : STEP, own || other, Boolean(own));
    }
    for (const side of ["own", "other"]) {
      const own = side === "own", label = `${words.bar}, ${words[side]}: ${sides[side][BAR] || 0}`;
      const group = target(svg, label, 6, own ? 1 : HIGH / 2 + 0.5, HIGH / 2 - 1.5, () => tap(BAR, side));
      stack(group, 6.5, HIGH / 2 + (own ? -0.6 : 0.6), own ? -STEP : STEP, sides[side][BAR] || 0, own);
      const off = FULL - total(sides[side]);
      element("text", { x: x(13 + TRAY / 2), y: own ? y(HIGH) - 10 : y(0) + 22, class: "off" }, svg, off || "");
    }
    board.replaceChildren(svg);
  }

  // --- The buttons, and an ID that the server has read.

  const acts = {
    start: () => { sides = { own: { ...START }, other: { ...START } }; },
    clear: () => { sides = { own: {}, other: {} }; },
    turn: () => { sides = { own: sides.other, other: sides.own }; },
  };
  for (const [name, act] of Object.entries(acts)) {
    editor.querySelector(`[data-${name}]`).addEventListener("click", () => {
      act();
      changed();
    });
  }
  for (const field of [fields.own, fields.other]) {
    field.addEventListener("input", (event) => {
      if (!event.isTrusted) return;
      sides = { own: read(fields.own.value), other: read(fields.other.value) };
      draw();
    });
  }
  new MutationObserver(() => {
    const known = document.querySelector("#meaning [data-own]");
    if (!known || !fields.id.value.trim()) return;
    sides = { own: read(known.dataset.own), other: read(known.dataset.other) };
    draw();
  }).observe(document.getElementById("meaning"), { childList: true });

  const shown = document.querySelector("#meaning [data-own]");
  if (shown && fields.id.value.trim()) sides = { own: read(shown.dataset.own), other: read(shown.dataset.other) };
  const byText = form.querySelector(".by-text");
  byText.open = "typed" in byText.dataset;
  editor.hidden = false;
  draw();
})();
