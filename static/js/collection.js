// The list of models narrows while somebody types, and to the models that they own.
(() => {
  "use strict";

  const field = document.getElementById("model-words");
  const own = document.getElementById("model-own");
  const lines = Array.from(document.querySelectorAll("#models > [data-text]"));

  function narrow() {
    const words = field.value.toLowerCase().split(/\s+/);
    let shown = 0;
    lines.forEach((line) => {
      const owned = Number(line.querySelector("output").textContent) > 0;
      line.hidden = !words.every((word) => line.dataset.text.includes(word)) || (own.checked && !owned);
      shown += line.hidden ? 0 : 1;
    });
    document.getElementById("model-none").hidden = shown > 0;
  }

  field.addEventListener("input", narrow);
  own.addEventListener("change", narrow);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    narrow();
  });
})();
