// What the chouette's phone is built from: elements, so that a name is never markup; points, lists of names and sentences
// whose names are written %(names)s.
window.barpoint = window.barpoint || {};
window.barpoint.chouetteElements = (function () {
  "use strict";
  const EVENTS = { form: "submit", input: "input", select: "change" };

  function h(name, attributes, ...children) {
    const element = document.createElement(name);
    Object.entries(attributes || {}).forEach(([key, value]) => {
      if (key === "on") element.addEventListener(EVENTS[name] || "click", value);
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    });
    element.append(...children.flat().filter((each) => each !== null && each !== false && each !== undefined));
    return element;
  }
  const bdi = (name) => h("bdi", {}, name);
  const button = (label, on, attributes) => h("button", { type: "button", on, ...attributes }, label);
  const choice = (label, isChosen, on, name) => button(
    label, on, { class: isChosen ? "chosen" : "", "aria-pressed": String(isChosen), "aria-label": name },
  );
  const field = (label, control) => h("label", { class: "line" }, h("span", {}, label), control);

  const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (all, name) => (name in values ? values[name] : all));
  const signed = (points) => (points > 0 ? "+" + points : points < 0 ? "\u2212" + -points : "0");
  function listed(names, and) {
    if (names.length < 2) return names.join("");
    return fill(and, { first: names.slice(0, -1).join(", "), last: names[names.length - 1] });
  }

  return { bdi, button, choice, field, fill, h, listed, signed };
})();
