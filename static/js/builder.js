/* The roster builder: menus in a dialog, ships dragged between squadrons, Enter buys the first ship found.
   Everything here has a plain page or form under it. */
(() => {
  "use strict";

  const picker = document.getElementById("picker");
  const body = document.getElementById("picker-body");
  if (!picker) { return; }
  let opener = { href: "", home: "", place: 0 };

  const into = () => document.getElementById("into");

  /* Menus. The focus goes back to the link that opened one, or to what stands in its place now. */
  const linksIn = (home) => (home ? [...home.querySelectorAll("a[data-pick]")] : []);
  const remember = (link) => {
    const home = link.closest("[id]");
    opener = { href: link.getAttribute("href"), home: home.id, place: linksIn(home).indexOf(link) };
  };
  const goBack = () => {
    const home = document.getElementById(opener.home);
    const again = `a[data-pick][href="${CSS.escape(opener.href)}"]`;
    const same = opener.href && ((home && home.querySelector(again)) || document.querySelector(again));
    const near = linksIn(home);
    const link = same || near[Math.min(opener.place, near.length - 1)];
    if (link) { link.focus({ preventScroll: true }); }
  };
  /* Only a settled menu listens to what is typed into it. */
  const show = () => {
    document.getElementById("picker-notices").textContent = "";
    if (!picker.open) { picker.showModal(); }
    picker.scrollTo({ top: 0 });
    const first = body.querySelector("[data-first]") || body.querySelector("[data-focus]");
    if (first) { first.focus(); }
  };
  const openAt = (url) => window.htmx.ajax("GET", url, { target: body, swap: "innerHTML" });
  body.addEventListener("htmx:afterSettle", (event) => {
    if (event.target === body && body.childElementCount) { show(); }
  });
  const open = (link) => {
    if (!picker.contains(link)) { remember(link); }
    openAt(link.href);
  };
  /* A ship that was bought for a squadron: the menu goes on to its slots, one after another. */
  let goesOn = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const then = event.detail.xhr.getResponseHeader("HX-Trigger-After-Settle") || "";
    if (then.startsWith("{")) { goesOn = picker.open && Boolean(JSON.parse(then)["roster-goes-on"].url); }
  });
  document.body.addEventListener("roster-goes-on", (event) => {
    if (picker.open && event.detail.url) { openAt(event.detail.url); }
  });
  const close = () => {
    if (picker.open) { picker.close(); }
  };
  picker.addEventListener("close", () => {
    body.textContent = "";
    goBack();
  });
  document.addEventListener("click", (event) => {
    if (event.target === picker || event.target.closest("[data-close]")) { close(); return; }
    const link = event.target.closest("a[data-pick]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) { return; }
    event.preventDefault();
    open(link);
  });

  /* "+" stands for the button *+ Ship* of the squadron that the next ship goes to. */
  document.addEventListener("keydown", (event) => {
    if (event.key !== "+" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) { return; }
    if (document.querySelector("dialog[open]") || event.target.matches("input, textarea, select")) { return; }
    const link = into() && document.querySelector(`a[data-ship-for="${CSS.escape(into().value)}"]`);
    const instead = document.getElementById("q");
    if (link) { open(link); } else if (instead) { instead.focus(); } else { return; }
    event.preventDefault();
  });

  /* A refusal is shown where the hand is; an act that went through closes the menu. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status >= 400 && picker.open) {
      event.detail.target = document.getElementById("picker-notices");
      event.detail.swapOverride = "innerHTML";
      picker.scrollTo({ top: 0 });
    }
  });
  let places = [];
  const placesNow = () => (into() ? [...into().options].map((option) => option.value) : []);
  const isFull = (value) => [...into().options].some((option) => option.value === value && option.hasAttribute("data-full"));
  let chosen = "";
  let wasFull = false;
  let section = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.closest("#next-line, #moved")) { return; } // They ask by themselves, while an act is still settling.
    places = placesNow();
    chosen = into() ? into().value : "";
    wasFull = Boolean(into()) && isFull(chosen);
    const near = picker.open ? null : document.activeElement.closest("#builder section[aria-labelledby], .undo-bar");
    section = near ? near.getAttribute("aria-labelledby") || "undo" : "";
  });
  /* A button that did its work is gone; the keyboard goes on from the heading above it, or to the next step. */
  const goOn = () => {
    if (!section || document.activeElement !== document.body) { return; }
    const next = section === "undo" ? document.querySelector(".undo-bar button") : document.getElementById(section);
    if (!next) { return; }
    if (next.matches("h2")) { next.tabIndex = -1; }
    next.focus({ preventScroll: true });
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id !== "builder") { return; }
    if (!goesOn) { close(); }
    goesOn = false;
    goOn();
    if (!into()) { return; }
    const fresh = placesNow().find((value) => !places.includes(value));
    const wanted = fresh || chosen;
    const filled = !wasFull && isFull(wanted); // The next ship goes to the first squadron that has room.
    if (placesNow().includes(wanted) && !filled) { into().value = wanted; }
  });

  /* The name of a card unfolds its facts below its row. Other rows stay as they are, and so do unfolded ones when
     the list is drawn again: nothing moves below a thumb that is about to buy. */
  const unfold = (name, open) => {
    name.setAttribute("aria-expanded", String(open));
    name.closest(".offer").querySelector(".offer-facts").hidden = !open;
  };
  document.addEventListener("click", (event) => {
    const name = event.target.closest("a[data-unfold]");
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey || event.button) { return; }
    event.preventDefault();
    unfold(name, name.getAttribute("aria-expanded") !== "true");
  });
  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    const names = event.detail.target.querySelectorAll('a[data-unfold][aria-expanded="true"]');
    unfolded = event.detail.target === body ? [] : [...names].map((name) => name.getAttribute("href"));
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    event.detail.target.querySelectorAll("a[data-unfold]").forEach((name) => {
      if (unfolded.includes(name.getAttribute("href"))) { unfold(name, true); }
    });
  });

  /* An arrangement that has scrolled away, and may have changed since, is shown before a press takes it. */
  document.addEventListener("click", (event) => {
    const panel = event.target.closest('button[form="proposal"]') && document.getElementById("arrangement");
    if (!panel) { return; }
    const { top, height } = panel.getBoundingClientRect();
    const tiles = Math.max(document.querySelector(".sticky-tiles").getBoundingClientRect().bottom, 0);
    if (top + height / 2 > tiles && top < window.innerHeight) { return; }
    event.preventDefault();
    panel.scrollIntoView({ block: "start" });
    panel.focus({ preventScroll: true });
  });

  /* A list may still show what an earlier word found: then the act waits for the list of this word. */
  const whenFound = (box, home, act) => {
    const list = home.querySelector("[data-query]");
    if (!list || list.dataset.query === box.value) { act(); return; }
    const again = (event) => {
      if (!home.contains(event.target) || home.querySelector("[data-query]") === list) { return; }
      document.removeEventListener("htmx:afterSwap", again);
      act();
    };
    document.addEventListener("htmx:afterSwap", again);
    window.htmx.trigger(box.form, "submit");
  };

  /* Enter buys the first ship that can be bought, after something was typed. In an empty field it shows the list. */
  const query = document.getElementById("q");
  if (query) {
    document.addEventListener("click", (event) => {
      if (event.target.closest('a[href="#q"]')) { window.setTimeout(() => query.focus()); }
    });
    query.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !query.value.trim()) { return; }
      const results = document.getElementById("results");
      if (!results.querySelector("button[name=card]")) { return; }
      event.preventDefault();
      whenFound(query, results, () => {
        const first = results.querySelector("button[name=card]");
        if (first) { first.click(); }
      });
      query.select();
    });
    /* The list of found ships follows the remaining points. Without a search there is no list. */
    const findAgain = () => {
      if (query.value || document.querySelector("#results .offers")) { window.htmx.trigger("#find", "refresh"); }
    };
    document.body.addEventListener("roster-changed", findAgain);
    document.addEventListener("change", (event) => { if (event.target.id === "into") { findAgain(); } });
    /* A purchase that was refused: what can be had has changed since the list was made. */
    document.body.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.xhr.status === 409 && event.detail.elt.closest("#buy")) { findAgain(); }
    });
    /* A list that is drawn again: the keyboard stays on the card that was just bought. If it can be bought no
       more, it goes on from the name of the card that stands there now. */
    const list = document.getElementById("results");
    const rows = () => [...list.querySelectorAll(".offer")];
    let held = { card: "", place: -1 };
    list.addEventListener("htmx:beforeSwap", () => {
      const focused = document.activeElement;
      held = { card: focused.value, place: rows().findIndex((row) => row.contains(focused)) };
    });
    list.addEventListener("htmx:afterSwap", () => {
      if (held.place < 0 || document.activeElement !== document.body) { return; }
      const same = rows().map((row) => row.querySelector("button[name=card]")).find((each) => each && each.value === held.card);
      const near = rows()[Math.min(held.place, rows().length - 1)];
      (same || (near && near.querySelector(".offer-name")) || list).focus({ preventScroll: true });
    });
    /* Below the squadrons, where a narrow screen shows it, the keyboard finds it there, too. */
    const bench = document.querySelector(".workbench:not(.workbench-desk)");
    const finder = bench && bench.querySelector(".finder");
    const wide = window.matchMedia("(min-width: 992px)");
    const settle = () => { if (wide.matches) { bench.prepend(finder); } else { bench.append(finder); } };
    if (finder) {
      settle();
      wide.addEventListener("change", settle);
    }
  }

  /* In a menu, Enter takes the first offer that is in sight, after something was typed. */
  picker.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-first]")) { return; }
    event.preventDefault();
    if (!event.target.value.trim()) { return; }
    whenFound(event.target, body, () => {
      const offers = [...body.querySelectorAll(".offers button[type=submit]")];
      const first = offers.find((button) => !button.closest("li[hidden]"));
      if (first) { first.click(); }
    });
  });

  /* Narrowing a list that is already there */
  document.addEventListener("input", (event) => {
    const box = event.target.closest("[data-filter]");
    if (!box) { return; }
    const words = box.value.toLowerCase().split(/\s+/);
    document.querySelectorAll(`${box.dataset.filter} > [data-text]`).forEach((line) => {
      line.hidden = !words.every((word) => line.dataset.text.includes(word));
    });
  });

  /* Dragging by mouse, pen and finger alike */
  let drag = null;
  const targets = () => document.querySelectorAll("[data-drop]");
  const under = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return found && found.closest("[data-drop]");
  };
  const stop = () => {
    if (!drag) { return; }
    drag.ship.classList.remove("dragging");
    if (drag.ghost) { drag.ghost.remove(); }
    targets().forEach((target) => target.classList.remove("drop-target", "drop-over"));
    document.documentElement.classList.remove("is-dragging");
    drag = null;
  };
  const lift = () => {
    drag.ship.classList.add("dragging");
    drag.ghost = document.createElement("div");
    drag.ghost.className = "drag-ghost";
    drag.ghost.textContent = drag.ship.querySelector(".ship-name a").textContent;
    document.body.append(drag.ghost);
    document.documentElement.classList.add("is-dragging");
    targets().forEach((target) => {
      if (!target.contains(drag.ship)) { target.classList.add("drop-target"); }
    });
  };
  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-drag]");
    if (!handle || event.button) { return; }
    event.preventDefault();
    drag = { ship: handle.closest("[data-ship]"), ghost: null, over: null, x: event.clientX, y: event.clientY, id: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) { return; }
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) { return; }
      lift();
    }
    drag.ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 12}px)`;
    const over = under(event);
    if (over !== drag.over) {
      if (drag.over) { drag.over.classList.remove("drop-over"); }
      drag.over = over && !over.contains(drag.ship) ? over : null;
      if (drag.over) { drag.over.classList.add("drop-over"); }
    }
    const edge = 90;
    if (event.clientY < edge) { window.scrollBy(0, -14); }
    if (event.clientY > window.innerHeight - edge) { window.scrollBy(0, 14); }
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) { return; }
    const { ship, over, ghost } = drag;
    stop();
    if (!ghost || !over) { return; }
    const form = document.getElementById("move");
    form.elements.ship.value = ship.dataset.ship;
    form.elements.squadron.value = over.dataset.drop;
    form.requestSubmit();
  });
  document.addEventListener("pointercancel", stop);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { stop(); } });
})();
