// What is wrong with a page's boxes, in CSS px; a hair is rounding. What scrolls in its own region may be wider than it;
// what is there for readers of the screen only is not looked at; [data-cut] is shortened on purpose, whole elsewhere.
() => {
  const HAIR = 1.5, found = [];
  const seen = (el) => {
    for (let at = el; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at), box = at.getBoundingClientRect();
      if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return false;
      if (style.display !== "contents" && style.position === "absolute" && (box.right < 0 || style.clipPath === "inset(50%)" || (box.width <= 1 && box.height <= 1))) return false;
      if (at.nodeName === "DETAILS" && !at.open && !at.querySelector(":scope > summary").contains(el)) return false;
    }
    return true;
  };
  const scrolls = (el) => {
    for (let at = el; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const block = (el) => {
    let at = el;
    while (at.parentElement && ["inline", "contents"].includes(getComputedStyle(at).display)) at = at.parentElement;
    return at;
  };
  const sticks = (el) => {
    for (let at = el; at; at = at.parentElement) if (getComputedStyle(at).position === "sticky") return true;
    return false;
  };
  const name = (el) => el.nodeName.toLowerCase() + (el.id ? "#" + el.id : "") + (typeof el.className === "string" && el.className ? "." + el.className.trim().replace(/\s+/g, ".") : "");
  const words = (text) => JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, 40));

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, el = node.parentElement;
    if (!node.nodeValue.trim() || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION", "TEXTAREA"].includes(el.nodeName) || !seen(el)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      texts.push({ el, node, box });
      const holder = block(el).getBoundingClientRect();
      if (!el.closest("svg, [data-cut]") && (box.left < holder.left - HAIR || box.right > holder.right + HAIR)) found.push(`text outside its box: ${name(el)} ${words(node.nodeValue)}`);
      if (!scrolls(el) && !el.closest("[data-cut]") && (box.left < -HAIR || box.right > innerWidth + HAIR)) found.push(`outside the window: ${name(el)} ${words(node.nodeValue)}`);
    }
  }

  for (const el of document.body.querySelectorAll("*")) {
    if (el.closest("svg") || ["OPTION", "SCRIPT", "BR"].includes(el.nodeName) || !seen(el)) continue;
    const style = getComputedStyle(el);
    const box = el.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const inline = style.display === "inline";
    if (!inline && !el.closest("[data-cut]") && !/auto|scroll/.test(style.overflowX)) {
      const cuts = el.nodeName === "INPUT" ? !["hidden", "checkbox", "radio"].includes(el.type) : /hidden|clip/.test(style.overflowX);
      const cut = cuts && el.scrollWidth > el.clientWidth + HAIR && (el.value || el.textContent.trim());
      if (cut) found.push(`wider than its box: ${name(el)} ${words(el.value || el.textContent)}`);
      if (/hidden|clip/.test(style.overflowY) && el.scrollHeight > el.clientHeight + HAIR && el.textContent.trim()) found.push(`taller than its box: ${name(el)} ${words(el.textContent)}`);
    }
    const parent = el.parentElement;
    if (inline || scrolls(el) || style.position !== "static" || style.float !== "none") continue;
    const within = block(parent), outer = within.getBoundingClientRect();
    const pulled = ["marginLeft", "marginRight"].some((side) => parseFloat(style[side]) < 0);
    if (!pulled && (box.left < outer.left - HAIR || box.right > outer.right + HAIR)) found.push(`outside its parent: ${name(el)} in ${name(within)}`);
  }

  texts.sort((one, two) => one.box.top - two.box.top);
  for (let one = 0; one < texts.length; one += 1) {
    for (let two = one + 1; two < texts.length && texts[two].box.top < texts[one].box.bottom - 3; two += 1) {
      const a = texts[one], b = texts[two];
      if (a.node === b.node || scrolls(a.el) !== scrolls(b.el) || sticks(a.el) || sticks(b.el)) continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 2 && down > Math.min(a.box.height, b.box.height) * 0.35) found.push(`on each other: ${words(a.node.nodeValue)} and ${words(b.node.nodeValue)}`);
    }
  }
  return Array.from(new Set(found));
}
