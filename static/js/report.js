// A report as the other side reads it: it is confirmed once it has been read, and its corrections are sent together.
(() => {
  "use strict";

  // Nobody confirms what they have not seen: until its end has been on the screen, the button leads there. If the page says something
  // else, it starts again.
  const text = () => document.getElementById("game-live")?.textContent.replace(/\s+/g, " ");
  let read = null;
  const reading = new IntersectionObserver((seen) => {
    if (!seen.some((each) => each.isIntersecting)) { return; }
    read = text();
    leadOn();
  }, { rootMargin: "0px 0px -90px 0px" });
  function leadOn() {
    reading.disconnect();
    document.querySelectorAll("[data-after]").forEach((button) => {
      const end = document.getElementById(button.dataset.after);
      const done = !end || read === text();
      button.dataset.html = button.dataset.html || button.innerHTML;
      button.type = done ? "submit" : "button";
      if (done) { button.innerHTML = button.dataset.html; } else { button.textContent = "Read on"; reading.observe(end); }
    });
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-after][type=button]");
    if (button) { document.getElementById(button.dataset.after).scrollIntoView({ block: "center" }); }
  });
  document.addEventListener("htmx:afterSettle", leadOn);
  leadOn();

  // Corrections that are open and changed are sent together, whichever button is pressed.
  const fieldsOf = (form) => Array.from(form.elements).filter((each) => each.matches("input:not([type=hidden])") && each.name !== "reason");
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
  const isOfForm = (name) => !["csrfmiddlewaretoken", "seen", "reason"].includes(name);
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
    const notes = changed.map((each) => each.elements.reason.value.trim()).filter(Boolean);
    event.formData.set("reason", [...new Set(notes)].join(" · "));
  });
})();
