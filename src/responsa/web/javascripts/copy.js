/* The copy button: of an example it takes the code without prompts and answers, ready to run. */
"use strict";

/* The code of an example as a console shows it: the lines after a prompt, without the prompts and the answers. */
function codeOfConsole(text) {
  const code = [];
  let continues = false;
  for (const line of text.split("\n")) {
    const prompt = /^(>>>|\.\.\.)(?: (.*))?$/.exec(line);
    const isCode = prompt !== null && (prompt[1] === ">>>" || continues);
    if (isCode) code.push(prompt[2] ?? "");
    continues = isCode;
  }
  return code.join("\n").trim();
}

/* A button that copies a block. The theme does the copying and draws the button; its own buttons cost a layout each. */
function addCopy(code) {
  const text = code.closest(".language-pycon") ? codeOfConsole(code.textContent) + "\n" : code.textContent;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "md-code__button", ariaLabel: "Copy" });
  Object.assign(button.dataset, { mdType: "copy", clipboardText: text });
  const place = Object.assign(document.createElement("div"), { className: "md-code__nav" });
  place.append(button);
  code.before(place);
}

document$.subscribe(() => document.querySelectorAll(".md-typeset pre > code").forEach(addCopy));
