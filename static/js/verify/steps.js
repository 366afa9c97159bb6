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

  // Whether a browser began a chain: a part that counts as it is has the form of a seal.
  const hasChain = (data) => SIDES.some((side) => ["given", "sealed"].includes(data.hows[side]) && /^[0-9a-f]{64}$/.test(data.nonces[side]));

  // The last known value of a side's chain after the links of orders that drew nothing.
  async function afterSpent(data, side, known, link) {
    const given = data.laid.map((each) => each.given[side]).filter((each) => each && each !== link);
    let last = known;
    for (const each of given) {
      if (last && (await verify.sealOf(each)) === last) { last = each; }
    }
    return last;
  }

  // Counts the links that fit their chains, those that the site filled in, and picks without links. Picks of one order have the same
  // links.
  async function followChains(data) {
    const found = { fit: 0, filled: 0, alone: 0 };
    const known = { ...data.nonces };
    let before = "";
    for (const { links } of data.picks) {
      if (!links.length) { found.alone += 1; }
      if (links.length && links.join() !== before) {
        for (const [place, side] of SIDES.entries()) {
          const last = await verify.sealOf(links[place]);
          const fits = last === known[side] || last === await afterSpent(data, side, known[side], links[place]);
          found[fits ? "fit" : "filled"] += 1;
          known[side] = fits ? links[place] : "";
        }
        before = links.join();
      }
    }
    return found;
  }

  // Orders whose links came, and of which no pick has them.
  const spent = (data) => data.laid.filter((each) => !each.salt && Object.keys(each.given).length).length;
  const counted = (count, one, many) => (count ? `${count} ${count === 1 ? one : many}` : "");

  async function tellLinks(data) {
    if (!data.picks) { return; }
    const { fit, filled, alone } = await followChains(data);
    const wrong = alone && hasChain(data);
    const words = [
      fit ? `${fit} fit their chains` : "", filled ? `the site filled ${filled} in` : "",
      wrong ? counted(alone, "pick has none, though a browser began a chain", "picks have none, though a browser began a chain") : "",
      counted(spent(data), "order took links and drew nothing", "orders took links and drew nothing"),
    ].filter(Boolean);
    write("links", words.join("; ") || "none: no browser began a chain", wrong ? false : undefined);
  }

  // Whether each link of this browser that a pick has was taken for the order that the browser saw laid before; and whether each link that
  // the site took from it is there.
  async function keptLinks(data, side) {
    const record = window.AdmiraltyChains && window.AdmiraltyChains.recordOf(data.chains, side);
    if (!record) { return []; }
    const own = (await Promise.all(record.chains.map(({ first }) => window.AdmiraltyChains.valuesOf(first)))).flat();
    const used = [...new Set(data.picks.map(({ links }) => links[SIDES.indexOf(side)]))];
    const found = [];
    for (const link of used.filter((each) => own.includes(each))) {
      const laid = data.laid.find((each) => each.given[side] === link) || {};
      const text = [laid.number, laid.name, laid.order, laid.salt].join(" ");
      found.push((await verify.sealOf(text)) === record.marks[laid.number]);
    }
    for (const [number, link] of Object.entries(record.gave)) {
      found.push(data.laid.some((each) => String(each.number) === number && each.given[side] === link && (!each.salt || used.includes(link))));
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
