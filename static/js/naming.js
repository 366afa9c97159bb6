// Forms that name on their button what is chosen: <form data-naming="Choose {choice}">, with data-named on the label.
(() => {
  "use strict";

  // Until something is chosen the button is off, or says that nothing is; so it is while a
  // group of choices has another count than it needs.
  const words = (list) => (list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${list.at(-1)}` : list.join(""));
  function name(form) {
    const button = form.querySelector("[data-named]");
    if (!button) { return; }
    const marked = Array.from(form.querySelectorAll("input:checked[data-choice], option:checked[data-choice]"));
    const things = marked.filter((each) => each.value);
    const chosen = (things.length ? things : marked).map((each) => each.dataset.choice);
    const open = Array.from(form.querySelectorAll("fieldset[data-count]")).some((each) => (
      each.querySelectorAll("input:checked").length !== Number(each.dataset.count)));
    // A list in which something has to be chosen, too, unless the answer is one that goes with no other.
    const lacks = !form.querySelector("input:checked[data-alone]")
      && Array.from(form.querySelectorAll("select[data-needed]")).some((each) => !each.value);
    const nothing = open ? "" : form.dataset.namingNothing;
    const label = chosen.length && !open ? form.dataset.naming.replace("{choice}", () => words(chosen)) : nothing;
    button.dataset.label = button.dataset.label || button.textContent;
    button.textContent = label || button.dataset.label;
    button.closest("button").disabled = !label || lacks;
  }

  // A part that is swapped keeps what its reader chose in it. A form with data-keeps-choice takes no other answer for
  // it: if what was chosen is gone, nothing was, or the form asks another question, then nothing is chosen.
  let kept = [];
  let firm = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!event.target.querySelector("form[data-naming]")) { return; }
    const chosen = Array.from(document.querySelectorAll("form[data-naming][id] input:checked")).filter((each) => !each.defaultChecked);
    kept = chosen.map((each) => [each.form.id, each.name, each.value]);
    firm = Array.from(document.querySelectorAll("form[data-keeps-choice]")).map((form) => {
      const answer = form.querySelector("input:checked");
      return [form.id, form.dataset.keepsChoice, answer && answer.value];
    });
  });
  function keep([id, question, value]) {
    const form = document.getElementById(id);
    const answers = form ? form.querySelectorAll("input[type=radio]") : [];
    answers.forEach((each) => { each.checked = form.dataset.keepsChoice === question && each.value === value; });
  }
  function choose([id, field, value]) {
    const form = document.getElementById(id);
    const same = form && Array.from(form.elements).find((each) => each.name === field && each.value === value && "checked" in each);
    if (same && !same.disabled) { same.checked = true; }
  }

  const nameAll = () => document.querySelectorAll("form[data-naming]").forEach(name);
  // An answer with data-alone goes with no other.
  function onlyOne(form, box) {
    if (!box.checked || box.type !== "checkbox") { return; }
    const others = Array.from(form.elements).filter((each) => each.name === box.name && each !== box);
    others.filter((each) => "alone" in box.dataset || "alone" in each.dataset).forEach((each) => { each.checked = false; });
  }
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-naming]");
    if (form) { onlyOne(form, event.target); name(form); }
  });
  document.addEventListener("htmx:afterSettle", () => {
    kept.forEach(choose);
    firm.forEach(keep);
    kept = [];
    firm = [];
    nameAll();
  });
  nameAll();
})();
