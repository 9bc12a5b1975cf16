// What is wrong with the words of a page: a word that breaks inside, a button of more than two lines. Words behind a
// hyphen may stand on a line of their own; what scrolls in its own region, drawings and code are left out.
() => {
  const found = [];
  const shown = (el) => {
    for (let at = el; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at), box = at.getBoundingClientRect();
      if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return false;
      if (style.display !== "contents" && style.position === "absolute" && (box.right < 0 || style.clipPath === "inset(50%)" || (box.width <= 1 && box.height <= 1))) return false;
      if (at.nodeName === "DETAILS" && !at.open && !at.querySelector(":scope > summary").contains(el)) return false;
    }
    return true;
  };
  const lines = (range) => {
    const middles = [];
    for (const box of range.getClientRects()) {
      const middle = (box.top + box.bottom) / 2;
      if (box.width > 0.5 && !middles.some((each) => Math.abs(each - middle) < 8)) middles.push(middle);
    }
    return middles.length;
  };
  const range = document.createRange();

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, el = node.parentElement;
    if (!node.nodeValue.trim() || el.closest("svg, code, pre, kbd, script, style, noscript, option, textarea") || !shown(el)) continue;
    for (const word of node.nodeValue.matchAll(/[\p{L}\p{N}’']{2,}/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (lines(range) > 1) found.push(`broken: ${word[0]}`);
    }
  }

  for (const el of document.querySelectorAll("button, a.button")) {
    if (!shown(el)) continue;
    range.selectNodeContents(el);
    if (lines(range) > 2) found.push(`a button of ${lines(range)} lines: ${el.textContent.trim().replace(/\s+/g, " ")}`);
  }
  return Array.from(new Set(found));
}
