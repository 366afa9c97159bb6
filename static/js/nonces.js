// This browser's part of a game's draw, or of a battle's dice: made here, sealed before the other side's part is known, given afterwards.
// docs/decisions/0033 has the protocol. On every page of a campaign or battle a part that is held back is given when the draw
// waits for it; on pages with verify/stream.js the form of "ready" is filled in.
(() => {
  "use strict";

  const PREFIX = "admiralty-nonce ";
  const KEPT_MS = 120 * 24 * 3600 * 1000;
  const NONCE_BYTES = 16;

  // One record for each game and side, or battle and seat: {at, by, nonce, seal, theirs, given, held}. `at` is when it was
  // made, `by` the field that names side or seat; `theirs` the seals of the others that the nonce was given against;
  // `given`: the nonce has left this browser; `held`: it is awaited. All tabs share it, so each change is made to the record as it then
  // stands, in one step without a pause.
  const recordsOf = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const keyOf = (address, side) => `${PREFIX}${address} ${side}`;
  const read = (key) => JSON.parse(localStorage.getItem(key) || "null");
  const keep = (key, record) => localStorage.setItem(key, JSON.stringify(record));
  const alone = async (name, act) => (navigator.locks ? navigator.locks.request(name, act) : act());

  // Notes the fields in the record with that seal, unless a tab has replaced it.
  function note(key, seal, fields) {
    const record = read(key);
    if (record && record.seal === seal) { keep(key, { ...record, ...fields }); }
  }

  function dropOld() {
    for (const key of recordsOf()) {
      const record = read(key);
      if (!record || Date.now() - record.at > KEPT_MS) { localStorage.removeItem(key); }
    }
  }

  // A form with data-chains takes the end of a chain of links (chains.js), whose address that is; others take random bytes.
  async function fresh(form, by, side) {
    const { sealOf, toHex } = window.AdmiraltyVerify;
    const { chains } = form.dataset;
    const bytes = () => toHex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    const nonce = chains ? await window.AdmiraltyChains.begin(chains, side) : bytes();
    return { at: Date.now(), by, nonce, seal: await sealOf(nonce) };
  }

  // The record for the form's side. Tabs make one after the other, so that one of them makes it and the others use it; `worn` is the seal
  // of a record that has to be replaced.
  const recordFor = (key, form, by, side, worn = "") => alone(key, async () => {
    const standing = () => { const record = read(key); return record && record.seal !== worn ? record : null; };
    if (standing()) { return standing(); }
    const made = await fresh(form, by, side);
    if (!standing()) { keep(key, made); } // Without locks (no HTTPS) another tab can have been quicker.
    return standing();
  });

  const headers = () => JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const post = (address, fields) => fetch(address, {
    method: "POST", headers: { ...headers(), "HX-Request": "true" }, body: new URLSearchParams(fields), credentials: "same-origin",
  });

  // Announces this browser's seal for the form's side. The answer has the other side's seal as `theirs`.
  async function announce(form) {
    const address = form.dataset.nonces;
    const by = form.dataset.noncesBy || "side";
    const side = form.elements[by].value;
    const key = keyOf(address, side);
    let record = await recordFor(key, form, by, side);
    let answer = await (await post(address, { [by]: side, seal: record.seal })).json();
    // A nonce that has left this browser is known to the site. It is used again only where its seal binds.
    if (record.given && answer.bound !== record.seal) {
      record = await recordFor(key, form, by, side, record.seal);
      answer = await (await post(address, { [by]: side, seal: record.seal })).json();
    }
    return { key, record, answer };
  }

  function field(form, name, value) {
    let input = form.elements[name];
    if (!input) {
      input = Object.assign(document.createElement("input"), { type: "hidden", name });
      form.append(input);
    }
    input.value = value;
  }

  // The fields of "ready": the nonce if the other side is bound already, else its seal.
  async function fieldsOf(form) {
    if (form.elements.nonce.value.trim()) { return {}; }
    const { key, record, answer } = await announce(form);
    const elsewhere = answer.bound && answer.bound !== record.seal; // Another browser of this side sealed its part.
    if (answer.refused || elsewhere) { return {}; }
    const gives = Boolean(answer.theirs);
    note(key, record.seal, { theirs: answer.theirs, held: !gives, ...(gives && { given: true }) });
    return gives ? { nonce: record.nonce, against: answer.theirs } : { seal: record.seal };
  }

  // Without storage or connection the form goes out as it is, and the site makes the part up. While the form is
  // filled in, the page may have swapped it for a new one.
  const filled = new WeakSet();
  let filling = false;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.nonces || filled.has(form)) { return; }
    event.preventDefault();
    event.stopPropagation();
    if (filling) { return; } // It was pressed twice.
    filling = true;
    // A form cannot be submitted again before this event is over, which can be later than a quick failure.
    const over = new Promise((resolve) => { setTimeout(resolve); });
    Promise.all([fieldsOf(form).catch(() => ({})), over]).then(([fields]) => {
      filling = false;
      const present = form.isConnected ? form : document.getElementById(form.id);
      if (!present) { return; }
      Object.entries(fields).forEach(([name, value]) => field(present, name, value));
      filled.add(present);
      present.requestSubmit();
    });
  }, true);

  // Gives the parts that are held back and awaited. A change in the meantime may await another part, so it looks again.
  let giving = false;
  let moved = false;
  async function give() {
    moved = true;
    if (giving) { return; }
    giving = true;
    try {
      while (moved) {
        moved = false;
        await giveAll();
      }
    } finally { giving = false; }
  }

  async function giveAll() {
    for (const key of recordsOf()) {
      const record = read(key);
      if (record && record.held) { await giveOne(key, record); }
    }
  }

  async function giveOne(key, record) {
    const [address, side] = key.slice(PREFIX.length).split(" ");
    const known = await fetch(address, { credentials: "same-origin" });
    if (!known.ok) { return undefined; } // Somebody else is signed in here, or nobody. The part may still be awaited.
    const { held, over } = await known.json();
    const waits = held.includes(side);
    if (waits) {
      note(key, record.seal, { given: true }); // Before it leaves: an answer can be lost.
      const shown = await post(address.replace(/nonces\/$/, "show-nonce/"), { [record.by]: side, nonce: record.nonce });
      if (!shown.ok) { return undefined; }
      document.body.dispatchEvent(new CustomEvent("campaign-moved", { detail: {}, bubbles: true }));
    }
    if (waits || over) { note(key, record.seal, { held: false }); }
    return undefined;
  }

  let announced = "";
  function begin() {
    const form = document.querySelector("form[data-nonces]");
    if (!form || announced === form.dataset.nonces || !window.AdmiraltyVerify) { return; }
    announced = form.dataset.nonces;
    announce(form).catch(() => {});
  }

  function quietly(work) {
    try { return Promise.resolve(work()).catch(() => {}); } catch { return undefined; } // No storage: nothing to do.
  }

  document.addEventListener("DOMContentLoaded", () => [dropOld, begin, give].forEach(quietly));
  document.addEventListener("htmx:afterSettle", () => quietly(begin));
  document.addEventListener("campaign-moved", () => quietly(give));

  window.AdmiraltyNonces = { recordOf: (address, side) => { try { return read(keyOf(address, side)); } catch { return null; } } };
})();
