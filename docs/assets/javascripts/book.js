/* What the pages need of scripts; all of it is a comfort, the book reads without. */
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

function dressPage() {
  // The copy button looks for data-copy before it takes the text that is shown.
  for (const code of document.querySelectorAll(".language-pycon pre > code")) {
    code.dataset.copy = codeOfConsole(code.textContent) + "\n";
  }
  // The search is a dialog, and a dialog wants a name.
  document.querySelector(".md-search[role=dialog]")?.setAttribute("aria-label", "Search");
}

/* What scrolls sideways must be reachable with the keyboard, and a copy button is no landmark. */
function dressFrames() {
  for (const frame of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")) {
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
  }
  for (const buttons of document.querySelectorAll(".md-code__nav")) buttons.setAttribute("role", "none");
}

/* Without a mouse, the first tap on a term shows its definition, as focus does, and the second follows it. */
let shownTerm = null;
document.addEventListener("click", (event) => {
  const term = event.target.closest?.("a.term") ?? null;
  if (term && term !== shownTerm && matchMedia("(hover: none)").matches) {
    event.preventDefault();
    term.focus();
  }
  shownTerm = term;
});

document$.subscribe(() => {
  dressPage();
  requestAnimationFrame(dressFrames);
});
addEventListener("resize", dressFrames);
