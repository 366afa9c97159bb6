// The game page. Steppers for damage; and no live part is swapped while somebody is typing in it.
(() => {
  "use strict";

  const FIELDS = "input:not([type=hidden]), textarea, select";
  const news = () => document.getElementById("game-news");
  const live = () => document.getElementById("game-live");

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step-by]");
    if (!button) { return; }
    const field = button.parentElement.querySelector("input");
    const most = Number(field.max || 99);
    const wanted = Number(field.value || 0) + Number(button.dataset.stepBy);
    field.value = String(Math.max(0, Math.min(most, wanted)));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });

  document.addEventListener("input", (event) => {
    const part = live();
    if (part && part.contains(event.target) && event.target.matches(FIELDS)) { part.dataset.typed = "1"; }
  });

  function busy(part) {
    const here = document.activeElement;
    return part.dataset.typed === "1" || (part.contains(here) && here.matches("input:not([type=hidden]), textarea"));
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const part = live();
    if (!part || event.detail.elt !== part || !busy(part)) { return; }
    event.preventDefault();
    news().hidden = false;
  });

  // An opened part stays open when the part around it is swapped.
  let opened = [];
  const titles = (part) => Array.from(part.querySelectorAll("details[open] > summary"), (each) => each.textContent.trim());
  document.addEventListener("htmx:beforeSwap", () => {
    const part = live();
    opened = part ? titles(part) : [];
  });
  document.addEventListener("htmx:afterSettle", () => {
    const part = live();
    if (!part) { return; }
    part.querySelectorAll("details:not([open]) > summary").forEach((each) => {
      if (opened.includes(each.textContent.trim())) { each.parentElement.open = true; }
    });
    opened = [];
  });

  // The report form stands outside the live part. When the game has moved on without it, it goes.
  document.addEventListener("htmx:afterSwap", () => {
    const part = live();
    const form = document.getElementById("game-form");
    if (part && form && !("form" in part.dataset)) { form.remove(); }
  });
})();
