/* In the small print of each rule: a button that copies the rule's own address. It is drawn when the print is opened. */
"use strict";

{
  /** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} name @param {Record<string, unknown>} properties */
  const element = (name, properties) => Object.assign(document.createElement(name), properties);

  /* The old way works where the new one is not allowed: on pages that came neither by https nor from this computer. */
  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = element("textarea", { value: text, readOnly: true });
      const before = /** @type {HTMLElement | null} */ (document.activeElement);
      document.body.append(field);
      field.select();
      const isDone = document.execCommand("copy");
      field.remove();
      before?.focus();
      return isDone;
    }
  }

  /** @param {HTMLElement} about */
  function dress(about) {
    const list = about.querySelector("ul");
    const id = about.previousElementSibling?.id;
    if (!list || !id || list.querySelector(".copy-link")) return;
    const address = new URL(`#${id}`, location.href).href;
    const button = element("button", { type: "button", className: "copy-link", textContent: responsaSay("Copy the link to this rule") });
    const status = element("span", { role: "status" });
    button.addEventListener("click", async () => {
      status.textContent = "";
      status.textContent = (await copy(address)) ? responsaSay("Copied.") : responsaSay("It cannot be copied here: {}", address);
    });
    const row = document.createElement("li");
    row.append(button, " ", status);
    list.append(row);
  }

  document.addEventListener("toggle", (event) => {
    const about = /** @type {HTMLElement} */ (event.target);
    if (about.matches?.("details.rule-about[open]")) dress(about);
  }, true);
}
