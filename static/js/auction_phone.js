// A bidder's phone. Every form works without this script; with it a bid goes through the outbox (outbox.js), so that one
// made without a network stays on this page and says so, and is counted once however often it is sent.
//
// form[data-bid]     the next steps as choices; the button names the sum that is chosen. A sum that was chosen is never
//                    replaced by another: after a new high bid the choice is kept if it is still possible
// [data-settling]    the steps changed a moment ago: a tap that was meant for the old ones does nothing
// #limit             the bidder's own limit for a lot: it stays on this phone, is never sent, and never bids
// #outgoing          what became of a bid: on its way, or refused, in the server's words
(function () {
  "use strict";
  const outbox = window.barpoint && window.barpoint.outbox;
  const owner = document.querySelector("[data-outbox-of]"), outgoing = document.getElementById("outgoing");
  if (!outbox || !outbox.works || !owner || !outgoing) return;
  const SETTLING = 700;
  const limitRow = document.getElementById("limit"), limitField = document.getElementById("limit-sum");
  const find = (selector, root) => (root || document).querySelector(selector);
  const findAll = (selector, root) => Array.from((root || document).querySelectorAll(selector));
  const words = outgoing.dataset;
  let settling = 0, wasOpen = null, chosen = null, lotOfLimit = null;
  document.documentElement.classList.add("scripted");

  const form = () => find("form[data-bid]");
  const steps = () => findAll("form[data-bid] input[name=amount]");
  const put = (element, text) => { if (element && element.textContent !== text) element.textContent = text; };
  const fill = (text, values) => text.replace("%(sum)s", values.sum || "").replace("%(lot)s", values.lot || "");

  // --- Sums, in the marks of the page's language: the decimal one, then the one before groups of three

  function minorOf(text) {
    const plain = text.replace(/[\s’']/g, "").replace(/[.,](?=\d{3}(\D|$))/g, "").replace(",", ".");
    if (!/^\d+(\.\d+)?$/.test(plain)) return null;
    return form() ? Math.round(Number(plain) * Number(form().dataset.unit)) : null;
  }
  function spokenOf(minor) {
    if (!form()) return String(minor);
    const { unit, marks } = form().dataset, whole = minor / Number(unit);
    const [units, rest] = (Number.isInteger(whole) ? String(whole) : whole.toFixed(unit.length - 1)).split(".");
    return units.replace(/\B(?=(\d{3})+(?!\d))/g, marks[1]) + (rest ? marks[0] + rest : "");
  }

  // --- The limit, on this phone only

  const limitKey = (lot) => `barpoint-limit-${owner.dataset.outboxOf}-${lot}`;
  function readLimit(lot) {
    try { return localStorage.getItem(limitKey(lot)) || ""; } catch (error) { return lot === lotOfLimit ? limitField.value : ""; }
  }
  function writeLimit(lot, text) {
    try { localStorage.setItem(limitKey(lot), text); } catch (error) { return; }
  }
  const limit = () => (limitField && limitField.value.trim() ? minorOf(limitField.value) : null);

  // --- Bids that have not been answered, or were refused

  const entries = () => outbox.all().filter((each) => each.kind === "bid");
  const unsent = () => entries().find((each) => ["written", "locked"].includes(each.state));
  const refused = () => entries().filter((each) => each.state === "refused").pop();

  function showOutgoing() {
    const entry = unsent(), answer = entry ? null : refused();
    outgoing.hidden = !entry && !answer;
    document.documentElement.classList.toggle("on-its-way", Boolean(entry));
    if (outgoing.hidden) return;
    const shown = entry || answer, values = { sum: shown.spoken, lot: shown.code };
    const isStuck = entry && (navigator.onLine === false || outbox.isFailing() || entry.state === "locked");
    const tag = find(".tag", outgoing), isLocked = entry && entry.state === "locked";
    tag.hidden = Boolean(entry) && !isStuck;
    tag.classList.toggle("attention", Boolean(answer) || Boolean(isLocked));
    put(tag, answer || isLocked ? words.refused : words.network);
    const pending = isLocked ? words.locked : entry && entry.inDoubt ? isStuck ? words.inDoubt : words.sending : words.onlyHere;
    put(find("[data-words]", outgoing), answer ? `${fill(words.bidOf, values)}: ${answer.message}` : fill(pending, values));
    find("[data-steps]", outgoing).hidden = !entry;
    if (entry) put(find("[data-step=bid] span", outgoing), `${entry.spoken}, ${entry.code}`);
    find("[data-hint]", outgoing).hidden = !isStuck;
    find("[data-take-back]", outgoing).hidden = !entry || Boolean(entry.inDoubt);
    find("[data-dismiss]", outgoing).hidden = !answer && !isLocked;
  }

  // --- The steps and the button

  function showForm() {
    const bid = form(), entry = unsent();
    if (!bid) { limitRow && (limitRow.hidden = true); return; }
    if (limitRow) showLimit(bid.dataset.lot);
    const most = limit(), radios = steps();
    radios.forEach((each) => {
      const isOver = most !== null && Number(each.value) > most, note = find("[data-note]", each.parentNode);
      each.disabled = isOver || Boolean(entry);
      each.parentNode.classList.toggle("over", isOver);
      const above = each.dataset.above && each.dataset.above !== "0" ? `+${each.dataset.above}` : "\u00a0";
      const isAt = most !== null && Number(each.value) === most;
      put(note, isOver ? words.over : isAt ? `${above.trim() ? `${above}, ` : ""}${words.at}` : above);
    });
    const checked = radios.find((each) => each.checked && !each.disabled), button = find("[data-bid-button]", bid);
    button.disabled = !checked || Boolean(entry);
    if (!checked) return put(button, words.over);
    put(button, fill(words.bidOf, { sum: checked.dataset.spoken, lot: bid.dataset.code }));
    const owe = find("[data-owe]", bid);
    put(owe, fill(words.owe, { sum: spokenOf(Number(owe.dataset.owed) + Number(checked.value)) }));
  }

  function showLimit(lot) {
    limitRow.hidden = false;
    if (lotOfLimit === lot) return;
    lotOfLimit = lot;
    limitField.value = readLimit(lot);
  }

  // What was chosen stays chosen while it can still be bid; if it is gone, the next step is offered, and a tap that was
  // already on its way does nothing.
  function keepChoice() {
    const radios = steps(), key = radios.map((each) => each.value).join();
    if (wasOpen === key) return;
    if (wasOpen !== null) settle();
    wasOpen = key;
    const kept = radios.find((each) => each.value === chosen) || radios[0];
    if (kept) kept.checked = true;
    chosen = kept ? kept.value : null;
  }

  function settle() {
    owner.dataset.settling = "";
    clearTimeout(settling);
    settling = setTimeout(() => { delete owner.dataset.settling; }, SETTLING);
  }

  function render() {
    keepChoice();
    showForm();
    showOutgoing();
  }

  // --- What people do

  document.addEventListener("submit", (event) => {
    const bid = event.target;
    if (!bid.matches("form[data-bid]")) return;
    event.preventDefault();
    const checked = steps().find((each) => each.checked && !each.disabled);
    if (!checked || unsent() || "settling" in owner.dataset) return;
    entries().filter((each) => each.state === "refused").forEach((each) => outbox.drop(each.key));
    const path = new URL(bid.action, location.href), { lot, code } = bid.dataset;
    outbox.write({
      match: `lot-${lot}`, kind: "bid", path: path.pathname + path.search, code, spoken: checked.dataset.spoken,
      fields: [["lot", lot], ["amount", checked.value]],
    });
    if (document.activeElement) document.activeElement.blur();
    render();
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("form[data-bid] input[name=amount]")) {
      chosen = event.target.value;
      event.target.blur();
      render();
    }
  });
  if (limitField) limitField.addEventListener("input", () => {
    if (lotOfLimit) writeLimit(lotOfLimit, limitField.value);
    render();
  });
  find("[data-take-back]", outgoing).addEventListener("click", () => {
    const entry = unsent();
    if (entry && !entry.inDoubt) outbox.drop(entry.key);
  });
  find("[data-dismiss]", outgoing).addEventListener("click", () => {
    entries().filter((each) => ["refused", "locked"].includes(each.state)).forEach((each) => outbox.drop(each.key));
  });

  // One vibration when somebody else bid higher, where the phone allows it.
  let wasOutbid = Boolean(find(".tag.attention", find("#bidder") || document));
  function vibrate() {
    const isOutbid = Boolean(find("#bidder .tag.attention"));
    if (isOutbid && !wasOutbid && navigator.vibrate) navigator.vibrate(120);
    wasOutbid = isOutbid;
  }

  document.addEventListener("outbox:changed", render);
  document.addEventListener("live:changed", () => { vibrate(); render(); });
  ["online", "offline"].forEach((each) => addEventListener(each, () => setTimeout(render, 0)));
  addEventListener("online", () => document.dispatchEvent(new CustomEvent("live:refresh")));
  render();
})();
