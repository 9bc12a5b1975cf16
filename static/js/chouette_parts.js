// Parts of the phone on the table of a chouette: names with their place, running totals, the small links, and the dock
// with the main button, which says what would be written and what follows.
window.barpoint = window.barpoint || {};
window.barpoint.chouetteParts = (function () {
  "use strict";
  const phone = window.barpoint.chouettePhone, rules = window.barpoint.chouette;
  if (!phone) return null;
  const { bdi, button, fill, h, signed } = window.barpoint.chouetteElements;
  const { words, state } = phone;

  function standing(who) {
    const money = state.server.money.stake_minor ? h("small", {}, phone.money(phone.total(who))) : null;
    return h("span", { class: "total" }, signed(phone.total(who)), money);
  }

  function boxBlock(order) {
    return h("div", { class: "box-block" },
      h("span", { class: "what" }, order.partner ? words.boxAndPartner : words.box),
      h("strong", {}, bdi(order.box), order.partner ? [" + ", bdi(order.partner)] : null), standing(order.box));
  }

  function proxyOf(who) {
    const away = phone.away();
    return away.has(who) ? ` · ${fill(words.away, { who: away.get(who) || words.captain })}` : null;
  }

  function nameOf(who, line, at, more) {
    return h("div", { class: "who" }, h("b", {}, bdi(who)),
      h("small", { class: more ? "now" : "" }, more || phone.role(line, at), proxyOf(who)));
  }

  function dock(label, happening, note, person) {
    const { after, refusal } = happening ? phone.tried(happening) : { after: null, refusal: null };
    const isReady = Boolean(after);
    const text = refusal ? phone.reason(refusal) : isReady ? phone.consequence(after) : note || "";
    const face = isReady ? fill(words.writeIt, { what: label(after) }) : refusal ? words.notPossible : note || "";
    const press = () => (isReady ? phone.write(happening, person) : phone.page.querySelector("#why").focus());
    const about = { id: "why", tabindex: "-1", class: refusal ? "error" : "soft", role: "status" };
    return h("div", { class: "dock" },
      button(face, press, { class: "main wide", id: "write", "aria-disabled": String(!isReady) }),
      h("p", about, isReady || refusal ? text : "\u00a0"));
  }

  // Small links below the table: what is seldom needed.
  function sidelines(list) {
    const { table, draft, happenings } = state, offers = rules.offers(table), links = [];
    if (draft.panel && table.game && rules.pendingOf(table.game)) return null;
    if (list.includes("undo") && rules.withoutLast(happenings)) {
      links.push(button(words.undoLast, () => phone.write({ do: "undo" }), { class: "link" }));
    }
    list.filter((word) => word !== "undo" && offers.some((each) => each.do === word)).forEach((word) => {
      links.push(button(words["open_" + word], phone.open(word), { class: "link" }));
    });
    return links.length ? h("div", { class: "sidelines" }, links) : null;
  }

  return { boxBlock, dock, nameOf, proxyOf, sidelines, standing };
})();
