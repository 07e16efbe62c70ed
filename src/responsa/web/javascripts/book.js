/* What the pages need of scripts; all of it is a comfort, the book reads without. */
"use strict";

/* What scrolls sideways must be reachable with the keyboard. */
function dressFrames() {
  const frames = [...document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code")];
  const wide = frames.filter((frame) => frame.scrollWidth > frame.clientWidth); // all are measured before one is changed
  for (const frame of wide) frame.tabIndex = 0;
}

/* Running the examples. Nothing of it is fetched before the first click; with a link that carries code, its editor is. */
const HAS_PYTHON = false; // becomes true in the built site when Python lies beside the pages
/** @type {Record<string, string>} */
const SCRIPTS = {}; // in the built site the hash of each script that this page may ask for later, and of Python's manifest
const OWN = /** @type {HTMLScriptElement} */ (document.currentScript).src; // where this script lies
const PYTHON = new URL("../python/", OWN);

/* The bytes of a script as it was published together with this page. What came damaged is fetched once more. */
/** @param {string} name @returns {Promise<ArrayBuffer>} */
async function prove(name) {
  for (const cache of /** @type {const} */ (["default", "reload"])) {
    const answer = await fetch(new URL(name, PYTHON), { cache });
    const body = await answer.arrayBuffer();
    if (!globalThis.crypto?.subtle) return body; // there is none without https, and nothing is kept then
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    if ([...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === SCRIPTS[name]) return body;
  }
  throw new Error(responsaSay("there is a newer edition of this book, or its host sends something else"));
}
globalThis.responsaProve = prove;

/** @param {...string} names */
async function quietly(...names) {
  await Promise.all(names.map(prove));
  return import(new URL(names[0], PYTHON).href);
}

/** @param {...string} names */
async function bring(...names) {
  try {
    return await quietly(...names);
  } catch (error) {
    sayWhyNot(navigator.onLine ? /** @type {Error} */ (error).message : responsaSay("that needs the network once, and you are offline"));
    throw error;
  }
}

/* One line below the title, with a button that helps where anything does. */
/** @param {string} why */
function sayWhyNot(why) {
  const line = document.querySelector(".run-bad") ?? document.createElement("p");
  const again = Object.assign(document.createElement("button"), { type: "button", className: "run-button", textContent: responsaSay("Reload"), onclick: () => location.reload() });
  Object.assign(line, { className: "run-bad", role: "status" }).replaceChildren(responsaSay("The examples cannot be run now: {}. ", why), again);
  document.querySelector("h1")?.after(line);
}

function whyNoRun() {
  if (location.protocol === "file:") return responsaSay("this page is opened from a folder, and browsers run Python only on pages of a web server");
  if (!HAS_PYTHON) return responsaSay("this copy of the book was made without the Python that runs in browsers");
  if (!("toSorted" in Array.prototype) || typeof WebAssembly !== "object") return responsaSay("it wants a browser of 2023 or later");
  return "";
}

function dressExamples() {
  const why = whyNoRun();
  for (const note of document.querySelectorAll(".run-note")) {
    if (why) note.textContent = `${note.dataset.cannot ?? responsaSay("The examples cannot be run here")}: ${why}.`;
    note.hidden = !why;
  }
  if (why) return;
  const calculator = document.querySelector(".calculator");
  if (calculator) bring("calculator.js", "parts.js", "python.js").then(({ dress }) => dress(calculator), () => {});
  const blocks = [...document.querySelectorAll(".highlight:is(.language-pycon, .language-python):not(.doc-signature)")];
  const parts = ["run.js", "parts.js", "python.js"];
  const editor = () => bring(...parts);
  blocks.forEach((block, number) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "run-button", textContent: responsaSay("Run"), title: responsaSay("Run this example, and change it") });
    const fold = block.closest("details.computed");
    button.addEventListener("click", () => editor().then(({ open }) => open(block, number).run(), () => {}));
    for (const near of ["pointerenter", "focus"]) {
      button.addEventListener(near, () => quietly(...parts).then(({ hint }) => hint(), () => {}), { once: true });
    }
    const tools = fold?.previousElementSibling;
    if (tools?.matches(".computed-tools")) tools.append(button);
    else block.append(button);
  });
  if (location.hash.startsWith("#run=")) editor().then(({ openLink }) => openLink(location.hash.slice(5), blocks), () => {});
}

