// Shows what a form means while it is filled in: posts the form as its preview button would, and puts the answer into
// the element whose id data-preview names. Without this script the button does the same.
(function () {
  "use strict";
  const PAUSE = 300;  // ms without a key before the server is asked; data-pause asks for another pause

  document.querySelectorAll("form[data-preview]").forEach((form) => {
    const place = document.getElementById(form.dataset.preview);
    let timer = 0, requests = 0;

    // What is named by data-for stands elsewhere on the page, such as in its heading.
    function show(html) {
      place.innerHTML = html;
      place.querySelectorAll("[data-for]").forEach((part) => {
        document.getElementById(part.dataset.for).replaceChildren(...part.childNodes);
        part.remove();
      });
    }

    async function preview() {
      const body = new FormData(form), request = ++requests;
      body.set("do", "preview");
      body.delete("file");
      try {
        const options = { method: "POST", body, headers: { "X-Fragment": "1" }, credentials: "same-origin" };
        const answer = await fetch(form.action || location.href, options);
        const html = answer.ok ? await answer.text() : null;
        const isLatest = request === requests;
        if (html !== null && isLatest && !place.contains(document.activeElement)) show(html);
      } catch (error) {
        // No connection: the button still asks.
      }
    }

    form.addEventListener("input", (event) => {
      if (place.contains(event.target) || event.target.type === "file") return;
      clearTimeout(timer);
      timer = setTimeout(preview, Number(form.dataset.pause || PAUSE));
    });
  });
})();
