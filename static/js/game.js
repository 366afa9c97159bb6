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

  // A ship that turns out to have survived has hull left: damage that counted it as destroyed goes back to none.
  document.addEventListener("change", (event) => {
    const ship = event.target.matches('[name$="-fate"]:not([value="destroyed"])') && event.target.closest("fieldset");
    const hulls = ship ? Array.from(ship.querySelectorAll('[name$="-damage"]')) : [];
    if (!hulls.length || hulls.some((each) => Number(each.value) < Number(each.max))) { return; }
    hulls.forEach((each) => { each.value = "0"; });
    ship.querySelectorAll('[name$="-left"]').forEach((each) => { each.value = ""; });
  });

  // One tab is always open. By keyboard, too, pressing it changes nothing.
  const tabbed = CSS.supports("selector(::details-content)");
  document.addEventListener("click", (event) => {
    if (tabbed && event.target.closest(".looks-tabs > .look[open] > summary")) { event.preventDefault(); }
  });

  // The panel of a tab comes to where the reader looks, if it would open further down.
  document.addEventListener("click", (event) => {
    const tab = tabbed && event.target.closest(".looks-tabs > .look:not([open]) > summary");
    if (tab && tab.getBoundingClientRect().bottom > window.innerHeight / 2) { tab.scrollIntoView(); }
  });

  document.addEventListener("input", (event) => {
    const part = live();
    if (part && part.contains(event.target) && event.target.matches(FIELDS)) { part.dataset.typed = "1"; }
  });

  function busy(part) {
    const here = document.activeElement;
    return part.dataset.typed === "1" || (part.contains(here) && here.matches("input:not([type=hidden]), textarea"));
  }

  // Somebody may begin to type before the part asks for itself, or while its answer is on its way.
  function keepTyped(event) {
    const part = live();
    const { elt, requestConfig } = event.detail;
    if (!part || (requestConfig ? requestConfig.elt : elt) !== part || !busy(part)) { return; }
    event.preventDefault();
    news().hidden = false;
  }
  document.addEventListener("htmx:beforeRequest", keepTyped);
  document.addEventListener("htmx:beforeSwap", keepTyped);

  // A part that somebody opened stays open when the part around it is swapped. On a wide screen, parts that stay closed on a phone
  // open by themselves, until somebody closes them.
  const wide = matchMedia("(min-width: 768px)").matches;
  let opened = [];
  let closed = [];
  const title = (summary) => summary.dataset.title || summary.textContent.trim();
  const titles = (part, which) => Array.from(part.querySelectorAll(`${which} > summary`), title);
  function openWide() {
    if (!wide) { return; }
    document.querySelectorAll("details[data-open-wide]").forEach((each) => {
      if (!closed.includes(title(each.firstElementChild))) { each.open = true; }
    });
  }
  // Other parts of the page are swapped at the same time: only the own swap counts, and what was open is put back at once.
  function openAgain(event) {
    const part = live();
    if (!part || event.target !== part) { return; }
    part.querySelectorAll("details:not([open]) > summary").forEach((each) => {
      if (opened.includes(title(each))) { each.parentElement.open = true; }
    });
    part.querySelectorAll(".looks-tabs").forEach((tabs) => {
      if (!tabs.querySelector(":scope > .look[open]")) { tabs.querySelector(":scope > .look").open = true; }
    });
    openWide();
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const part = live();
    if (!part || event.target !== part) { return; }
    opened = titles(part, "details[open]:not([data-opened])");
    closed = titles(part, "details[data-open-wide]:not([open])");
  });
  document.addEventListener("htmx:afterSwap", openAgain);
  document.addEventListener("htmx:afterSettle", openAgain);
  openWide();

  // A problem of the report that may be solved now goes: the next press on the button looks again.
  function dropFaults(...codes) {
    const box = document.getElementById("report-faults");
    codes.forEach((code) => document.querySelectorAll(`#game-form [data-finding="${code}"]`).forEach((each) => each.remove()));
    const listed = box && box.dataset.listed === "1";
    if (listed && !box.querySelector("[data-finding]") && !document.querySelector("#report-form [id^='faults-'] [data-finding]")) { box.remove(); }
  }
  const faults = document.getElementById("report-faults");
  if (faults && faults.querySelector("[data-finding]")) { faults.dataset.listed = "1"; }
  document.addEventListener("change", (event) => {
    if (!event.target.matches('#report-form [name="ending"], #report-form [name="scanned"], #report-form [name$="-fate"]')) { return; }
    document.querySelectorAll("#ending-faults").forEach((each) => each.remove());
    dropFaults("ending");
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (document.querySelector("#game-live [aria-labelledby=nomination][data-shown]")) { dropFaults("nomination_closed"); }
  });

  // The report form stands outside the live part. When the game has moved on without it, it goes.
  document.addEventListener("htmx:afterSwap", () => {
    const part = live();
    const form = document.getElementById("game-form");
    if (part && form && !("form" in part.dataset)) { form.remove(); }
  });
})();
