// Shows the queue of the desk (desk_lines.js): #queue lists the lines that wait and those just written; a line that must be
// answered is shown in #question, with its sentence, its choices and what can be done about it.
(function () {
  "use strict";
  const desk = document.querySelector("[data-desk]"), lines = window.barpoint && window.barpoint.lines;
  if (!desk || !lines) return;
  const list = document.getElementById("queue"), question = document.getElementById("question");
  const template = document.getElementById("question-of-a-line"), signedOut = document.getElementById("signed-out");
  const alert = document.getElementById("alert");
  const MOST_ROWS = 4, LONGEST_TEXT = 24;

  function element(name, className, text) {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
  }

  function parse(html) { return new DOMParser().parseFromString(html, "text/html").body; }

  function sentenceOf(body) {
    const words = body.querySelector(".words, .problem a, .problem h2");
    if (!words) return "";
    // Isolated, so that a score behind a name that is read from the right does not turn round.
    for (const name of words.querySelectorAll("bdi")) name.textContent = `\u2068${name.textContent}\u2069`;
    return words.textContent.replace(/\s+/g, " ").trim();
  }

  function outcomeOf(line, isFirst) {
    if (line.state === "done") return sentenceOf(parse(line.html));
    if (line.state === "asks") return desk.dataset.asks;
    return isFirst ? desk.dataset.saving : desk.dataset.waiting;
  }

  function rowOf(line, isFirst) {
    const row = document.createElement("li");
    row.dataset.line = line.state;
    const isLong = line.text.length > LONGEST_TEXT;
    const typed = element("b", "typed", isLong ? `${line.text.slice(0, LONGEST_TEXT - 1)}…` : line.text);
    const outcome = element("span", "outcome", outcomeOf(line, isFirst));
    typed.dir = "auto";
    outcome.dataset.cut = "";
    row.append(typed, " ", outcome);
    return row;
  }

  // A single line that was written is shown below the entry line; the list shows it while others are on their way.
  function showList() {
    const first = lines.head(), waiting = lines.unsettled(), shown = desk.dataset.shownLine || "";
    const done = lines.all().filter((each) => each.state === "done" && each.key !== shown);
    const isCut = waiting.length > MOST_ROWS, fitting = isCut ? waiting.slice(0, MOST_ROWS - 1) : waiting;
    const room = MOST_ROWS - fitting.length - (isCut ? 1 : 0), rows = [...(room ? done.slice(-room) : []), ...fitting];
    list.replaceChildren(...rows.map((each) => rowOf(each, each === first)));
    const more = desk.dataset.more.replace("%(n)s", String(waiting.length - fitting.length));
    if (isCut) list.append(element("li", "outcome", more));
    list.classList.toggle("busy", waiting.length > 0);
    desk.classList.toggle("queueing", list.childElementCount > 0);
  }

  function showQuestion() {
    const line = lines.head(), asks = line && line.state === "asks" && line.key !== desk.dataset.fixing ? line : null;
    const id = asks ? `${asks.key} ${asks.html.length}` : "";
    if (question.dataset.id === id) return;
    question.dataset.id = id;
    question.dataset.line = asks ? asks.key : "";
    question.dataset.shownAt = String(Date.now());
    question.hidden = !asks;
    desk.classList.toggle("asking", Boolean(asks));
    question.replaceChildren();
    if (!asks) return;
    const body = parse(asks.html), spoken = sentenceOf(body);
    question.append(document.importNode(template.content, true));
    question.querySelector(".typed").textContent = asks.text;
    question.querySelector(".question-text").replaceChildren(...Array.from(body.childNodes, (each) => document.importNode(each, true)));
    // Enter does what the sentence offers; without an offer it brings the text back to the line.
    question.querySelector("[data-fix] kbd").hidden = Boolean(question.querySelector("[data-on-enter]"));
    alert.textContent = `${asks.text}: ${spoken}`;
  }

  function show() {
    showQuestion();
    showList();
  }

  question.addEventListener("click", (event) => {
    const keeps = event.target.closest("[data-keep]");
    // The result of the other desk is kept: the line is answered, and the director stays here.
    if (keeps) event.preventDefault();
    if (keeps || event.target.closest("[data-drop]")) lines.drop(question.dataset.line);
    else if (event.target.closest("[data-fix]")) document.dispatchEvent(new CustomEvent("lines:fix"));
  });
  document.addEventListener("lines:changed", show);
  document.addEventListener("lines:trouble", ({ detail }) => { signedOut.hidden = detail !== "signed-out"; });
  show();
})();
