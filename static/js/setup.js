// Shows what a form says while it is typed: the same form is sent with "look", and the server's answer is put into the
// place that data-look-into names. Without this file the button "Look" does the same.
"use strict";
document.querySelectorAll("form[data-look]").forEach(function (form) {
  var place = document.getElementById(form.getAttribute("data-look-into"));
  var waiting = null;
  var asked = 0;

  function look() {
    var body = new FormData(form);
    var mine = ++asked;
    body.set("do", "look");
    body.delete("file");
    fetch(form.action || window.location.href, {
      method: "POST", body: body, headers: { "X-Fragment": "1" }, credentials: "same-origin",
    }).then(function (answer) {
      return answer.ok ? answer.text() : null;
    }).then(function (text) {
      if (text !== null && mine === asked && !place.contains(document.activeElement)) place.innerHTML = text;
    }).catch(function () {
      // Nothing is lost: the button asks again.
    });
  }

  form.addEventListener("input", function (event) {
    if (place.contains(event.target) || event.target.type === "file") return;
    clearTimeout(waiting);
    waiting = setTimeout(look, 300);
  });
});
