// The auctioneer's desk beside its line, which cash.js and cash_lines.js run: Enter on the empty line opens the next lot.
//
// form[data-open-next]  puts the next lot on the block; there is none while a lot is open, so Enter never hammers
// #line[data-bounce]    Enter was pressed a moment ago: one that follows at once opens nothing
// [data-block-lot]      a field that names the lot on the block; the board says which one it is now
(function () {
  "use strict";
  const line = document.getElementById("line"), board = document.getElementById("board");
  const unsent = document.getElementById("unsent");
  if (!line || !board) return;
  const BOUNCE = 500;
  let bouncing = 0;

  // Before cash.js, which does nothing with Enter on an empty line where nobody owes anything.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    const isSoon = "bounce" in line.dataset;
    line.dataset.bounce = "";
    clearTimeout(bouncing);
    bouncing = setTimeout(() => { delete line.dataset.bounce; }, BOUNCE);
    const isFree = event.target === line || event.target === document.body;
    if (!isFree || line.value.trim() || event.repeat || isSoon || !unsent.hidden) return;
    const form = board.querySelector("form[data-open-next]");
    if (!form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    form.requestSubmit(form.querySelector("button"));
  }, true);

  function nameLot() {
    const block = document.getElementById("block"), lot = block && block.dataset.lot;
    document.querySelectorAll("[data-block-lot]").forEach((field) => {
      if (field.value !== (lot || "")) field.value = lot || "";
      field.form.hidden = !lot;
    });
  }
  new MutationObserver(nameLot).observe(board, { childList: true });
  nameLot();
})();
