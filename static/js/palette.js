/* The search in front of a page: "/" or the search button opens it, arrows go through what was found, Enter opens the
   first or the chosen one, Escape closes. Without script the button leads to the search page. */
(() => {
  "use strict";

  const palette = document.getElementById("palette");
  if (!palette || !palette.showModal) { return; }
  const field = palette.querySelector("input[type=search]");
  const hits = () => [...palette.querySelectorAll(".hits a")];

  const open = () => {
    if (palette.open || document.querySelector("dialog[open]")) { return; }
    palette.showModal();
    field.select();
  };
  // A browser takes the focus from a closed dialog's field only when it draws again; "/" may come before that.
  const shut = () => {
    palette.close();
    if (palette.contains(document.activeElement)) { document.activeElement.blur(); }
  };
  const writes = (node) => node.isContentEditable || node.matches("input:not([type=checkbox], [type=radio]), textarea, select");

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) { return; }
    if (writes(event.target)) { return; }
    event.preventDefault();
    open();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-palette]");
    if (button && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open();
    }
    if (event.target === palette || event.target.closest("[data-palette-close]")) { shut(); }
  });

  palette.addEventListener("keydown", (event) => {
    // In a search field, browsers empty the field first.
    if (event.key === "Escape") {
      event.preventDefault();
      shut();
      return;
    }
    const links = hits();
    const at = links.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to !== undefined && links.length && (at >= 0 || event.key.startsWith("Arrow"))) {
      event.preventDefault();
      if (to < 0) { field.focus(); } else { links[Math.min(to, links.length - 1)].focus(); }
    } else if (at >= 0 && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.focus();
    }
  });

  // Enter opens the first hit once what was found belongs to what was typed.
  let answered = "";
  palette.addEventListener("htmx:afterSwap", () => { answered = field.value; });
  palette.querySelector("form").addEventListener("submit", (event) => {
    const first = hits()[0];
    if (!first || answered !== field.value) { return; }
    event.preventDefault();
    location.assign(first.href);
  });
})();
