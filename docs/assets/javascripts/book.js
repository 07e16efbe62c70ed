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

/* Running the examples. Nothing of it is fetched before the first click; with a link that carries code, its editor is. */
const HAS_PYTHON = false; // becomes true in the built site when Python lies beside the pages
const PYTHON = new URL("../python/", document.currentScript.src);

function whyNoRun() {
  if (location.protocol === "file:") return "this page is opened from a folder, and browsers run Python only on pages of a web server";
  if (!HAS_PYTHON) return "this copy of the book was made without the Python that runs in browsers";
  if (!("toSorted" in Array.prototype) || typeof WebAssembly !== "object") return "it wants a browser of 2023 or later";
  return "";
}

function dressExamples() {
  const why = whyNoRun();
  for (const note of document.querySelectorAll(".run-note")) {
    if (why) note.textContent = `${note.dataset.cannot ?? "The examples cannot be run here"}: ${why}.`;
    note.hidden = !why;
  }
  if (why) return;
  const calculator = document.querySelector(".calculator");
  if (calculator) import(new URL("calculator.js", PYTHON)).then(({ dress }) => dress(calculator));
  const blocks = [...document.querySelectorAll(".highlight:is(.language-pycon, .language-python):not(.doc-signature)")];
  const editor = () => import(new URL("run.js", PYTHON));
  blocks.forEach((block, number) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "run-button", textContent: "Run", title: "Run this example, and change it" });
    button.addEventListener("click", async () => (await editor()).open(block, number).run());
    for (const near of ["pointerenter", "focus"]) {
      button.addEventListener(near, async () => (await editor()).hint(), { once: true });
    }
    block.append(button);
  });
  if (location.hash.startsWith("#run=")) editor().then(({ openLink }) => openLink(location.hash.slice(5), blocks));
}

document$.subscribe(() => {
  dressPage();
  dressExamples();
  requestAnimationFrame(dressFrames);
});
addEventListener("resize", dressFrames);

/* Keeping the book for reading without a network. Pages of a folder are there anyway. */
const KEEP = new URL("../offline/keep.js", document.currentScript.src);
const whenIdle = window.requestIdleCallback ?? setTimeout;
if (location.protocol !== "file:") addEventListener("load", () => whenIdle(() => import(KEEP)));
