// A report as the other side reads it: its corrections are sent together.
(() => {
  "use strict";

  // Corrections that are open and changed are sent together, whichever button is pressed.
  const fieldsOf = (form) => Array.from(form.elements).filter((each) => each.matches("input:not([type=hidden])"));
  const isChanged = (field) => (["radio", "checkbox"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  const corrections = () => Array.from(document.querySelectorAll("details[open] > form.correction"))
    .filter((form) => "refused" in form.dataset || fieldsOf(form).some(isChanged));
  function count() {
    const changed = corrections();
    document.querySelectorAll("form.correction").forEach((form) => {
      const button = form.querySelector("[data-sends]");
      const others = changed.filter((each) => each !== form).length;
      const all = others + changed.includes(form);
      button.textContent = others ? `Send ${all === 1 ? "the open correction" : `these ${all} corrections`}` : "Send this correction";
    });
  }
  document.addEventListener("input", (event) => { if (event.target.closest("form.correction")) { count(); } });
  document.addEventListener("change", (event) => { if (event.target.closest("form.correction")) { count(); } });
  document.addEventListener("htmx:afterSettle", count);
  count();
  const isOfForm = (name) => !["csrfmiddlewaretoken", "seen"].includes(name);
  let gathering = false;
  document.addEventListener("formdata", (event) => {
    const form = event.target;
    const changed = corrections();
    if (gathering || !form.matches("form.correction") || !changed.some((each) => each !== form)) { return; }
    if (!changed.includes(form)) { [...event.formData.keys()].filter(isOfForm).forEach((name) => event.formData.delete(name)); }
    gathering = true;
    changed.filter((each) => each !== form).forEach((other) => new FormData(other).forEach((value, name) => {
      if (isOfForm(name)) { event.formData.append(name, value); }
    }));
    gathering = false;
  });
})();
