/* A button that hands a link to the device's own list of apps. It shows itself only where there is such a list; beside it
   the button that copies the link becomes the second choice. */
(() => {
  "use strict";

  if (!navigator.share) { return; }
  document.querySelectorAll("[data-share]").forEach((button) => {
    const link = document.querySelector(button.dataset.share);
    if (!link) { return; }
    button.hidden = false;
    const copy = button.parentElement.querySelector("[data-copy]");
    if (copy) { copy.classList.replace("btn-primary", "btn-secondary"); }
    button.addEventListener("click", async () => {
      try {
        await navigator.share({ title: button.dataset.title, url: link.value });
      } catch (fault) {
        if (fault.name !== "AbortError") { link.select(); }
      }
    });
  });
})();
