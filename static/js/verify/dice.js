/* Makes the dice of a battle again in the browser, with the fair stream of stream.js.

   The page holds
     <script type="application/json" id="dice-data">
       {"commitment": hex, "seed": hex, "nonces": [first, second],
        "seals": ["", hex], "hows": ["given", "sealed"], "exchange": address under which nonces.js keeps what this browser gave,
        "rolls": [{"order": 3, "purpose": "order 3", "sides": 6, "faces": [4, 1, 6]}, …],
        "links": [{"order": 3, "seat": 0, "unit": 2, "choice": 5, "salt": hex, "links": [[text, "sealed", known], [text, "filled", ""]]},
                  {"order": 0, "seat": 1, "end": hex}, …],
        "orders": number of orders that stand,
        "chains": address under which chains.js keeps what this browser gave}
     </script>
   and [data-dice="commitment"], [data-dice="seals"], [data-dice="links"], [data-dice="witness"], [data-dice="rolls"], [data-dice="all"], whose
   text this script writes. */
(function () {
  "use strict";

  function write(name, words, good) {
    document.querySelectorAll('[data-dice="' + name + '"]').forEach(function (element) {
      element.textContent = words;
      element.dataset.state = good ? "good" : "bad";
    });
  }

  /* Whether each face is the next number below `sides` of the stream of that purpose, plus one. */
  async function matches(data, roll) {
    var step = roll.order > 0 ? stepOf(data, roll.order) : undefined;
    var texts = step ? step.links.map(function (link) { return link[0]; }) : [];
    var stream = new window.AdmiraltyVerify.FairStream(data.seed, data.nonces.concat(texts), roll.purpose);
    for (var face of roll.faces) {
      if ((await stream.below(roll.sides)) + 1 !== face) {
        return false;
      }
    }
    return true;
  }

  /* Whether each nonce that counts as sealed fits its seal. */
  async function sealsFit(data) {
    var fit = true;
    for (var seat = 0; seat < data.nonces.length; seat += 1) {
      if (data.hows[seat] === "sealed") {
        fit = fit && (await window.AdmiraltyVerify.sealOf(data.nonces[seat])) === data.seals[seat];
      }
    }
    return fit;
  }

  function stepOf(data, order) {
    return data.links.find(function (each) { return each.order === Number(order); });
  }

  /* Counts the links that fit the chains of their seats, those that do not, those that the site filled in, and orders that rolled with none. */
  async function followChains(data) {
    var found = { fit: 0, wrong: 0, filled: 0, none: 0 };
    found.none = new Set(data.rolls.filter(function (roll) { return roll.order > 0 && !stepOf(data, roll.order); }).map(function (roll) {
      return roll.order;
    })).size;
    var known = data.nonces.slice();
    for (var step of data.links) {
      if (step.order === 0) {
        known[step.seat] = step.end;
      }
      for (var seat = 0; seat < step.links.length; seat += 1) {
        var text = step.links[seat][0];
        if (step.links[seat][1] === "filled") {
          found.filled += 1;
        } else if (step.links[seat][2] === known[seat] && (await window.AdmiraltyVerify.sealOf(text)) === known[seat]) {
          found.fit += 1;
          known[seat] = text;
        } else {
          found.wrong += 1;
        }
      }
    }
    return found;
  }

  /* Whether an order with links has the link that this browser gave, and is the one that was laid before, with the same chains. */
  async function fitsGiven(step, seat, link, mark) {
    var chains = step.links.map(function (each) { return each[2]; });
    var order = [step.order, step.seat, step.unit, step.choice, step.salt].concat(chains).join(" ");
    return step.links[seat][0] === link && (await window.AdmiraltyVerify.sealOf(order)) === mark;
  }

  /* All values of the chains that this browser began for a seat. */
  async function valuesOf(record) {
    var chains = await Promise.all(record.chains.map(function (chain) { return window.AdmiraltyChains.valuesOf(chain.first); }));
    return chains.flat();
  }

  /* Of the links that left this browser: how many are `right`, how many are not, and how many the site took as too `late`. A link that an
     order has counts even if the site never said that it took it. An order that was laid when the battle ended never rolled. */
  async function keptLinks(data) {
    var found = { right: 0, wrong: 0, late: 0 };
    for (var seat = 0; seat < data.nonces.length; seat += 1) {
      var record = window.AdmiraltyChains && window.AdmiraltyChains.recordOf(data.chains, String(seat));
      var own = record ? await valuesOf(record) : [];
      for (var step of data.links) {
        var text = step.order > 0 ? step.links[seat][0] : "";
        var gave = record && record.gave[step.order];
        if (own.indexOf(text) >= 0 || gave) {
          found[(await fitsGiven(step, seat, gave || text, record.marks[step.order])) ? "right" : "wrong"] += 1;
        } else if (step.order > 0 && record && record.marks[step.order]) {
          found.late += 1;
        }
      }
      found.wrong += Object.keys((record && record.gave) || {}).filter(function (order) {
        return order <= data.orders && !stepOf(data, order);
      }).length;
    }
    return found;
  }

  /* Whether the dice have the parts that this browser gave, and the seals that it saw before. */
  function tellWitness(data, kept) {
    var seen = data.nonces.map(function (nonce, seat) {
      var record = window.AdmiraltyNonces && window.AdmiraltyNonces.recordOf(data.exchange, String(seat));
      if (!record || !record.given) {
        return undefined;
      }
      var saw = (record.theirs || "").split(" ");
      var others = saw.filter(function (seal) { return seal.length === 64; });
      // Another part was there already, so the site added bytes of its own to this one.
      var late = saw.indexOf("-") >= 0 && nonce.indexOf(record.nonce + " ") === 0;
      var kept = others.every(function (seal) { return data.seals.indexOf(seal) >= 0; });
      return (late || nonce === record.nonce) && kept;
    }).concat(kept.right ? [true] : [], kept.wrong ? [false] : []).filter(function (fits) { return fits !== undefined; });
    if (!seen.length) {
      document.querySelectorAll('[data-dice="witness"]').forEach(function (element) {
        element.textContent = "nothing: it gave no part of these dice";
      });
      return;
    }
    var good = seen.every(Boolean);
    var late = kept.late ? "; the site took " + kept.late + " of its links as too late" : "";
    write("witness", (good ? "matches" : "does not match") + late, good);
  }

  function tellLinks(links) {
    if (!(links.fit + links.wrong + links.filled)) {
      return "none: these dice follow from the secret and the parts alone";
    }
    var words = [links.fit + " fit their chains"];
    if (links.wrong) {
      words.push(links.wrong + (links.wrong === 1 ? " does not" : " do not"));
    }
    if (links.filled) {
      words.push("the site filled " + links.filled + " in");
    }
    if (links.none) {
      words.push(links.none + (links.none === 1 ? " order rolled with none" : " orders rolled with none"));
    }
    return words.join("; ");
  }

  async function show() {
    var source = document.getElementById("dice-data");
    if (!source) {
      return;
    }
    var data = JSON.parse(source.textContent);
    var right = 0;
    var dice = 0;
    for (var roll of data.rolls) {
      right += (await matches(data, roll)) ? 1 : 0;
      dice += roll.faces.length;
    }
    var sealed = (await window.AdmiraltyVerify.commitment(data.seed)) === data.commitment;
    var all = right === data.rolls.length;
    var fit = await sealsFit(data);
    write("seals", fit ? "match" : "do not match", fit);
    var links = await followChains(data);
    var chained = links.wrong === 0;
    write("links", tellLinks(links), chained);
    tellWitness(data, await keptLinks(data));
    write("commitment", sealed ? "matches" : "does not match", sealed);
    write("rolls", dice + (dice === 1 ? " die in " : " dice in ") + data.rolls.length + (data.rolls.length === 1 ? " roll: " : " rolls: ") + (all ? "all match" : right + " match"), all);
    var whole = sealed && all && fit && chained;
    write("all", whole ? "match" : "do not match", whole);
  }

  document.addEventListener("DOMContentLoaded", show);
})();
