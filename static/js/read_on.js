// Nobody presses what they have not read. A button with data-after="id" leads to the element of that id, the end of a
// text, until it has been on the screen. The text is the element with data-read around it; if it changes, reading starts
// again.
(() => {
  "use strict";

  const REST_MS = 900; // People press "Read on" again to turn the page: none of these presses does the act.
  const BARS_PX = 280; // covered by the bars of a phone, and lines that stay in sight
  let turned = 0;
  // A press that was meant for "Read on" comes just after the button has changed: it does nothing.
  const changed = new WeakMap();
  const buttons = () => document.querySelectorAll("[data-after]");
  const endOf = (button) => document.getElementById(button.dataset.after);
  const textAround = (end) => end.closest("[data-read]").textContent.replace(/\s+/g, " ");
  const read = new Map();
  const reading = new IntersectionObserver((seen) => {
    const ends = seen.filter((each) => each.isIntersecting).map((each) => each.target);
    if (!ends.length) { return; }
    ends.forEach((end) => read.set(end.id, textAround(end)));
    leadOn();
  }, { rootMargin: "0px 0px -90px 0px" });
  function leadOn() {
    reading.disconnect();
    const wait = turned + REST_MS - Date.now();
    if (wait > 0) { setTimeout(leadOn, wait); }
    buttons().forEach((button) => {
      const end = endOf(button);
      const done = !end || (read.get(end.id) === textAround(end) && wait <= 0);
      button.dataset.html = button.dataset.html || button.innerHTML;
      if (done) {
        button.innerHTML = button.dataset.html;
      } else {
        button.textContent = "Read on";
        changed.delete(button);
        reading.observe(end);
      }
      button.type = done && rested(button) ? "submit" : "button";
    });
  }
  function rested(button) {
    if (!turned) { return true; }
    if (!changed.has(button)) { changed.set(button, Date.now()); setTimeout(leadOn, REST_MS); }
    return Date.now() - changed.get(button) >= REST_MS;
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-after][type=button]");
    if (!button || changed.has(button)) { return; }
    turned = Date.now();
    // Each line has been on the screen before the end is, also on a low one.
    scrollBy({ top: Math.max(window.innerHeight / 2, window.innerHeight - BARS_PX), behavior: "instant" });
    const end = endOf(button);
    if (end.getBoundingClientRect().top > window.innerHeight) { return; }
    end.tabIndex = -1;
    end.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:afterSettle", leadOn);
  leadOn();
})();
