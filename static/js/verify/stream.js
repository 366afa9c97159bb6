/* Recomputes a fair draw in the browser (docs/decisions/0003-fair-draws.md). A plain script: window.AdmiraltyVerify.

   The page holds
     <script type="application/json" id="verify-data">
       {"commitment": hex, "seed": hex, "nonces": {"active": text, "opposing": text},
        "pools": {"active": [2, 5, …], "opposing": […]}, "types": {"active:5": "standard", …},
        "order": ["active:5", "opposing:3", …],
        "seals": {"active": hex, …}, "hows": {"active": "sealed", …}}
     </script>
   or, for a game with a mission, instead of pools, types and order
        "picks": [{"purpose": text, "deck": ["2", "5", …], "taken": ["5"], "links": [of each side] or [], "fresh": bytes that the site added or ""}, …]
   and, anywhere, elements whose text this script writes:
     [data-verify="commitment"]  [data-verify="order"]  [data-verify="seals"]  [data-verify="all"]   "matches" or "does not match"
     [data-verify="recomputed"]                                              the recomputed order
   Each gets data-state="good" or "bad" as well. */
(function () {
  "use strict";

  var SIDES = ["active", "opposing"];
  var WEIGHTS = { recon: 1, standard: 2, epic: 4 };
  var YES = "matches";
  var NO = "does not match";

  function fromHex(hex) {
    if (!/^([0-9a-f]{2})*$/.test(hex)) {
      throw new Error("Not a hexadecimal text: " + hex);
    }
    var bytes = new Uint8Array(hex.length / 2);
    for (var i = 0; i < bytes.length; i += 1) {
      bytes[i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  function toHex(bytes) {
    return Array.from(bytes, function (byte) {
      return byte.toString(16).padStart(2, "0");
    }).join("");
  }

  function joined(parts) {
    var size = parts.reduce(function (sum, part) { return sum + part.length; }, 0);
    var all = new Uint8Array(size);
    parts.reduce(function (at, part) {
      all.set(part, at);
      return at + part.length;
    }, 0);
    return all;
  }

  /* `value` as `size` bytes, big-endian. */
  function bigEndian(value, size) {
    var bytes = new Uint8Array(size);
    for (var i = size - 1; i >= 0; i -= 1) {
      bytes[i] = value % 256;
      value = Math.floor(value / 256);
    }
    return bytes;
  }

  /* The first 32 bits of the fractional parts of a root of the first `count` primes. */
  function primeBits(count, root) {
    var found = [];
    for (var number = 2; found.length < count; number += 1) {
      var prime = true;
      for (var divisor = 2; divisor * divisor <= number; divisor += 1) {
        prime = prime && number % divisor !== 0;
      }
      if (prime) {
        found.push((Math.pow(number, 1 / root) % 1) * 4294967296 | 0);
      }
    }
    return found;
  }

  function rotated(word, by) {
    return (word >>> by) | (word << (32 - by));
  }

  function schedule(data, at) {
    var w = new Int32Array(64);
    for (var i = 0; i < 16; i += 1) {
      w[i] = (data[at + 4 * i] << 24) | (data[at + 4 * i + 1] << 16) | (data[at + 4 * i + 2] << 8) | data[at + 4 * i + 3];
    }
    for (i = 16; i < 64; i += 1) {
      var low = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      var high = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
    }
    return w;
  }

  /* SHA-256 in plain script: pages served over http have no crypto.subtle. */
  function plainSha256(bytes) {
    var constants = primeBits(64, 3);
    var hash = primeBits(8, 2);
    var zeros = new Uint8Array((119 - (bytes.length % 64)) % 64);
    var data = joined([bytes, new Uint8Array([128]), zeros, bigEndian(bytes.length * 8, 8)]);
    for (var at = 0; at < data.length; at += 64) {
      var w = schedule(data, at);
      var v = hash.slice();
      for (var i = 0; i < 64; i += 1) {
        var s1 = rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25);
        var t1 = (v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i]) | 0;
        var s0 = rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22);
        var t2 = (s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))) | 0;
        v = [(t1 + t2) | 0, v[0], v[1], v[2], (v[3] + t1) | 0, v[4], v[5], v[6]];
      }
      hash = hash.map(function (word, place) { return (word + v[place]) | 0; });
    }
    return joined(hash.map(function (word) { return bigEndian(word >>> 0, 4); }));
  }

  async function sha256(bytes) {
    var subtle = window.crypto && window.crypto.subtle;
    return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plainSha256(bytes);
  }

  /* The seal of a nonce: SHA-256 of its UTF-8 bytes, in hexadecimal. */
  async function sealOf(nonce) {
    return toHex(await sha256(new TextEncoder().encode(nonce)));
  }

  async function commitment(seedHex) {
    return toHex(await sha256(fromHex(seedHex)));
  }

  function text(value) {
    var bytes = new TextEncoder().encode(value);
    return joined([bigEndian(bytes.length, 4), bytes]);
  }

  /* block i = SHA-256(seed, text(nonce)…, text(purpose), i as 8 bytes); the stream is block 0, block 1, … */
  function FairStream(seedHex, nonces, purpose) {
    this.prefix = joined([fromHex(seedHex)].concat(nonces.map(text), [text(purpose || "")]));
    this.counter = 0;
    this.left = new Uint8Array(0);
  }

  FairStream.prototype.bytes = async function (count) {
    while (this.left.length < count) {
      var block = await sha256(joined([this.prefix, bigEndian(this.counter, 8)]));
      this.left = joined([this.left, block]);
      this.counter += 1;
    }
    var taken = this.left.slice(0, count);
    this.left = this.left.slice(count);
    return taken;
  };

  /* A uniform integer in 0 … limit-1, by rejection. The limit has at most 40 bits. */
  FairStream.prototype.below = async function (limit) {
    var size = Math.ceil(limit.toString(2).length / 8);
    var all = Math.pow(256, size);
    var ceiling = all - (all % limit);
    for (;;) {
      var value = (await this.bytes(size)).reduce(function (sum, byte) { return sum * 256 + byte; }, 0);
      if (value < ceiling) {
        return value % limit;
      }
    }
  };

  /* Fisher–Yates from the last place down, over the sorted deck: numbers by size, texts by their characters. */
  FairStream.prototype.shuffle = async function (cards) {
    var texts = cards.some(function (card) { return typeof card === "string"; });
    var deck = cards.slice().sort(texts ? undefined : function (a, b) { return a - b; });
    for (var last = deck.length - 1; last > 0; last -= 1) {
      var other = await this.below(last + 1);
      var kept = deck[last];
      deck[last] = deck[other];
      deck[other] = kept;
    }
    return deck;
  };

  /* The whole draw (CR-060, CR-061): the cards in the order they turn over, as "active:5". */
  async function draw(data) {
    var stream = new FairStream(data.seed, SIDES.map(function (side) { return data.nonces[side]; }));
    var decks = {};
    for (var side of SIDES) {
      decks[side] = await stream.shuffle(data.pools[side]);
    }
    var order = [];
    var weights = { active: 0, opposing: 0 };
    function turn(side) {
      var card = side + ":" + decks[side].shift();
      order.push(card);
      weights[side] += WEIGHTS[data.types[card]] || 0;
    }
    SIDES.forEach(turn);
    while (weights.active !== weights.opposing) {
      var lighter = weights.active < weights.opposing ? "active" : "opposing";
      if (!decks[lighter].length) {
        break;
      }
      turn(lighter);
    }
    return order;
  }

  /* One pick of a mission game: the first cards of its deck, shuffled by the stream of its purpose and links. */
  async function taken(data, pick) {
    var texts = SIDES.map(function (side) { return data.nonces[side]; }).concat(pick.links || [], pick.fresh || []);
    var stream = new FairStream(data.seed, texts, pick.purpose);
    return (await stream.shuffle(pick.deck)).slice(0, pick.taken.length);
  }

  async function checkPicks(data) {
    var told = [];
    var right = true;
    for (var pick of data.picks) {
      var found = await taken(data, pick);
      right = right && found.join(" ") === pick.taken.join(" ");
      told.push(pick.purpose + ": " + found.join(" "));
    }
    return { order: right, recomputed: told };
  }

  /* Whether each nonce that counts as sealed fits its seal. */
  async function sealsFit(data) {
    var fit = true;
    for (var side of SIDES) {
      if ((data.hows || {})[side] === "sealed") {
        fit = fit && (await sealOf(data.nonces[side])) === data.seals[side];
      }
    }
    return fit;
  }

  /* {commitment, order, seals: true or false, all: all three, recomputed: [cards]} */
  async function check(data) {
    var found;
    if (data.picks) {
      found = await checkPicks(data);
    } else {
      var recomputed = await draw(data);
      found = { order: recomputed.join(" ") === data.order.join(" "), recomputed: recomputed };
    }
    found.commitment = (await commitment(data.seed)) === data.commitment;
    found.seals = await sealsFit(data);
    found.all = found.commitment && found.order && found.seals;
    return found;
  }

  function write(name, words, good) {
    document.querySelectorAll('[data-verify="' + name + '"]').forEach(function (element) {
      element.textContent = words;
      element.dataset.state = good ? "good" : "bad";
    });
  }

  async function show() {
    var source = document.getElementById("verify-data");
    if (!source) {
      return;
    }
    var data = JSON.parse(source.textContent);
    if (!data.seed) {
      return;
    }
    try {
      var found = await check(data);
      ["commitment", "order", "seals", "all"].forEach(function (name) {
        write(name, found[name] ? YES : NO, found[name]);
      });
      write("recomputed", found.recomputed.join(", "), found.order);
    } catch (error) {
      write("all", "could not be recomputed: " + error.message, false);
    }
  }

  window.AdmiraltyVerify = {
    FairStream: FairStream,
    check: check,
    commitment: commitment,
    draw: draw,
    fromHex: fromHex,
    plainSha256: plainSha256,
    sealOf: sealOf,
    taken: taken,
    show: show,
    toHex: toHex,
  };

  if (typeof document !== "undefined") {
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", show);
    } else {
      show();
    }
  }
})();
