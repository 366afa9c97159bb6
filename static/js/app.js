/* Small helpers on top of pages that work without them. No framework, no eval, nothing inline. */
(() => {
  "use strict";

  const root = document.documentElement;
  root.classList.add("js");

  /* Theme: a cookie the server reads, so that the next page arrives in the right colours. */
  const isDark = () => {
    const chosen = root.dataset.bsTheme;
    return chosen ? chosen === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
  };
  const markTheme = () => { root.dataset.themeNow = isDark() ? "dark" : "light"; };
  const keep = (name, value) => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  };
  const switchTheme = () => {
    const next = isDark() ? "light" : "dark";
    root.dataset.bsTheme = next;
    keep("theme", next);
    markTheme();
  };
  markTheme();
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", markTheme);

  /* Times are the reader's own. */
  const formats = {
    datetime: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
    date: { day: "numeric", month: "short", year: "numeric" },
    time: { hour: "2-digit", minute: "2-digit" },
    short: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
    evening: { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  };
  // How long ago a moment was, in whole minutes, hours or days.
  const counted = (count, unit) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  const ago = (moment) => {
    const minutes = Math.floor((Date.now() - moment) / 60000);
    if (minutes < 1) { return "just now"; }
    if (minutes < 60) { return counted(minutes, "minute"); }
    return minutes < 48 * 60 ? counted(Math.floor(minutes / 60), "hour") : counted(Math.floor(minutes / 1440), "day");
  };
  const localise = (scope) => {
    scope.querySelectorAll("time[data-local]").forEach((node) => {
      const moment = new Date(node.dateTime);
      if (Number.isNaN(moment.getTime())) { return; }
      node.title = node.dateTime;
      if (node.dataset.local === "ago") { node.textContent = ago(moment); return; }
      node.textContent = moment.toLocaleString("en-GB", formats[node.dataset.local] || formats.datetime);
      node.removeAttribute("data-local");
    });
    // A choice in a list cannot hold a time of its own, so it is written into its words.
    scope.querySelectorAll("option[data-moment]").forEach((node) => {
      const moment = new Date(node.dataset.moment);
      if (Number.isNaN(moment.getTime())) { return; }
      const shown = moment.toLocaleString("en-GB", formats.short).replace(",", "");
      node.textContent = node.textContent.replace(/\d+ \w+ \d\d:\d\d UTC/, shown);
      node.removeAttribute("data-moment");
    });
  };

  /* A timer counts down to its moment, every second, in hours and minutes until the last ten minutes. */
  const two = (count) => String(count).padStart(2, "0");
  const countDown = () => {
    document.querySelectorAll("[data-countdown]").forEach((node) => {
      const seconds = Math.round((new Date(node.dataset.countdown) - Date.now()) / 1000);
      const left = Math.max(0, seconds);
      const hours = Math.floor(left / 3600);
      const minutes = Math.floor(left / 60) % 60;
      node.hidden = false;
      node.classList.toggle("is-over", seconds <= 0);
      node.textContent = seconds <= 0 ? "Time is up" : `${hours ? `${hours}:` : ""}${hours ? two(minutes) : minutes}:${two(left % 60)}`;
    });
  };
  if (document.querySelector("#live-part")) {
    setInterval(countDown, 1000);
    setInterval(() => localise(document), 30000);
  }
  document.addEventListener("htmx:afterSwap", countDown);

  /* A moment is typed in the reader's own time; the field beside it says how many minutes that is behind UTC. */
  document.querySelectorAll("input[data-moment]").forEach((field) => {
    const offset = field.form && field.form.elements.offset;
    if (!offset) { return; }
    const tell = () => {
      const moment = new Date(field.value);
      offset.value = Number.isNaN(moment.getTime()) ? "" : moment.getTimezoneOffset();
    };
    const known = new Date(field.dataset.moment);
    if (offset.value === "" && !Number.isNaN(known.getTime())) {
      field.value = new Date(known - known.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
    }
    field.addEventListener("change", tell);
    field.form.addEventListener("submit", tell);
    tell();
  });

  /* Tasks that wait: a badge on the inbox and a number in the tab's title. */
  const titled = document.title;
  const countTasks = () => {
    const line = document.querySelector("[data-waiting]");
    if (!line) { return; }
    const count = Number(line.dataset.waiting);
    document.title = count ? `(${count}) ${titled}` : titled;
    document.querySelectorAll("[data-inbox-count]").forEach((badge) => {
      badge.hidden = !count;
      badge.textContent = String(count);
    });
  };
  document.addEventListener("htmx:afterSettle", countTasks);
  countTasks();

  /* Nothing on this page hears of tasks that begin to wait elsewhere. So the inbox is looked at now and then. */
  const LOOK_MS = document.querySelector('[hx-trigger^="inbox-time"]') ? 8000 : 30000;
  const look = () => document.body.dispatchEvent(new CustomEvent("inbox-time", { bubbles: true }));
  if (document.getElementById("inbox-waits")) {
    setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { look(); } });
  }

  /* One button for one thing: if the page's own bar has the same one, the line above says it in words. */
  const dropRepeated = () => {
    const repeated = document.querySelector("#next-line :is(a.btn, form.todo-act)");
    const same = (each) => (each.href || each.action) === (repeated.href || repeated.action)
      && each.textContent.trim() === repeated.textContent.trim();
    if (repeated && [...document.querySelectorAll(".page-bar :is(a.btn-primary, form)")].some(same)) { repeated.remove(); }
  };
  document.addEventListener("htmx:afterSwap", dropRepeated);

  /* Messages can be closed. Those that float leave by themselves if they are good news. */
  const letLeave = (toast) => {
    const leave = () => {
      if (toast.matches(":focus-within")) { setTimeout(leave, 4000); } else { toast.remove(); }
    };
    setTimeout(leave, 8000);
  };
  const float = (place) => {
    if (place.classList.contains("afloat")) { return; }
    place.classList.add("afloat");
    place.querySelectorAll(".toast-good").forEach(letLeave);
  };
  // Good news of the last press goes once the page says something newer.
  const TOAST_MS = 6000;
  const told = () => document.querySelector("#live-part, #game-live")?.textContent.replace(/\s+/g, " ");
  let said = told();
  let saidAt = 0;
  document.addEventListener("htmx:afterSettle", () => {
    if (said !== told() && performance.now() > saidAt + TOAST_MS) {
      document.querySelectorAll("#messages .toast-good").forEach((each) => each.remove());
    }
    said = told();
  });
  const dressToasts = (scope) => {
    scope.querySelectorAll("[data-dismiss-toast][hidden]").forEach((close) => { close.hidden = false; });
    if (scope.id === "messages") {
      saidAt = performance.now();
      float(scope);
    }
  };
  const floatUnseen = () => {
    const place = document.getElementById("messages");
    if (!place || !place.firstElementChild) { return; }
    const bar = document.querySelector(".topbar");
    const edge = Math.max(0, bar ? bar.getBoundingClientRect().bottom : 0);
    if (place.getBoundingClientRect().top < edge) { float(place); }
  };
  const say = (text, { offline = false } = {}) => {
    const place = document.getElementById("messages");
    if (!place || [...place.querySelectorAll(".toast-bad")].some((each) => each.textContent === text)) { return; }
    const toast = document.createElement("div");
    toast.className = "toast-msg toast-bad";
    if (offline) { toast.dataset.offline = ""; }
    const body = document.createElement("div");
    body.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "btn-close";
    close.dataset.dismissToast = "";
    close.setAttribute("aria-label", "Close this message");
    toast.append(document.createElement("span"), body, close);
    place.append(toast);
    float(place);
  };

  const dress = (scope) => {
    localise(scope);
    dressToasts(scope);
    scope.querySelectorAll("[data-theme-switch], [data-needs-script]").forEach((node) => { node.hidden = false; });
    scope.querySelectorAll("[data-without-script]").forEach((node) => { node.hidden = true; });
  };

  const copy = async (button) => {
    const source = document.querySelector(button.dataset.copy);
    if (!source) { return; }
    const text = "value" in source ? source.value : source.textContent.trim();
    const before = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      if (source.select) { source.select(); }
      button.textContent = "Press Ctrl+C to copy";
    }
    setTimeout(() => { button.textContent = before; }, 2500);
  };

  document.addEventListener("click", (event) => {
    const target = event.target.closest("button, a, summary, [data-print]");
    document.querySelectorAll("details.menu[open]").forEach((menu) => {
      if (!menu.contains(event.target)) { menu.open = false; }
    });
    if (!target) { return; }
    if (target.matches("[data-theme-switch]")) { switchTheme(); }
    if (target.matches("[data-dismiss-toast]")) { target.closest(".toast-msg").remove(); }
    if (target.matches("[data-print]")) { window.print(); }
    if (target.matches("[data-copy]")) { copy(target); }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") { return; }
    document.querySelectorAll("details.menu[open]").forEach((menu) => {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  });

  /* A form is sent once; a question is asked first if the form has one. */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const question = (event.submitter && event.submitter.dataset.confirm) || form.dataset.confirm;
    if (question && !window.confirm(question)) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    if (!event.defaultPrevented && !navigator.onLine && form.method !== "dialog") {
      event.preventDefault();
      say("There is no connection, so nothing was sent. Your entries stay here. Press again when you are back.", { offline: true });
      return;
    }
    if (event.defaultPrevented || form.hasAttribute("hx-post") || form.method === "get" || form.target) { return; }
    setTimeout(() => {
      form.querySelectorAll("button[type=submit], button:not([type])").forEach((button) => {
        button.setAttribute("aria-busy", "true");
        button.disabled = true;
      });
    }, 0);
  });
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("button[aria-busy]").forEach((button) => {
      button.removeAttribute("aria-busy");
      button.disabled = false;
    });
  });

  /* Of two quick presses at one place, the second may meet what came in the place of the first. So the bar of the
     page and the line rest for a moment after a press that led to another page, and when their buttons change. */
  const REST_MS = 800;
  const BARS = ".page-bar, #next-line";
  let resting = 0;
  const rest = (ms) => {
    root.classList.add("bars-rest");
    clearTimeout(resting);
    resting = setTimeout(() => root.classList.remove("bars-rest"), ms);
  };
  const pressedAt = () => {
    try { return Number(sessionStorage.getItem("pressed")); } catch { return 0; }
  };
  document.addEventListener("click", (event) => {
    const inBar = event.target.closest(BARS);
    if (inBar && root.classList.contains("bars-rest")) { rest(REST_MS); } // Somebody goes on pressing at the same place.
    if (!event.target.closest(`:is(${BARS}) :is(a, button)`)) { return; }
    try { sessionStorage.setItem("pressed", String(Date.now())); } catch { /* Without a store, no page knows of the press. */ }
  });
  /* A key that answers leads to the next question: else the keyboard would begin again at the top of the page. */
  document.addEventListener("click", (event) => {
    const byKeys = event.detail === 0 && event.target.closest("button[type=submit]");
    try { sessionStorage.setItem("keyed", byKeys ? String(Date.now()) : ""); } catch { /* Then the page begins at its top. */ }
  });
  const goOn = () => {
    const next = document.querySelector("[data-next]");
    let keyedAt = 0;
    try { keyedAt = Number(sessionStorage.getItem("keyed")); } catch { /* as above */ }
    if (next && keyedAt && Date.now() - keyedAt < 10000 && document.activeElement === document.body) { next.focus(); }
  };
  const offers = () => [...document.querySelectorAll(`:is(${BARS}) :is(a, button)`)].map((each) => each.textContent).join();
  let offered = "";
  const restIfChanged = () => {
    const now = offers();
    if (now !== offered && offered) { rest(REST_MS); }
    offered = now;
  };
  document.addEventListener("htmx:afterSettle", restIfChanged);

  /* Filters apply themselves; their button stays for readers without script. */
  // On a closed list each arrow key is a change: then the filter waits until the keyboard leaves the list.
  let keyed = null;
  let chosen = null;
  document.addEventListener("pointerdown", () => { keyed = null; });
  document.addEventListener("keydown", (event) => { keyed = event.target.matches("select") && event.key !== "Enter" ? event.target : null; });
  document.addEventListener("change", (event) => {
    if (!event.target.closest("[data-submit-on-change]")) { return; }
    if (event.target === keyed) { chosen = keyed; } else { event.target.form.requestSubmit(); }
  });
  const leaveList = (event) => {
    if (!chosen || event.target !== chosen || (event.type === "keydown" && event.key !== "Enter")) { return; }
    chosen = null;
    event.target.form.requestSubmit();
  };
  document.addEventListener("focusout", leaveList);
  document.addEventListener("keydown", leaveList);

  /* The first thing that a reader has to see: an error, or the next step. */
  const lead = (scope) => {
    const wrong = scope.querySelector(".is-invalid, [data-first]") || scope.querySelector("[data-focus]");
    if (!wrong) { return; }
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: wrong.offsetHeight < innerHeight / 2 ? "center" : "start" });
  };

  /* A row of tabs that is wider than the page shows the tab of this page. */
  const showTab = () => document.querySelectorAll(".nav-tabs [aria-current]").forEach((here) => {
    const row = here.parentElement;
    if (row.contains(document.activeElement)) { return; }
    row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
  });

  /* How high the bar at the lower edge is: the focus and messages stay above it. */
  const height = (bar) => ["sticky", "fixed"].includes(getComputedStyle(bar).position) ? bar.offsetHeight : 0;
  const measureBar = () => {
    const highest = (selector) => Math.max(0, ...[...document.querySelectorAll(selector)].map(height));
    root.style.setProperty("--adm-bar", `${highest(".action-bar") + highest(".ways")}px`);
  };
  const bars = new ResizeObserver(measureBar);
  const watchBars = () => {
    bars.disconnect();
    document.querySelectorAll(".action-bar").forEach((bar) => bars.observe(bar));
    bars.observe(root);
    measureBar();
  };

  document.addEventListener("htmx:load", (event) => { dress(event.detail.elt); watchBars(); });
  document.addEventListener("htmx:afterSettle", (event) => lead(event.detail.elt));
  // Looks at the inbox come by themselves: the next one makes up for one that failed.
  const asked = (event) => event.detail.requestConfig?.triggeringEvent?.type !== "inbox-time";
  // Fields that save themselves send what could not be sent as soon as the connection is back.
  const AGAIN_MS = 5000;
  const unsent = new Set();
  document.addEventListener("htmx:sendError", (event) => {
    if (!asked(event)) { return; }
    const part = event.detail.elt;
    const saves = part.id && part.hasAttribute("hx-post") && /^change\b/.test(part.getAttribute("hx-trigger") || "");
    if (saves) { unsent.add(part.id); }
    say(saves ? "There is no connection. Your changes are sent when it is back." : "The connection is gone. When it is back, look whether this was saved, and send it again if not.", { offline: saves });
  });
  const sendAgain = () => {
    if (!navigator.onLine) { return; }
    const parts = [...unsent].map((id) => document.getElementById(id)).filter(Boolean);
    unsent.clear();
    parts.forEach((part) => window.htmx.trigger(part, "change"));
  };
  window.addEventListener("online", sendAgain);
  setInterval(sendAgain, AGAIN_MS); // A device may be connected to a network that leads nowhere.
  // Once all of it has an answer, the messages about it go.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.xhr?.status || unsent.size) { return; }
    document.querySelectorAll(".toast-bad[data-offline]").forEach((each) => each.remove());
  });
  document.addEventListener("htmx:responseError", (event) => asked(event) && say("That did not work: something broke on our side. Nothing was saved. Try again."));

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    say("The passkey was not used: the device said no, or the question was closed. Try again, or use another way to sign in.");
  });

  /* Parts that stay closed on a phone are open on a wide screen from the start. */
  const openWide = () => document.querySelectorAll("details[data-open-wide]").forEach((each) => {
    if (matchMedia("(min-width: 768px)").matches) { each.open = true; }
  });

  const begin = () => {
    dress(document);
    openWide();
    watchBars();
    // The bar of ways leads back to the campaign that was looked at last.
    if (document.body.dataset.campaign) { keep("campaign", document.body.dataset.campaign); }
    const since = Date.now() - pressedAt();
    if (since >= 0 && since < REST_MS) { rest(REST_MS - since); }
    showTab();
    document.fonts.ready.then(showTab);
    lead(document);
    goOn();
    if (document.readyState === "complete") { floatUnseen(); } else { window.addEventListener("load", floatUnseen); }
  };
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", begin);
  } else {
    begin();
  }
})();
