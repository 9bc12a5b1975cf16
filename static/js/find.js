// Ctrl K anywhere, and / outside a field, lead to the search of the tournament.
"use strict";

(() => {
  const link = document.querySelector("a[data-find]");
  if (!link) return;

  const isTyping = (target) => Boolean(target.closest && target.closest("input, textarea, select, [contenteditable]"));

  document.addEventListener("keydown", (event) => {
    const isCombined = event.ctrlKey || event.metaKey;
    const isJump = isCombined && !event.altKey && event.key.toLowerCase() === "k";
    const isSlash = event.key === "/" && !isCombined && !event.altKey && !isTyping(event.target);
    if (event.defaultPrevented || (!isJump && !isSlash)) return;
    event.preventDefault();
    const field = document.getElementById("find-all");
    if (field) {
      field.focus();
      field.select();
    } else {
      location.assign(link.href);
    }
  });
})();
