// Chains of links: with each order of a battle that rolls, this browser gives the next link of its seat's chain, so that nobody
// foresees the dice. docs/decisions/0033 has the protocol; needs verify/stream.js. window.AdmiraltyChains.
//
// A chain is kept as its first value, 16 random bytes in hexadecimal; each further value is the seal of the one before. The last one,
// its end, goes to the site first. Links are the values before it, one after the other: the seal of each is known already.
//
// In a game with a mission, picks take the place of dice, and sides that of seats: data-by="side". No new chain is begun there.
//
// The board holds <div id="board" data-chains="address" data-own="0:known value 1:" data-laid="12" data-mark="seal" data-wanted="0" data-wait="9800">.
(() => {
  "use strict";

  const PREFIX = "admiralty-chain ";
  const KEPT_MS = 120 * 24 * 3600 * 1000;
  const LINKS = 256;
  const LATE_MS = 300; // Clocks of browser and site need not tick alike.
  const CALM_MS = 800;

  // One record for each battle and seat: {at, chains: [{first, low}], marks: {order: mark}, gave: {order: link}}. The last of the
  // `chains` is in use; `low` is the number of its lowest value that has left this browser. `marks` are the seals of the orders for which
  // a link left it, `gave` the links that the site took. All tabs share it: each change is made under a lock, to the record as it then
  // stands. Without locks (no HTTPS) a change is one step without a pause, which tabs of one process cannot interrupt.
  const keyOf = (address, seat) => `${PREFIX}${address} ${seat}`;
  const read = (key) => JSON.parse(localStorage.getItem(key) || "null");
  const alone = async (name, act) => (navigator.locks ? navigator.locks.request(name, act) : act());

  // Keeps the record that `edit` makes from the present one, and says whether it made one.
  const change = (key, edit) => alone(key, () => {
    const record = edit(read(key));
    if (record) { localStorage.setItem(key, JSON.stringify(record)); }
    return Boolean(record);
  });

  function dropOld() {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
      const record = read(key);
      if (!record || Date.now() - record.at > KEPT_MS) { localStorage.removeItem(key); }
    }
  }

  // All values of a chain, worked out once for each page.
  const known = new Map();
  async function valuesOf(first) {
    if (known.has(first)) { return known.get(first); }
    const values = [first];
    for (let count = 0; count < LINKS; count += 1) { values.push(await window.AdmiraltyVerify.sealOf(values[count])); }
    known.set(first, values);
    return values;
  }

  // Begins a chain and returns its end.
  async function begin(address, seat) {
    const key = keyOf(address, seat);
    const first = window.AdmiraltyVerify.toHex(crypto.getRandomValues(new Uint8Array(16)));
    const values = await valuesOf(first);
    await change(key, (kept) => {
      const record = kept || { chains: [], marks: {}, gave: {} };
      return { ...record, at: Date.now(), chains: [...record.chains, { first, low: LINKS }] };
    });
    return values[LINKS];
  }

  // The chain in use, its values, and the place of `value` among them: -1 if another browser's chain is in use, 0 if no link is left.
  async function going(record, value) {
    const chain = record && record.chains[record.chains.length - 1];
    const values = chain ? await valuesOf(chain.first) : [];
    return { chain, values, place: values.indexOf(value) };
  }

  const headers = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const post = (address, fields) => fetch(address, {
    method: "POST", headers: headers(), body: new URLSearchParams(fields), credentials: "same-origin",
  });

  // The record with the link at `place` given to the laid order; null if it must not be given. One that has left this browser for another
  // order is given no second time: somebody may know it.
  function given(record, facts, first, place) {
    const { laid, mark } = facts;
    const chain = record && record.chains[record.chains.length - 1];
    if (!chain || chain.first !== first) { return null; } // Another tab has begun a chain.
    if (record.gave[laid]) { return null; } // The site has it; the page does not show that yet.
    if (chain.low < place && chain.order !== laid) { return null; }
    if ((record.marks[laid] || mark) !== mark) { return null; } // Another order was laid when this browser was asked first.
    Object.assign(chain, { low: place - 1, order: laid });
    return { ...record, marks: { ...record.marks, [laid]: mark } };
  }

  // Gives a link to the laid order, if no tab has given it to another.
  async function give(facts, seat, { chain, values, place }) {
    const key = keyOf(facts.address, seat);
    const link = values[place - 1];
    if (!await change(key, (record) => given(record, facts, chain.first, place))) { return; }
    const answer = await post(facts.address, { [facts.by]: seat, order: facts.laid, link });
    if (!answer.ok) { return; }
    const { seq } = await answer.json();
    await change(key, (record) => ({ ...record, gave: { ...record.gave, [facts.laid]: link } }));
    if (seq) { document.body.dispatchEvent(new CustomEvent("campaign-moved", { detail: { seq }, bubbles: true })); }
  }

  // A seat without a chain or with one that is used up gets another. So does one with a chain of another browser, once when this page
  // comes to the front: two open browsers would take the seat from each other for ever.
  const announced = new Set();
  const fronted = new Set();
  async function announce(facts, seat, value, place) {
    const mark = `${seat} ${value}`;
    if (announced.has(mark) || (value && place < 0 && fronted.has(seat))) { return; }
    announced.add(mark);
    fronted.add(seat);
    // The site's last chain has to be the last of the record, so tabs announce one after the other.
    await alone(`${keyOf(facts.address, seat)} announced`, async () => {
      await post(facts.address, { seat, chain: await begin(facts.address, seat) });
    });
  }

  function factsOf(board) {
    const { chains, own, laid, mark, wanted, by } = board.dataset;
    const values = own.trim().split(" ").filter(Boolean).map((each) => each.split(":"));
    return { address: chains, own: values, laid: laid || "", mark, wanted: (wanted || "").split(" "), by: by || "seat" };
  }

  async function look() {
    const board = document.querySelector("[data-chains][data-own]");
    if (!board || document.hidden) { return; }
    const facts = factsOf(board);
    for (const [seat, value] of facts.own) {
      const record = read(keyOf(facts.address, seat));
      const found = await going(record, value);
      const waits = facts.laid && facts.wanted.includes(seat);
      if (waits && found.place > 0) { await give(facts, seat, found); }
      if (!waits && found.place <= 0 && facts.by === "seat") { await announce(facts, seat, value, found.place); }
      if (found.place > 0) { fronted.add(seat); }
    }
  }

  // With open pages the dice roll at once, so the words about waiting come after a moment. When the site may fill in what is missing,
  // the button for that comes, too, and is pressed.
  let timers = [];
  function wait() {
    timers.forEach((timer) => window.clearTimeout(timer));
    timers = [];
    const form = document.querySelector("form[data-rolling]");
    if (!form) { return; }
    const button = form.querySelector("[type=submit]");
    const after = (pause, act) => timers.push(window.setTimeout(() => { if (form.isConnected) { act(); } }, pause));
    form.classList.add("late");
    button.hidden = true;
    after(CALM_MS, () => form.classList.remove("late"));
    after(Number(form.closest("[data-wait]").dataset.wait) + LATE_MS, () => { button.hidden = false; form.requestSubmit(); });
  }

  // One look at a time; a change in the meantime is looked at next. Without storage the site fills the links in.
  let looking = false;
  let again = false;
  async function lookNow() {
    again = true;
    if (looking) { return; }
    looking = true;
    try {
      while (again) {
        again = false;
        await look();
      }
    } catch { /* No storage or no connection: the site fills the link in after a moment. */ } finally { looking = false; }
  }

  function start() {
    try { dropOld(); } catch { return; }
    lookNow();
  }

  document.addEventListener("DOMContentLoaded", () => { wait(); start(); });
  document.addEventListener("htmx:afterSwap", wait);
  document.addEventListener("htmx:afterSettle", lookNow);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { return; }
    announced.clear();
    fronted.clear();
    lookNow();
  });

  window.AdmiraltyChains = {
    begin,
    recordOf: (address, seat) => { try { return read(keyOf(address, seat)); } catch { return null; } },
    valuesOf,
  };
})();
