/* Makes the dice of a battle again in the browser, with the fair stream of stream.js.

   The page holds
     <script type="application/json" id="dice-data">
       {"commitment": hex, "seed": hex, "nonces": [first, second],
        "rolls": [{"purpose": "order 3", "sides": 6, "faces": [4, 1, 6]}, …]}
     </script>
   and [data-dice="commitment"], [data-dice="rolls"], [data-dice="all"], whose text this script writes. */
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
    write("commitment", sealed ? "matches" : "does not match", sealed);
    write("rolls", dice + (dice === 1 ? " die in " : " dice in ") + data.rolls.length + (data.rolls.length === 1 ? " roll: " : " rolls: ") + (all ? "all match" : right + " match"), all);
    write("all", sealed && all ? "match" : "do not match", sealed && all);
  }

  document.addEventListener("DOMContentLoaded", show);
})();
