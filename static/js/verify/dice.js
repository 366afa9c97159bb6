/* Makes the dice of a battle again in the browser, with the fair stream of stream.js.

   The page holds
     <script type="application/json" id="dice-data">
       {"commitment": hex, "seed": hex, "nonces": [first, second],
        "seals": ["", hex], "hows": ["given", "sealed"], "exchange": address under which nonces.js keeps what this browser gave,
        "rolls": [{"purpose": "order 3", "sides": 6, "faces": [4, 1, 6]}, …]}
     </script>
   and [data-dice="commitment"], [data-dice="seals"], [data-dice="witness"], [data-dice="rolls"], [data-dice="all"], whose text this script writes. */
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
    var stream = new window.AdmiraltyVerify.FairStream(data.seed, data.nonces, roll.purpose);
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

  /* Whether the dice have the parts that this browser gave, and the seals that it saw before. */
  function tellWitness(data) {
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
    }).filter(function (fits) { return fits !== undefined; });
    if (!seen.length) {
      document.querySelectorAll('[data-dice="witness"]').forEach(function (element) {
        element.textContent = "nothing: it gave no part of these dice";
      });
      return;
    }
    var good = seen.every(Boolean);
    write("witness", good ? "matches" : "does not match", good);
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
    tellWitness(data);
    write("commitment", sealed ? "matches" : "does not match", sealed);
    write("rolls", dice + (dice === 1 ? " die in " : " dice in ") + data.rolls.length + (data.rolls.length === 1 ? " roll: " : " rolls: ") + (all ? "all match" : right + " match"), all);
    write("all", sealed && all && fit ? "match" : "do not match", sealed && all && fit);
  }

  document.addEventListener("DOMContentLoaded", show);
})();
