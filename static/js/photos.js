// A chosen photo is shown before it is sent, and made smaller, so that a phone in a club's hall sends it in seconds.
(() => {
  "use strict";

  const EDGE = 2048;
  const QUALITY = 0.88;

  async function drawn(file) {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, EDGE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return canvas;
  }

  // The file that was chosen stays if the browser cannot read it; the site then says what is wrong with it.
  async function prepare(field) {
    const file = field.files[0];
    field.parentElement.querySelectorAll("canvas").forEach((each) => each.remove());
    if (!file) { return; }
    let canvas;
    try { canvas = await drawn(file); } catch { return; }
    if (field.files[0] !== file) { return; }
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The photo that you chose");
    field.after(canvas);
    canvas.toBlob((blob) => {
      if (!blob || field.files[0] !== file) { return; }
      const chosen = new DataTransfer();
      chosen.items.add(new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" }));
      field.files = chosen.files;
    }, "image/jpeg", QUALITY);
  }

  document.querySelectorAll("input[data-photo]").forEach((field) => {
    field.addEventListener("change", () => prepare(field));
    prepare(field); // It was chosen before this script came.
  });
})();
