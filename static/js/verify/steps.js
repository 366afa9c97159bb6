// Shows each step of a recomputed draw; needs stream.js. On /verify/ it reads the figures from the form.
(() => {
  "use strict";

  const SIDES = ["active", "opposing"];
  const TITLES = { active: "Active Fleet", opposing: "Opposing Fleet" };
  const WEIGHTS = { recon: 1, standard: 2, epic: 4 };
  const verify = window.AdmiraltyVerify;

  function step(list, title, text) {
    const item = document.createElement("li");
    const head = document.createElement("h3");
    head.className = "h4";
    head.textContent = title;
    const body = document.createElement("p");
    body.className = "hash";
    body.textContent = text;
    item.append(head, body);
    list.append(item);
  }

  function turns(data, order) {
    const weights = { active: 0, opposing: 0 };
    return order.map((key) => {
      const side = key.split(":")[0];
      weights[side] += WEIGHTS[data.types[key]] || 0;
      return `${TITLES[side]} ${key.split(":")[1]} (${weights.active} : ${weights.opposing})`;
    });
  }

  async function tellPicks(data, list) {
    for (const pick of data.picks) {
      const found = await verify.taken(data, pick);
      const fits = found.join(" ") === pick.taken.join(" ") ? "as in the game" : `in the game: ${pick.taken.join(", ")}`;
      const added = pick.fresh ? ` with the bytes ${pick.fresh}` : "";
      step(list, `“${pick.purpose}”, from ${pick.deck.join(", ")}${added}`, `${found.join(", ")} (${fits})`);
    }
  }

  async function tell(data, list) {
    list.replaceChildren();
    const nonces = SIDES.map((side) => data.nonces[side]);
    step(list, "SHA-256 of the secret is the seal", await verify.commitment(data.seed));
    const peek = new verify.FairStream(data.seed, nonces);
    step(list, "The stream begins with", `${verify.toHex(await peek.bytes(32))} …`);
    if (data.picks) { return tellPicks(data, list); }
    const stream = new verify.FairStream(data.seed, nonces);
    for (const side of SIDES) {
      const deck = await stream.shuffle(data.pools[side]);
      step(list, `${TITLES[side]}: ${data.pools[side].join(", ")} shuffled`, deck.join(", "));
    }
    const order = await verify.draw(data);
    step(list, "Cards turn over, the lighter side next, until the weights are even", turns(data, order).join("; "));
    return order;
  }

  function write(name, words, good) {
    document.querySelectorAll(`[data-verify="${name}"]`).forEach((element) => {
      element.textContent = words;
      if (good === undefined) { delete element.dataset.state; } else { element.dataset.state = good ? "good" : "bad"; }
    });
  }

  // Whether the draw fits what this browser kept of it: its own part, and the other side's seal that it saw before.
  function fitsWitness(data, side) {
    const record = window.AdmiraltyNonces && window.AdmiraltyNonces.recordOf(data.exchange, side);
    if (!record || !record.given) { return undefined; }
    const seal = data.seals[SIDES.find((each) => each !== side)];
    const saw = /^[0-9a-f]{64}$/.test(record.theirs || "");
    // The other part was there already, so the site added bytes of its own to this one.
    const late = record.theirs === "-" && data.nonces[side].startsWith(`${record.nonce} `);
    return (late || data.nonces[side] === record.nonce) && (!saw || seal === record.theirs);
  }

  // Counts the links that fit their chains, and those that the site filled in. Picks of one order have the same links.
  async function followChains(data) {
    const found = { fit: 0, filled: 0 };
    const known = { ...data.nonces };
    let before = "";
    for (const { links } of data.picks) {
      if (links.length && links.join() !== before) {
        for (const [place, side] of SIDES.entries()) {
          const fits = (await verify.sealOf(links[place])) === known[side];
          found[fits ? "fit" : "filled"] += 1;
          known[side] = fits ? links[place] : "";
        }
        before = links.join();
      }
    }
    return found;
  }

  async function tellLinks(data) {
    if (!data.picks) { return; }
    const { fit, filled } = await followChains(data);
    const words = [fit ? `${fit} fit their chains` : "", filled ? `the site filled ${filled} in` : ""].filter(Boolean);
    write("links", words.join("; ") || "none: no browser began a chain");
  }

  // Of the orders for which this browser gave a link: whether each is the one that it saw laid before, and has the link.
  async function keptLinks(data, side) {
    const record = window.AdmiraltyChains && window.AdmiraltyChains.recordOf(data.chains, side);
    const found = [];
    for (const [number, mark] of Object.entries((record && record.marks) || {})) {
      const laid = data.laid.find((each) => String(each.number) === number);
      const link = record.gave[number];
      if (laid && link) {
        const text = [laid.number, laid.name, laid.order, laid.salt].join(" ");
        found.push((await verify.sealOf(text)) === mark && laid.given[side] === link);
      }
    }
    return found;
  }

  async function tellWitness(data) {
    const kept = data.picks ? [...await keptLinks(data, "active"), ...await keptLinks(data, "opposing")] : [];
    const seen = [...SIDES.map((side) => fitsWitness(data, side)), ...kept].filter((fits) => fits !== undefined);
    if (!seen.length) { return write("witness", "nothing: it gave no part of this draw"); }
    const good = seen.every(Boolean);
    return write("witness", good ? "matches" : "does not match", good);
  }

  function typed(form) {
    const value = (name) => form.elements[name].value.trim();
    const data = { seed: value("seed").toLowerCase(), nonces: {}, pools: {}, types: {} };
    for (const side of SIDES) {
      data.nonces[side] = form.elements[`nonce-${side}`].value;
      data.pools[side] = [];
      for (let card = 2; card <= 10; card += 1) {
        const type = value(`${side}-${card}`);
        if (!type) { continue; }
        data.pools[side].push(card);
        data.types[`${side}:${card}`] = type;
      }
    }
    return data;
  }

  async function compute(form) {
    const outcome = document.querySelector("[data-verify-outcome]");
    const list = outcome.querySelector("[data-verify-steps]");
    const data = typed(form);
    outcome.hidden = false;
    list.replaceChildren();
    write("commitment", "");
    if (!/^[0-9a-f]{64}$/.test(data.seed)) {
      write("recomputed", "The secret has 64 hexadecimal digits. Copy it from the game page.", false);
    } else if (SIDES.some((side) => !data.pools[side].length)) {
      write("recomputed", "Choose the type of at least one squadron on each side.", false);
    } else {
      const order = await tell(data, list);
      write("recomputed", `Cards in order: ${order.map((key) => key.replace(":", " ")).join(", ")}`);
      const seal = form.elements.commitment.value.trim().toLowerCase();
      const good = seal === (await verify.commitment(data.seed));
      if (seal) { write("commitment", good ? "The secret fits the seal." : "The secret does not fit the seal.", good); }
    }
    outcome.scrollIntoView({ block: "start" });
  }

  function begin() {
    const source = document.getElementById("verify-data");
    const form = document.getElementById("verify-form");
    if (source) {
      const data = JSON.parse(source.textContent);
      tell(data, document.querySelector("[data-verify-steps]"));
      tellWitness(data);
      tellLinks(data);
    }
    if (form) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        compute(form);
      });
    }
  }

  begin();
})();
