// News of a campaign: when a task begins to wait for the reader on another page, a banner names it and leads there.
// The line under the tabs, #next-line, brings the tasks as templates. The tab remembers the tasks that it has seen.
// The banner lies over the page, so that nothing moves, and takes no press until it has been in sight for a moment.
(() => {
  "use strict";

  const GUARD_MS = 700;
  const place = document.getElementById("news");
  if (!place) return;

  const store = `tasks:${document.body.dataset.campaign}`;
  let line = null;
  let shown = "";
  let guard = null;

  // Without a store, each page takes the tasks that it finds first for known.
  function recall() {
    try {
      return JSON.parse(window.sessionStorage.getItem(store));
    } catch {
      return null;
    }
  }
  function keep(keys) {
    try {
      window.sessionStorage.setItem(store, JSON.stringify(keys));
    } catch {
      // The next page begins without memory.
    }
  }
  let known = recall();

  function clear() {
    const held = place.contains(document.activeElement);
    place.textContent = "";
    shown = "";
    if (held) document.getElementById("main").focus({ preventScroll: true });
  }

  function show(task) {
    place.replaceChildren(task.content.cloneNode(true));
    shown = task.dataset.task;
    place.classList.add("news-fresh");
    window.clearTimeout(guard);
    guard = window.setTimeout(() => place.classList.remove("news-fresh"), GUARD_MS);
  }

  // Whether the line itself shows this task where the reader looks.
  function inSight(task) {
    if (line.hidden || line.dataset.shows !== task.dataset.task) return false;
    const { top, bottom } = line.getBoundingClientRect();
    const bar = document.querySelector(".topbar");
    return top >= (bar ? bar.offsetHeight : 0) && bottom <= window.innerHeight;
  }

  // Whether the bar at the thumb leads there, or does it, already.
  function atThumb(task) {
    const place = (way) => (way.getAttribute("href") || way.getAttribute("action") || "").split(/[?#]/)[0];
    const way = task.content.querySelector("a, form");
    const there = way && place(way);
    return Boolean(way) && [...document.querySelectorAll(".page-bar :is(a.btn-primary, form)")].some((each) => place(each) === there);
  }

  document.addEventListener("htmx:afterSettle", () => {
    const now = document.querySelector("#next-line[data-waiting]");
    if (!now || now === line) return;
    line = now;
    const tasks = [...line.querySelectorAll("template[data-task]")];
    const keys = tasks.map((task) => task.dataset.task);
    if (shown && !keys.includes(shown)) clear();
    const fresh = known ? tasks.filter((task) => !known.includes(task.dataset.task)) : [];
    known = keys;
    keep(keys);
    const first = fresh.find((task) => !("here" in task.dataset));
    if (first && !inSight(first) && !atThumb(first)) show(first);
  });

  place.addEventListener("click", (event) => {
    if (event.target.closest("[data-news-close]")) clear();
  });
})();