/* The search: its button, its keys, and a link to a search. All else of it is fetched when it is opened. */
const SEARCH = new URL("../search/", OWN);

/* The field is there at once, and takes what is typed before the rest has come. */
/** @param {[question?: string, book?: string]} question */
function openSearch(...question) {
  if (globalThis.responsaSearch) return responsaSearch.open(...question);
  let dialog = document.querySelector("dialog.search");
  if (!dialog) {
    dialog = document.createElement("dialog");
    Object.assign(dialog, { className: "search", ariaLabel: responsaSay("Search the book") });
    const field = Object.assign(document.createElement("div"), { className: "search-field" });
    const input = Object.assign(document.createElement("input"), { id: "search-input", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "go", placeholder: responsaSay("Question or number"), ariaLabel: responsaSay("Question, rule number or name") });
    input.addEventListener("keydown", ({ key, isComposing }) => {
      if (key === "Enter" && !isComposing && !globalThis.responsaSearch) input.dataset.entered = "";
    });
    field.append(input);
    dialog.append(field);
    document.body.append(dialog);
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("search.css", SEARCH) }));
  }
  if (!dialog.open) dialog.showModal();
  if (document.querySelector("script.search-loading")) return undefined;
  const script = Object.assign(document.createElement("script"), { src: new URL("search.js", SEARCH), className: "search-loading" });
  script.onload = () => responsaSearch.open(...question);
  script.onerror = () => {
    script.remove();
    dialog.close();
  };
  document.head.append(script);
  return undefined;
}

function dressHeader() {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "search-button", ariaLabel: responsaSay("Search"), title: responsaSay("Search (press / or Ctrl K)"), onclick: () => openSearch() });
  button.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="6.7" cy="6.7" r="4.9"/><path d="m10.4 10.4 4.2 4.2"/></svg>';
  button.append(Object.assign(document.createElement("span"), { textContent: responsaSay("Search") }));
  document.querySelector(".md-header__inner")?.append(button);
  const asked = new URLSearchParams(location.search);
  if (asked.has("q")) openSearch(asked.get("q") ?? "", asked.get("in") ?? "");
}
/* What an event befell; nothing where that is no element, but the page itself. */
/** @param {Event} event */
function elementOf({ target }) {
  return target instanceof Element ? target : null;
}
addEventListener("keydown", (event) => {
  const isTyping = elementOf(event)?.closest("input, textarea, select, [contenteditable], .cm-editor");
  const isSlash = event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isSlash && !(event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey))) return;
  event.preventDefault();
  openSearch();
});

/* On the front page: the box that takes a question, and the questions below it. */
addEventListener("submit", (event) => {
  const form = elementOf(event);
  if (!(form instanceof HTMLFormElement && form.matches(".ask"))) return;
  event.preventDefault();
  const question = String(new FormData(form).get("q") ?? "");
  const line = globalThis.sentenceOf?.(question) ?? Promise.resolve(null); // only on the page of a paper
  line.then((sentence) => (sentence ? goTo(sentence) : openSearch(question)));
});
/** @param {HTMLElement} place */
function goTo(place) {
  location.hash = place.id;
}

addEventListener("click", (event) => {
  const sample = elementOf(event)?.closest(".ask a");
  if (!(sample instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openSearch(new URL(sample.href).searchParams.get("q") ?? "");
});

/* The same page in another language, at the same place. */
addEventListener("click", (event) => {
  const other = elementOf(event)?.closest("a.language");
  if (other instanceof HTMLAnchorElement) other.hash = location.hash;
}, true);

document$.subscribe(() => {
  dressHeader();
  dressExamples();
  requestAnimationFrame(dressFrames);
});
addEventListener("resize", dressFrames);

/* Keeping the book for reading without a network. Pages of a folder are there anyway. */
const KEEP = new URL("../offline/keep.js", OWN).href;
const whenIdle = window.requestIdleCallback ?? setTimeout;
if (location.protocol !== "file:") addEventListener("load", () => whenIdle(() => import(KEEP).catch(() => {})));

/* A link to a rule that stands on another page now. */
const MOVED = new URL("../moved/find.js", OWN).href;
if (/^#[a-z]{2,8}-(?:[a-z]?\d|[ivxl]+[.-]\d)/i.test(location.hash) && !document.getElementById(location.hash.slice(1))) {
  import(MOVED).then(({ follow }) => follow(location.hash.slice(1)), () => {});
}
