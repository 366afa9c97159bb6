// The hex board and the replay: pan, zoom and touch, a cursor for the keyboard, and parts swapped in place.
// Everything here leads to links that stand on the page anyway; without script they are followed as they are.
(() => {
  "use strict";

  const HALF = 26, SIDE = 30; // Half a hex as the server draws it: across, and from the middle to a point.
  const READABLE = 0.72; // Pixels for a unit of the picture: below it a screen starts closer.
  const SMALLEST = 0.5; // A map opens as a whole if it is no smaller than this.
  const LARGE = 0.95; // A low map starts as large as its frame is tall, but no larger than this.
  const CLOSEST = 2.4;
  const DRAG = 6; // Pixels before a press is a drag.
  const STEP = 1.35;

  const part = () => document.getElementById("board");
  const view = () => document.getElementById("board-view");
  const map = () => document.getElementById("hexmap");

  // --- camera: what stands in the middle, in units of the picture, and pixels for a unit -------------------

  let whole = null; // The picture's own viewBox.
  let camera = null; // { x, y, scale }; null: all of it.
  let held = null; // The scale to go back to after a look at something far away.

  const measure = () => ({ wide: view().clientWidth || 1, tall: view().clientHeight || 1 });

  function fitting() {
    const { wide, tall } = measure();
    return Math.min(wide / whole.width, tall / whole.height);
  }

  function clamp(value, low, high) {
    return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
  }

  function show() {
    const { wide, tall } = measure();
    const least = fitting();
    if (camera && camera.scale <= least * 1.001) camera = null;
    view().toggleAttribute("data-whole", !camera);
    if (!camera) {
      map().setAttribute("viewBox", `${whole.x} ${whole.y} ${whole.width} ${whole.height}`);
      return;
    }
    camera.scale = Math.min(camera.scale, CLOSEST);
    const width = wide / camera.scale, height = tall / camera.scale;
    camera.x = clamp(camera.x, whole.x + width / 2, whole.x + whole.width - width / 2);
    camera.y = clamp(camera.y, whole.y + height / 2, whole.y + whole.height - height / 2);
    map().setAttribute("viewBox", `${camera.x - width / 2} ${camera.y - height / 2} ${width} ${height}`);
  }

  function middle() {
    return camera || { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2, scale: fitting() };
  }

  // Zooms so that the point of the picture under (left, top) of the view stays there.
  function zoom(by, left, top) {
    const { wide, tall } = measure();
    const now = middle(), scale = Math.min(CLOSEST, now.scale * by);
    held = null;
    const dx = (left === undefined ? 0 : left - wide / 2), dy = (top === undefined ? 0 : top - tall / 2);
    camera = { x: now.x + dx / now.scale - dx / scale, y: now.y + dy / now.scale - dy / scale, scale };
    show();
  }

  // Moves as little as needed to have a point of the picture well inside the view.
  function bring(x, y) {
    if (!camera) return;
    const { wide, tall } = measure();
    const roomX = wide / camera.scale / 2 - 2.2 * HALF, roomY = tall / camera.scale / 2 - 2 * SIDE;
    camera.x = clamp(camera.x, x - Math.max(0, roomX), x + Math.max(0, roomX));
    camera.y = clamp(camera.y, y - Math.max(0, roomY), y + Math.max(0, roomY));
    show();
  }

  // Shows the unit and, as far as can be, where its order leads as well: from farther away if it must be. Without
  // an order it shows the unit's targets, or else the places that it can go to.
  function frame() {
    const [x, y] = focus();
    bring(x, y);
    if (!camera) return;
    if (!map().dataset.goal) { ahead(x, y); return; }
    const [toX, toY] = map().dataset.goal.split(" ").map(Number);
    const { wide, tall } = measure();
    const scale = Math.min(wide / (Math.abs(toX - x) + 4.4 * HALF), tall / (Math.abs(toY - y) + 4 * SIDE));
    if (scale >= camera.scale) { bring(toX, toY); return; }
    held = camera.scale;
    camera = { x: (x + toX) / 2, y: (y + toY) / 2, scale };
    show();
  }

  const places = (selector) => [...map().querySelectorAll(selector)].map((each) => each.dataset.xy.split(" ").map(Number));

  // Turns to the middle of what the unit can do, as far as the unit stays in the view: from farther away if that
  // shows more of it.
  function ahead(x, y) {
    const aims = places(".u.aim"), found = aims.length ? aims : places("a.end");
    if (!found.length) return;
    const all = [...found, [x, y]];
    const middleOf = (at) => (Math.min(...all.map((each) => each[at])) + Math.max(...all.map((each) => each[at]))) / 2;
    const spread = (at) => 2 * Math.max(...all.map((each) => Math.abs(each[at] - middleOf(at))));
    const { wide, tall } = measure();
    const scale = Math.min(wide / (spread(0) + 2.4 * HALF), tall / (spread(1) + 2 * SIDE));
    if (scale < camera.scale && camera.scale > READABLE) {
      held = camera.scale;
      camera.scale = Math.max(scale, READABLE);
    }
    camera.x = middleOf(0);
    camera.y = middleOf(1);
    show();
    bring(x, y);
  }

  const focus = () => map().dataset.look.split(" ").map(Number);

  // Whether one of the units that may act stands in the view, or there is none; and the end of what happened last,
  // if the reader is to look at that.
  function sighted() {
    const { wide, tall } = measure();
    const near = ([x, y]) => Math.abs(x - camera.x) * camera.scale < wide / 2 && Math.abs(y - camera.y) * camera.scale < tall / 2;
    if ("told" in map().dataset) return near(focus());
    const marked = places(".u.can");
    return !marked.length || marked.some(near);
  }

  // The rows of the map as the server names them: each with its name, where its first hex lies, how many there are.
  const lines = () => map().dataset.lines.split(" ").map((line) => {
    const [name, x, y, count] = line.split(":");
    return { name, x: Number(x), y: Number(y), count: Number(count) };
  });
  const columns = () => map().dataset.columns.split(" ");

  // After the first look and after every swap.
  function mount() {
    if (!map() || !view()) return;
    const box = map().viewBox.baseVal;
    const first = whole === null;
    whole = { x: box.x, y: box.y, width: box.width, height: box.height };
    view().scrollTo(0, 0);
    if (first && fitting() < SMALLEST) {
      const [x, y] = focus();
      camera = { x, y, scale: clamp(measure().tall / whole.height, READABLE, LARGE) };
    }
    if (held !== null) camera = { ...middle(), scale: held };
    held = null;
    show();
    if (part() && "follow" in part().dataset) frame();
    else if (camera && !first && !sighted()) { [camera.x, camera.y] = focus(); show(); }
    if (cursor) place(false);
    follow();
  }

  // --- pointers -----------------------------------------------------------------------------------------

  const fingers = new Map();
  let dragged = false;

  const spot = (event) => {
    const box = view().getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  };

  const drag = window.AdmiraltyDrag({ part, view, map, lines, columns, reach: SIDE, go: (query) => go(query) });

  document.addEventListener("pointerdown", (event) => {
    if (!view() || (event.pointerType === "mouse" && event.button !== 0)) return;
    if (fingers.size === 0) { dragged = false; drag.grab(event); }
    if (!view().contains(event.target) && !drag.carries()) return;
    fingers.set(event.pointerId, { ...spot(event), from: spot(event) });
  });

  document.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger || !view()) return;
    const now = spot(event);
    if (!dragged && Math.hypot(now.left - finger.from.left, now.top - finger.from.top) < DRAG && fingers.size < 2) return;
    dragged = true;
    if (drag.carries() && fingers.size === 1) { drag.hover(event); return; }
    drag.forget();
    view().classList.add("panning");
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
    if (others.length) {
      const other = others[0];
      const before = Math.hypot(finger.left - other.left, finger.top - other.top);
      const after = Math.hypot(now.left - other.left, now.top - other.top);
      if (before > 0) zoom(after / before, (now.left + other.left) / 2, (now.top + other.top) / 2);
    } else if (camera) {
      camera = { ...camera, x: camera.x - (now.left - finger.left) / camera.scale, y: camera.y - (now.top - finger.top) / camera.scale };
      show();
    }
    finger.left = now.left;
    finger.top = now.top;
  });

  const lift = (event) => {
    if (drag.carries() && dragged && event.type === "pointerup") drag.letGo(event);
    drag.forget();
    fingers.delete(event.pointerId);
    if (fingers.size === 0 && view()) view().classList.remove("panning");
  };
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", lift);

  // A drag that began on a link is no click on it, and no dragging of the link either.
  document.addEventListener("dragstart", (event) => {
    if (view() && event.target.closest && event.target.closest("#board-view, .board-hand")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (dragged && view() && event.target.closest("#board-view, .board-hand")) {
      event.preventDefault();
      event.stopPropagation();
    }
    dragged = false;
  }, true);

  // At either end of the zoom the wheel is the page's again.
  document.addEventListener("wheel", (event) => {
    if (!view() || !view().contains(event.target) || event.deltaY === 0) return;
    const closer = event.deltaY < 0;
    if (closer ? middle().scale >= CLOSEST : !camera) return;
    event.preventDefault();
    const { left, top } = spot(event);
    zoom(STEP ** clamp(-event.deltaY / 100, -1, 1), left, top);
  }, { passive: false });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button || !map()) return;
    if (button.dataset.zoom === "fit") { camera = held = null; show(); } else { zoom(button.dataset.zoom === "in" ? STEP : 1 / STEP); }
  });

  window.addEventListener("resize", () => { if (whole && map()) show(); });

  // --- keyboard: a cursor on the hexes ----------------------------------------------------------------------

  let cursor = null; // { column, row }, counted from 0: the hex of that number in that row.

  function label() {
    const row = lines()[cursor.row].name, column = columns()[cursor.column];
    return "lettered" in map().dataset ? row + column : column + row;
  }

  function at() {
    const line = lines()[cursor.row];
    return { x: line.x + Number(map().dataset.step) * cursor.column, y: line.y };
  }

  // Goes to the nearest hex there is.
  function move(columnsOn, rowsOn) {
    const found = lines();
    cursor.row = clamp(cursor.row + rowsOn, 0, found.length - 1);
    cursor.column = clamp(cursor.column + columnsOn, 0, found[cursor.row].count - 1);
  }

  function place(speak) {
    const mark = document.getElementById("hexcursor");
    if (!mark) return;
    const { x, y } = at();
    mark.setAttribute("x", x);
    mark.setAttribute("y", y);
    mark.setAttribute("visibility", document.activeElement === view() ? "visible" : "hidden");
    bring(x, y);
    if (speak) say(told());
  }

  const here = () => [...map().querySelectorAll(`[data-h~="${label()}"]`)];

  function told() {
    const titles = here().map((each) => each.querySelector("title")).filter(Boolean).map((each) => each.textContent);
    const told = titles.map((each) => each.replace(`${label()}: `, ""));
    return `${label()}: ${told.length ? told.join("; ") : "empty"}`;
  }

  function say(text) {
    const place = document.getElementById("board-say");
    if (place) place.textContent = text;
  }

  const begin = () => {
    const [x, y] = focus();
    const found = lines();
    const row = found.reduce((best, line, number) => (Math.abs(line.y - y) < Math.abs(found[best].y - y) ? number : best), 0);
    const column = Math.round((x - found[row].x) / Number(map().dataset.step));
    return { column: clamp(column, 0, found[row].count - 1), row };
  };

  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  document.addEventListener("keydown", (event) => {
    if (!view() || event.target !== view() || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = KEYS[event.key];
    if (step) {
      event.preventDefault();
      cursor = cursor || begin();
      move(step[0], step[1]);
      place(true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      take();
    } else if (event.key === "[" || event.key === "]") {
      turn(event.key === "[");
    } else if (event.key === "Escape" && part()) {
      go("?");
    } else if (event.key === "+" || event.key === "=") {
      zoom(STEP);
    } else if (event.key === "-") {
      zoom(1 / STEP);
    } else if (event.key === "0") {
      camera = held = null;
      show();
    }
  });

  // A face of a die that is pressed is typed.
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-face]");
    const field = key && document.getElementById("board-dice");
    if (!field) return;
    field.value = `${field.value.trim()} ${key.dataset.face}`.trim();
  });

  // Takes the thing under the cursor: a place to go to before a unit. If it is already chosen, the focus goes
  // to its button.
  function take() {
    if (!cursor) { cursor = begin(); place(true); return; }
    const button = map().querySelector(`.ghost[data-h~="${label()}"]`) && document.querySelector("#board-confirm [type=submit]");
    if (button) { button.focus(); return; }
    const links = here().filter((each) => each.tagName.toLowerCase() === "a");
    const link = links.find((each) => each.getAttribute("href").match(/(order|pick)=/)) || links[0];
    if (link) { go(link.getAttribute("href")); } else { say(told()); }
  }

  // The next facing to the left or to the right, of those that the chosen hex can be left in.
  function turn(left) {
    const arrows = [...map().querySelectorAll("a.turn")];
    const now = arrows.findIndex((each) => each.matches(".now"));
    if (now < 0 || arrows.length < 2) return;
    go(arrows[(now + (left ? 1 : arrows.length - 1)) % arrows.length].getAttribute("href"));
  }

  document.addEventListener("focusin", (event) => {
    if (!view() || event.target !== view() || !view().matches(":focus-visible")) return;
    cursor = cursor || begin();
    place(true);
  });
  document.addEventListener("focusout", (event) => {
    const mark = document.getElementById("hexcursor");
    if (mark && event.target === view()) mark.setAttribute("visibility", "hidden");
  });

  // --- parts ------------------------------------------------------------------------------------------------

  function go(query) {
    const board = part();
    if (!board || !window.htmx) { window.location.assign(query === "?" ? window.location.pathname : query); return; }
    if (sending) { asked = query; return; }
    giveUp();
    const search = query === "?" ? "" : query;
    history.replaceState(null, "", search || window.location.pathname);
    const answer = window.htmx.ajax("GET", board.dataset.part + search, { target: "#board", swap: "outerHTML" });
    answer.catch(() => {}); // It was given up, or failed; the events below tell of failures.
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#board a[href^='?']");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.matches("[data-at]")) halt();
    pressed = link;
    go(link.getAttribute("href"));
  });

  // On a screen where map and list are not seen together, an order of the list or a card leads up to the map, as does a step
  // after which something on the map is picked, and "other order" back down to the list. A curtain that falls and
  // the end of the battle come into sight.
  const LANDMARKS = ".board-curtain, .board-ending";
  let pressed = null;

  function lead(stood) {
    const from = pressed;
    pressed = null;
    const landmark = part().querySelector(LANDMARKS);
    if (landmark && !stood) { intoSight(landmark, 1); return; }
    if (!from) return;
    const href = from.getAttribute("href");
    const onMap = href.includes("order=") || (href.includes("pick=") && map().querySelector("a.end, a.u.can"));
    const listed = from.closest(".board-orders, .board-hand, #board-confirm") && onMap;
    const wanted = listed ? view() : from.closest("#board-confirm") && document.querySelector(".board-orders");
    if (wanted) intoSight(wanted);
  }

  // Scrolls if less than that share of it, or of the screen, is in view.
  function intoSight(wanted, share = 0.6) {
    const box = wanted.getBoundingClientRect();
    const bar = document.querySelector("#board-confirm, #board-ask");
    const bottom = window.innerHeight - (bar ? bar.offsetHeight : 0);
    const seen = Math.min(box.bottom, bottom) - Math.max(box.top, 60);
    if (seen < share * Math.min(box.height, bottom - 60)) wanted.scrollIntoView({ block: "start" });
  }

  // News of the other side keeps the reader's picks, as far as they are still legal. Changes that the page
  // already shows are no news. While an order of the page is on its way, the page waits for the answer.
  let sending = false;
  let missed = 0;
  let asked = null;

  document.addEventListener("htmx:configRequest", (event) => {
    const why = event.detail.triggeringEvent;
    const board = part();
    if (!board || event.detail.elt !== board || event.detail.verb !== "get") return;
    if (!why && sending) { event.preventDefault(); return; }
    if (!why) event.detail.path = board.dataset.part + board.dataset.query; // It looks by itself now and then.
    if (!why || why.type !== "campaign-moved") return;
    const seq = why.detail ? Number(why.detail.seq) : Infinity;
    if (sending) missed = Math.max(missed, seq);
    if (sending || seq <= Number(board.dataset.seq)) { event.preventDefault(); return; }
    event.detail.path = board.dataset.part + board.dataset.query;
  });

  // The answer to what the reader asked last is shown. An earlier request is given up: its answer would come
  // for a board that has been replaced, and would take the kept legend with it.
  let latest = null;
  let waiting = false;

  function giveUp() {
    if (waiting && !sending) latest.abort();
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { target, xhr, elt, requestConfig } = event.detail;
    const order = requestConfig.verb === "post" && part() && part().contains(elt);
    if (order && sending) { event.preventDefault(); return; }
    if (target === part()) {
      giveUp();
      latest = xhr;
      waiting = true;
    }
    if (order) sending = true;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr === latest) waiting = false;
    if (event.detail.requestConfig.verb !== "post" || !sending) return;
    sending = false;
    const board = part();
    if (asked !== null) go(asked);
    else if (board && missed > Number(board.dataset.seq)) go(board.dataset.query || "?");
    missed = 0;
    asked = null;
  });

  // If the server was away for a moment, the board asks again until it has an answer: the order may have been
  // carried out.
  const AGAIN = 4000;
  let asking = null;

  function away(event) {
    const { target, xhr, requestConfig } = event.detail;
    if (!part() || !target || target.id !== "board" || (xhr && xhr.status > 0 && xhr.status < 502)) return;
    if (requestConfig.verb === "get") event.stopPropagation(); // It was said once; the page looks by itself.
    window.clearTimeout(asking);
    asking = window.setTimeout(() => go(part().dataset.query || "?"), AGAIN);
  }

  document.addEventListener("htmx:sendError", away, true);
  document.addEventListener("htmx:responseError", away, true);

  // Open, scrolled and focused elements stay so when the part is swapped.
  let kept = null;
  const heads = (scope) => [...scope.querySelectorAll("details")];
  const named = (each) => each.querySelector("summary").textContent.trim();

  document.addEventListener("htmx:beforeSwap", (event) => {
    const board = part();
    if (!board) return;
    const active = board.contains(document.activeElement) ? document.activeElement : null;
    const side = board.querySelector(".board-side");
    kept = {
      unit: new URLSearchParams(board.dataset.query).get("unit"),
      at: board.dataset.at,
      open: new Map(heads(board).map((each) => [named(each), each.open])),
      scroll: side ? side.scrollTop : 0,
      query: board.dataset.query,
      id: active && active.id,
      href: active && active.getAttribute("href"),
      sent: Boolean(active && active.closest("form")),
      landmark: Boolean(board.querySelector(LANDMARKS)),
      region: REGIONS.find((each) => active && active.closest(each)),
    };
  });

  // The next focus of the keyboard: from an order of the list to its button, from a unit to its orders or, if it has
  // but one, to the button, after an order to the next one; else the element that had the focus, in the same part of the page.
  const REGIONS = ["#hexmap", ".board-orders", ".board-hand", ".board-forces"];
  const LISTED = ".board-orders .ready a, .board-orders summary, .board-orders li a";

  function resumed(board) {
    const moved = board.dataset.query !== kept.query;
    const refused = kept.sent && board.querySelector("[data-focus]");
    if (refused) return refused;
    if (kept.id && document.getElementById(kept.id)) return document.getElementById(kept.id);
    if (kept.sent) return board.querySelector("#board-confirm [type=submit]") || board.querySelector(LISTED);
    if (!kept.href) return null;
    const same = `a[href="${CSS.escape(kept.href)}"]`;
    const button = board.querySelector("#board-confirm [type=submit]");
    if (moved && [".board-orders", ".board-hand"].includes(kept.region) && (button || kept.href.match(/(order|pick)=/))) {
      return button || board.querySelector(LISTED);
    }
    const there = kept.region && board.querySelector(`${kept.region} ${same}`);
    return there || (moved && kept.region === ".board-orders" && board.querySelector(LISTED)) || board.querySelector(same);
  }

  document.addEventListener("htmx:afterSwap", () => {
    const board = part();
    if (!board || !kept) return;
    if (!("replay" in board.dataset)) history.replaceState(null, "", board.dataset.query || window.location.pathname);
    const unit = new URLSearchParams(board.dataset.query).get("unit");
    heads(board).forEach((each) => {
      const was = kept.open.get(named(each));
      if (was !== undefined && (unit === kept.unit || !each.matches(".og"))) each.open = was || (each.open && !each.matches(".og"));
    });
    const side = board.querySelector(".board-side");
    if (side && unit === kept.unit) side.scrollTop = kept.scroll;
    mount();
    const onto = drag.landing();
    if (onto) { kept = null; go(onto.getAttribute("href")); return; }
    const again = resumed(board);
    if (again) again.focus({ preventScroll: true });
    lead(kept.landmark);
    const told = [board.dataset.at !== kept.at && board.querySelector(".board-news"), board.querySelector("[data-say]")];
    const words = told.filter(Boolean).map((each) => each.textContent.replace(/\s+/g, " ").trim()).join(" ");
    if (words) say(words);
    kept = null;
  });

  // --- the replay: plays by asking for the next moment ---------------------------------------------------------

  const PACE = 1100;
  let playing = null;

  function halt() {
    window.clearTimeout(playing);
    playing = null;
    follow();
  }

  function follow() {
    const button = document.querySelector("[data-play]");
    if (!button) return;
    button.setAttribute("aria-pressed", String(playing !== null));
    button.querySelector("span").textContent = playing === null ? "Play" : "Stop";
  }

  function next() {
    const link = document.querySelector("#board a[data-at=next]");
    if (!link) { halt(); return; }
    if (!waiting) go(link.getAttribute("href"));
    playing = window.setTimeout(next, PACE);
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-play]")) return;
    if (playing !== null) { halt(); return; }
    const start = !document.querySelector("#board a[data-at=next]") && document.querySelector("#board a[data-at=first]");
    if (start) { go(start.getAttribute("href")); playing = window.setTimeout(next, PACE); } else { next(); }
    follow();
  });

  if (document.querySelector("#board[data-replay]") && new URLSearchParams(window.location.search).has("play")) {
    playing = window.setTimeout(next, PACE);
    follow();
  }

  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-moments]");
    if (!form || !part()) return;
    halt();
    go(`?${new URLSearchParams(new FormData(form))}`);
  });

  document.addEventListener("keydown", (event) => {
    if (!document.querySelector("#board[data-replay]") || event.target.matches("input, select, textarea") || event.target === view()) return;
    const link = { ArrowLeft: "back", ArrowRight: "next" }[event.key];
    const found = link && document.querySelector(`#board a[data-at=${link}]`);
    if (found) { event.preventDefault(); halt(); go(found.getAttribute("href")); }
  });

  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", mount); } else { mount(); }
})();
