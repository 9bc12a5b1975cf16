// A file dropped on a form with data-drop goes into its file field, and is looked at at once. A text that is dropped stays
// with the browser, which puts it into the field under the pointer.
(function () {
  "use strict";
  document.querySelectorAll("form[data-drop]").forEach((form) => {
    const field = document.getElementById(form.dataset.drop);
    const isFile = (event) => [...event.dataTransfer.types].includes("Files");

    function check() {
      const button = form.querySelector('button[value="preview"]');
      if (form.requestSubmit && button) form.requestSubmit(button);
    }

    form.addEventListener("dragover", (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      form.classList.add("dropping");
    });
    form.addEventListener("dragleave", (event) => {
      if (!form.contains(event.relatedTarget)) form.classList.remove("dropping");
    });
    form.addEventListener("drop", (event) => {
      if (!isFile(event) || !event.dataTransfer.files.length) return;
      event.preventDefault();
      form.classList.remove("dropping");
      field.files = event.dataTransfer.files;
      check();
    });
    field.addEventListener("change", () => field.files.length && check());
  });
})();
