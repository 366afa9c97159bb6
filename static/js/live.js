// Live pages: <body data-live="address" data-live-head="address" data-live-seq="412"> hears from the first address,
// or while it cannot from the second, when its campaign or battle moves.
// Then "campaign-moved" is fired on <body>; parts with hx-trigger="campaign-moved from:body" fetch themselves.
(() => {
  "use strict";

  const POLL_MS = 5000;
  const HIDDEN_MS = 60000;
  const STREAM_AGAIN_MS = 60000;

  const holder = document.querySelector("[data-live]");
  if (!holder) return;

  const { live: address, liveHead: head } = holder.dataset;
  let seq = holder.dataset.liveSeq ? Number(holder.dataset.liveSeq) : null;
  let source = null;
  let poll = null;
  let again = null;
  let gone = false;

  // Says on the page whether it keeps itself up to date.
  function tell(state, text) {
    document.querySelectorAll("[data-live-state]").forEach((place) => {
      if (place.dataset.state === state && place.textContent === text) return;
      place.dataset.state = state;
      place.textContent = text;
    });
  }

  function announce(message) {
    document.body.dispatchEvent(new CustomEvent("campaign-moved", { detail: message, bubbles: true }));
  }

  // Campaigns and battles only go forward: a lower number is older news that came late.
  function heard(message) {
    if (seq !== null && message.seq <= seq) return;
    const moved = seq !== null;
    seq = message.seq;
    if (moved) announce(message);
  }

  // A part that fetches itself is swapped for its answer, and hears nothing from its request until the answer
  // has settled. Then it hears again about changes in the meantime.
  document.addEventListener("htmx:beforeSend", (event) => {
    const why = event.detail.requestConfig.triggeringEvent;
    if (why && why.type === "campaign-moved") event.detail.xhr.askedAt = seq;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    const { xhr } = event.detail;
    if (!xhr || xhr.askedAt === undefined) return;
    const stale = xhr.askedAt !== seq;
    delete xhr.askedAt;
    if (stale) announce({ seq });
  });

  // If the thing on this page was undone, the page keeps what it showed last, which leads nowhere any more. So it
  // does if the reader may no longer see the campaign. For those who have left a public one, only their line ends.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig, elt } = event.detail;
    const why = requestConfig?.triggeringEvent;
    if (xhr.status !== 404 || !why || why.type !== "campaign-moved") return;
    event.detail.shouldSwap = false;
    event.detail.isError = false;
    if (elt.matches("#live-part, #game-live, #moved")) end(elt);
    else elt.remove();
  });

  async function end(part) {
    gone = true;
    rest();
    tell("off", "No longer here");
    part.inert = true;
    document.querySelectorAll("#page-actions, .form-bar").forEach((each) => each.remove());
    const closed = await fetch(head, { credentials: "same-origin" }).then((answer) => answer.status === 404, () => false);
    const note = document.getElementById(closed ? "live-closed" : "live-gone");
    if (note) document.getElementById("notices").replaceChildren(note.content.cloneNode(true));
    scrollTo(0, 0);
  }

  function listen() {
    rest();
    if (!("EventSource" in window)) {
      fallBack();
      return;
    }
    // A busy site lets streams wait for their turns. Until then the page polls.
    source = new EventSource(address);
    poll = window.setInterval(ask, POLL_MS);
    source.onopen = () => {
      window.clearInterval(poll);
      poll = null;
      tell("on", "Live");
    };
    source.onmessage = (event) => heard(JSON.parse(event.data));
    source.onerror = () => fallBack();
  }

  // Polls until a stream can be had again.
  function fallBack() {
    rest();
    ask();
    poll = window.setInterval(ask, POLL_MS);
    again = window.setTimeout(listen, STREAM_AGAIN_MS);
  }

  // The browser's cache answers 304 by itself from the ETag.
  async function ask() {
    try {
      const answer = await fetch(head, { credentials: "same-origin" });
      const polls = poll !== null; // The stream may have begun meanwhile.
      if (answer.status === 404) rest();
      if (polls) tell(answer.ok ? "on" : "off", answer.ok ? "Looks for news every few seconds" : "Reload for news");
      if (answer.ok) heard(await answer.json());
    } catch {
      tell("off", "No connection"); // The next poll asks again.
    }
  }

  function rest() {
    if (source) source.close();
    window.clearInterval(poll);
    window.clearTimeout(again);
    source = poll = again = null;
  }

  // Browsers allow few connections to one server: hidden tabs give theirs back, and ask now and then, so that
  // their titles count what waits.
  function lookNowAndThen() {
    rest();
    poll = window.setInterval(ask, HIDDEN_MS);
  }
  // A page whose thing is gone hears nothing more.
  function wake() {
    if (gone) return;
    if (document.hidden) lookNowAndThen();
    else listen();
  }
  // A stream may take minutes to notice that the connection is gone; the device knows at once.
  window.addEventListener("offline", () => {
    if (gone) return;
    rest();
    tell("off", "No connection");
  });
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pagehide", rest);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) wake();
  });
  if (document.hidden) lookNowAndThen();
  else listen();
})();
