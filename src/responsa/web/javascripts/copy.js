/* The copy button: of an example it takes the code without prompts and answers, ready to run. */
"use strict";

/* Words in the language of the page, with values in the places of {}: English in the scripts, others in assets/words/. */
/** @param {string} english @param {unknown[]} values */
globalThis.responsaSay = (english, ...values) => {
  let place = 0;
  const said = globalThis.responsaWords?.[english] ?? english;
  return said.replace(/\{(\d?)\}/g, (_, number) => String(values[number ? Number(number) : place++]));
};

/* The code of an example as a console shows it: the lines after a prompt, without the prompts and the answers. */
/** @param {string} text */
function codeOfConsole(text) {
  const code = [];
  let continues = false;
  for (const line of text.split("\n")) {
    const [prompt, sign, words = ""] = /^(>>>|\.\.\.)(?: (.*))?$/.exec(line) ?? [];
    continues = prompt !== undefined && (sign === ">>>" || continues);
    if (continues) code.push(words);
  }
  return code.join("\n").trim();
}

/* Where the buttons of a folded example stand: in sight, beside the line that opens it. */
/** @param {HTMLElement} code */
function toolsOf(code) {
  const fold = code.closest("details.computed");
  if (!fold) return null;
  if (!fold.previousElementSibling?.matches(".computed-tools")) {
    fold.before(Object.assign(document.createElement("div"), { className: "computed-tools" }));
  }
  return fold.previousElementSibling;
}

/* A button that copies a block. The theme does the copying and draws the button; its own buttons cost a layout each. */
/** @param {HTMLElement} code */
function addCopy(code) {
  const text = code.closest(".language-pycon") ? codeOfConsole(code.textContent) + "\n" : code.textContent;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "md-code__button", ariaLabel: responsaSay("Copy") });
  Object.assign(button.dataset, { mdType: "copy", clipboardText: text });
  const place = Object.assign(document.createElement("div"), { className: "md-code__nav" });
  place.append(button);
  const tools = toolsOf(code);
  if (tools) tools.prepend(place);
  else code.before(place);
}

document$.subscribe(() => document.querySelectorAll(".md-typeset pre > code").forEach(addCopy));
