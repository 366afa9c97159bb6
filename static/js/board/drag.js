// Dragging on the hex board: a selected unit or its ghost by one of its ends, or a card out of the hand, to a hex. It
// follows links that stand on the page anyway. A plain script: board.js gives it the board, and feeds it the pointer.
window.AdmiraltyDrag = (board) => {
  "use strict";

  const { part, view, map, lines, columns, reach, go } = board;
  let carried = null; // { back, card }: the unit by its front or its back, or the address of a card.
  let wanted = null; // The hex on which a card was let go.

  // The hex under a point of the screen: its name and its middle.
  function hexUnder(event) {
    const matrix = map().getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const found = lines(), order = "lettered" in map().dataset;
    const line = found.reduce((best, each) => (Math.abs(each.y - at.y) < Math.abs(best.y - at.y) ? each : best));
    const number = Math.round((at.x - line.x) / Number(map().dataset.step));
    if (number < 0 || number >= line.count || Math.abs(line.y - at.y) > reach) return null;
    const column = columns()[number];
    return { name: order ? line.name + column : column + line.name, x: line.x + number * Number(map().dataset.step), y: line.y };
  }

  // The order that ends with the dragged end on a hex.
  function dropped(name) {
    if (carried.back) {
      const pair = (map().dataset.backs || "").split(" ").map((each) => each.split(":")).find((each) => each[0] === name);
      if (pair) return `?unit=${new URLSearchParams(part().dataset.query).get("unit") || map().dataset.unit}&order=${pair[1]}`;
    }
    const link = map().querySelector(`a.end[data-h="${name}"]`);
    return link && link.getAttribute("href");
  }

  // A unit, or its ghost at the end of the chosen order, is taken by the hex that is grabbed: the last of two hexes is
  // its back.
  function taken(event) {
    const card = event.pointerType === "mouse" && event.target.closest(".board-hand .hc > a[href*='pick=']");
    if (card) return { card };
    if (!view().contains(event.target) || !map().querySelector("a.end")) return null;
    const under = hexUnder(event);
    const held = under && [...map().querySelectorAll(".u.ghost, .u.sel")].map((unit) => unit.dataset.h.split(" "));
    const hexes = held && held.find((each) => each.includes(under.name));
    if (!hexes) return null;
    return { back: hexes.length === 2 && under.name === hexes[1] };
  }

  function hover(event) {
    const mark = document.getElementById("hexcursor"), under = hexUnder(event);
    const good = under && (carried.card || dropped(under.name));
    mark.setAttribute("visibility", good ? "visible" : "hidden");
    if (!good) return;
    mark.setAttribute("x", under.x);
    mark.setAttribute("y", under.y);
  }

  function letGo(event) {
    const { card } = carried, under = view() && map() ? hexUnder(event) : null;
    const inside = under && view().contains(document.elementFromPoint(event.clientX, event.clientY));
    document.getElementById("hexcursor").setAttribute("visibility", "hidden");
    if (inside && card) { wanted = under.name; go(card.getAttribute("href")); }
    const href = inside && !card && dropped(under.name);
    if (href) go(href);
    carried = null;
  }

  // The end that the card which was let go leads to, once the page shows the ends of that card.
  function landing() {
    const onto = wanted && map().querySelector(`a.end[data-h="${wanted}"]`);
    wanted = null;
    return onto;
  }

  return {
    grab: (event) => { carried = taken(event); },
    carries: () => carried !== null,
    forget: () => { carried = null; },
    hover,
    letGo,
    landing,
  };
};
