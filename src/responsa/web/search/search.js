/* The search as a dialog. book.js loads this file when it is opened for the first time; the words of the book, and what
   finds them, come then too. All of it is scripts, so that a page from a folder can load it. */
"use strict";
globalThis.responsaSearch ??= (() => {
  const HERE = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const ROOT = new URL("../../", HERE);
  const MOST = 40;           // results that are shown of a number
  const ENOUGH = 20;         // and of words: who has read so many asks anew
  const FEW = 5;             // of what is only near
  const WORTH = 0.2;         // a result with less of the first one's score is none
  const SNIPPET = 210;       // letters of a text
  const NOTING = 200;        // milliseconds without a letter until the address names the search
  const say = globalThis.responsaSay;
  const EDITION = globalThis.responsaEdition ?? "";  // the folder of a language other than English
  const index = () => globalThis.responsaOwnIndex ?? globalThis.responsaIndex;
  /** @type {Record<string, string>} */
  const KINDS = { question: "Question", term: "Term", erratum: "Erratum", page: "Page", calculator: "Calculator", aid: "Player aid", paper: "On one page, to print", clause: "Clause", name: "Library", place: "Name" };
  const EXAMPLES = ["how many dice does the defender roll", "13.4c", "may the senate recall him", "сколько отрядов помещается в город"];

  /** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Record<string, unknown>} [properties] @param {...(Node | string)} children */
  const make = (tag, properties = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element && name !== "role") Object.assign(element, { [name]: value });
      else element.setAttribute(name, String(value));
    }
    element.append(...children);
    return element;
  };
  /** @param {string} name */
  const load = (name) => new Promise((resolve, reject) => {
    document.head.append(make("script", { src: new URL(name, HERE), onload: resolve, onerror: () => reject(new Error(name)) }));
  });

  /** @type {SearchFinder} */
  let finder;
  /** @type {SearchFinder | undefined} What finds in English, on pages in another language. */
  let original;
  /** @type {Hit[]} */
  let results = [];
  let active = -1;
  let waiting = 0;
  let noting = 0;
  /** @type {string | undefined} */
  let readHere;
  /** @type {Map<string, string[]>} Words and texts that are shown, each with its stems: most are shown again after the next letter. */
  const stems = new Map();

  /* --- the dialog --- */

  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog.search"));  // as book.js has made it, with what was typed since
  const input = /** @type {HTMLInputElement} */ (dialog.querySelector("#search-input"));
  for (const [name, value] of Object.entries({ role: "combobox", "aria-controls": "search-results", "aria-expanded": "false", "aria-autocomplete": "list" })) input.setAttribute(name, value);
  const list = make("div", { id: "search-results", role: "listbox", hidden: true, "aria-label": say("Results") });
  const status = make("p", { className: "search-status", role: "status" });
  const help = make("div", { className: "search-help" });
  const books = make("fieldset", { className: "search-books" }, make("legend", {}, say("Rulebook")));
  dialog.querySelector(".search-field")?.append(make("button", { type: "button", className: "search-close", title: say("Close the search"), onclick: () => dialog.close() }, say("Close")));
  dialog.append(books, status, list, help);

  /** @param {string} key @param {string} title */
  function addBook(key, title) {
    const radio = make("input", { type: "radio", name: "search-book", value: key, checked: !key, onchange: () => search() });
    books.append(make("label", { className: key ? `book-${key.toLowerCase()}` : "" }, radio, make("span", {}, title)));
  }
  const book = () => [...books.querySelectorAll("input")].find(({ checked }) => checked)?.value ?? "";
  /** @param {string} key */
  function narrowTo(key) {
    const radio = [...books.querySelectorAll("input")].find(({ value }) => value === key);
    if (radio) radio.checked = true;
  }

  /* --- what is shown --- */

  /** @param {string} word */
  function stemsOf(word) {
    const known = stems.get(word) ?? finder.words.stems(word);
    stems.set(word, known);
    return known;
  }

  /* A text with the words that were found marked; of a long one the part around the first of them. */
  /** @param {string} text @param {{ has(stem: string): boolean }} found @param {number} [most] @returns {(Node | string)[]} */
  function marked(text, found, most = SNIPPET) {
    const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => stemsOf(word).some((stem) => found.has(stem)));
    let start = 0;
    if (text.length > most && words.length && words[0].index > most * 0.6) start = text.lastIndexOf(" ", words[0].index - 60) + 1;
    const shown = text.length - start > most ? text.slice(start, text.lastIndexOf(" ", start + most)) : text.slice(start);
    /** @type {(Node | string)[]} */
    const parts = start ? ["… "] : [];
    let end = 0;
    for (const word of words) {
      const at = word.index - start;
      if (at < 0 || at + word[0].length > shown.length) continue;
      parts.push(shown.slice(end, at), make("mark", {}, word[0]));
      end = at + word[0].length;
    }
    parts.push(shown.slice(end));
    if (start + shown.length < text.length) parts.push(" …");
    return parts;
  }

  /* Phrases by which a record was found and that do not stand in what is shown of it. */
  /** @param {FoundRecord} record @param {Map<string, number>} marks */
  function otherWords(record, marks) {
    const shown = new Set(stemsOf(`${record.title} ${record.text}`));
    const hidden = new Set([...marks].filter(([word, weight]) => weight !== finder.weights.alike && !shown.has(word)).map(([word]) => word));
    const named = (record.terms ?? []).flatMap(({ title, words }) => words.map((words) => [title, words]));
    const phrases = [...(record.asked ?? record.words).map((words) => ["", words]), ...named];
    const matching = phrases.filter(([, words]) => stemsOf(words).some((word) => hidden.has(word)));
    return matching.slice(0, 2).flatMap(([title, words], number) => [
      number ? " · " : "", ...(title ? [make("i", {}, title), " "] : []), ...marked(words, hidden, 90),
    ]);
  }

  /** @param {Hit} hit @param {number} number @param {Map<string, number>} marks */
  function asOption({ record }, number, marks) {
    const found = marks;
    const key = record.books.length === 1 ? record.books[0] : "";
    const where = [KINDS[record.kind] && say(KINDS[record.kind]), key && index().books[key]].filter(Boolean).join(" · ");
    const isCode = record.kind === "name";
    const title = make(isCode ? "code" : "span", { className: "search-title" }, ...marked(record.title, found, 120));
    const option = make("a", { id: `search-result-${number}`, role: "option", tabIndex: -1, href: new URL(record.url, ROOT).href, className: `search-result${key ? ` book-${key.toLowerCase()}` : ""}`, "aria-selected": "false" },
      make("span", { className: "search-where" }, ...(record.id ? [make("b", {}, record.id), " "] : []), title, make("span", { className: `search-kind search-${record.kind}` }, where)));
    const answers = record.kind === "question" && record.rules.length > 0;
    if (record.text) {
      const rule = answers ? [" ", make("b", {}, `[${record.rules[0].id}]`)] : [];
      option.append(make("span", { className: `search-text${number === 0 && answers ? " search-answer" : ""}` }, ...marked(record.text, found), ...rule));
    }
    if (record.isNext) option.append(make("span", { className: "search-text" }, say("Try your own numbers.")));
    const other = otherWords(record, marks);
    if (other.length) option.append(make("span", { className: "search-also" }, ...other));
    option.addEventListener("click", (event) => follow(event, option));
    option.addEventListener("pointermove", () => choose(number, false));
    return option;
  }

  /* The way to another place on the same page must not load it anew. */
  /** @param {MouseEvent} event @param {HTMLAnchorElement} option */
  function follow(event, option) {
    const target = new URL(option.href);
    clearTimeout(noting);
    noteInAddress(list.dataset.question ?? "");  // the way back leads to it
    if (event.ctrlKey || event.metaKey || event.shiftKey || target.pathname !== location.pathname) return;
    event.preventDefault();
    dialog.close();
    location.hash = "";
    location.hash = target.hash;
  }

  /** @param {HTMLElement} place */
  const optionsOf = (place) => place.querySelectorAll("a");

  /** @param {number} number */
  function choose(number, intoView = true) {
    if (!results.length) return;
    const options = optionsOf(list);
    options[active]?.setAttribute("aria-selected", "false");
    active = (number + results.length) % results.length;
    options[active].setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", options[active].id);
    if (intoView) options[active].scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick) => make("button", { type: "button", onclick }, text);
  /** @param {string} text @param {string} path */
  const link = (text, path) => make("a", { href: new URL(EDITION ? `${EDITION}/${path}` : path, ROOT).href }, say(text));
  /** @param {Node[]} items */
  const between = (items) => items.flatMap((item, number) => (number ? [" · ", item] : [item]));

  /** @param {string} question */
  function ask(question) {
    input.value = question;
    input.focus();
    search();
  }

  const elsewhere = () => make("p", {}, say("Or look here: "), ...between([link("all questions", "questions/index.html"), link("glossary", "glossary.html"), link("errata", "errata/index.html")]));

  /** @param {string} question */
  function showHelp(question) {
    if (!question) {
      help.replaceChildren(make("p", {}, say("Ask as you would at the table, in English or Russian. For instance:")),
        make("p", { className: "search-examples" }, ...EXAMPLES.map((example) => button(example, () => ask(example)))), elsewhere());
      return;
    }
    const all = book() ? worthwhile(find(question).hits).length : 0;
    const near = finder.near(question);
    help.replaceChildren(
      make("p", {}, say(book() ? "There is nothing about “{}” in this rulebook. Other words may find it, or fewer." : "There is nothing about “{}”. Other words may find it, or fewer.", question.length > 60 ? `${question.slice(0, 60)} …` : question)),
      ...(all ? [make("p", { className: "search-examples" }, button(say("Search in all rulebooks: {}", all), () => { narrowTo(""); ask(question); }))] : []),
      ...(near.length ? [make("p", { className: "search-examples" }, say("Near to it: "), ...near.map((words) => button(words, () => ask(words))))] : []),
      elsewhere());
  }

  /** @param {Hit[]} found */
  const worthwhile = (found) => found.filter(({ score }) => score >= WORTH * (found.find((one) => one.score < Infinity)?.score ?? 0)).slice(0, found[0]?.score === Infinity ? MOST : ENOUGH);

  /* The rulebook that is being read. */
  const here = () => (readHere ??= index().pages.find(([url]) => new URL(url, ROOT).pathname === location.pathname)?.[1] ?? "");

  /* After the answer and its rule comes what works it out for one's own numbers. */
  /** @param {Hit[]} hits @returns {Hit[]} */
  function withCalculator(hits) {
    const [rule] = hits.slice(0, 3).flatMap(({ record }) => (record.kind === "rule" ? [record.id] : record.rules.map(({ id }) => id)));
    const about = (/** @type {string[]} */ clauses) => rule && clauses.some((clause) => rule.slice(0, -1) === clause || rule.startsWith(`${clause}.`));
    const row = index().pages.find(([, , , , , clauses = []]) => about(clauses));
    const record = row && finder.records.find(({ url }) => url === row[0]);
    const at = hits.findIndex((hit) => hit.record === record);
    if (!record || (at >= 0 && at < 4) || !hits[0] || hits[0].score === Infinity) return hits;
    const rest = hits.filter((hit) => hit.record !== record);
    return [...rest.slice(0, 3), { ...hits[0], record: { ...record, isNext: true } }, ...rest.slice(3)];
  }

  /* In another language what it says comes first, then what only the original says of it. */
  /** @param {string} question @param {[book?: string, here?: string]} where @returns {Found} */
  function find(question, ...where) {
    const own = finder.find(question, ...where);
    if (!original) return own;
    const known = new Set(own.hits.map(({ record }) => record.url));
    const theirs = original.find(question, ...where);
    const others = worthwhile(theirs.hits).filter(({ record }) => !known.has(`${EDITION}/${record.url}`));
    if (!own.isKnown && theirs.isKnown) return { ...theirs, hits: [...others, ...worthwhile(own.hits)] };
    return { ...own, hits: [...worthwhile(own.hits), ...others] };
  }

  /** @param {string} question @param {Found} found */
  function tell(question, { isKnown, missing }) {
    const named = results.length ? (results.length === 1 ? "{} result" : "{} results") : "No results";
    const count = say(book() ? `${named} in {}` : named, ...(results.length ? [results.length] : []), index().books[book()]);
    if (!question) return "";
    if (missing) return say("There is no {}. ", missing) + (results.length ? say("Nearest to it: {}", count.toLowerCase()) : count);
    return isKnown || !results.length ? count : say("This seems not to be in the book. Nearest to it: {}", count);
  }

  function search() {
    if (!finder) return;
    const question = input.value.trim();
    const found = find(question, book(), here());
    results = question ? withCalculator(worthwhile(found.hits)) : [];
    if (!found.isKnown && !found.missing) results = results.slice(0, FEW);
    active = -1;
    input.removeAttribute("aria-activedescendant");
    list.replaceChildren(...results.map((hit, number) => asOption(hit, number, found.marks)));
    list.hidden = !results.length;
    input.setAttribute("aria-expanded", String(results.length > 0));
    help.hidden = results.length > 0;
    if (results.length) choose(0, false);
    else showHelp(question);
    status.textContent = tell(question, found);
    list.dataset.question = question;
    list.scrollTop = 0;  // the last of all: it lays out what stands there
    clearTimeout(noting);
    noting = setTimeout(() => noteInAddress(question), NOTING);
  }

  /* The address names the search, so that it can be kept and sent to somebody. */
  /** @param {string} question */
  function noteInAddress(question) {
    const address = new URL(location.href);
    for (const [name, value] of [["q", question], ["in", question && book()]]) {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
    try {
      if (address.href !== location.href) history.replaceState(history.state, "", address);
    } catch {
      // a browser may refuse it for pages from a folder
    }
  }

  /* --- what is done --- */

  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 60);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (!finder) {
      if (event.key === "Enter") input.dataset.entered = "";
      return;
    }
    if (event.key === "ArrowDown") choose(active + 1);
    else if (event.key === "ArrowUp") choose(active - 1);
    else if (event.key === "Enter") {
      clearTimeout(waiting);
      if (list.dataset.question !== input.value.trim()) search();
      optionsOf(list)[active]?.click();
    } else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    clearTimeout(noting);
    noteInAddress("");
  });

  addBook("", say("All"));
  const ready = (async () => {
    status.textContent = say("Fetching the words of the book …");
    await Promise.all([load(EDITION ? `index-${EDITION}.js` : "index.js"), load("find.js")]);
    finder = await new globalThis.responsaFind.Finder(index()).learn();
    for (const [key, title] of Object.entries(index().books)) addBook(key, title);
    status.textContent = "";
    if (EDITION) alsoSearchOriginal().catch(() => {}); // what it alone finds comes later, or not at all
  })().catch((error) => {
    status.textContent = say("The search cannot be used: {} could not be loaded.", error.message);
  });

  async function alsoSearchOriginal() {
    await load("index.js");
    original = await new globalThis.responsaFind.Finder(globalThis.responsaIndex).learn();
    if (dialog.open && input.value) search();
  }

  /* A keyboard on the screen leaves less of it. */
  const { visualViewport } = globalThis;
  visualViewport?.addEventListener("resize", () => dialog.style.setProperty("--seen", `${visualViewport.height}px`));

  /* Open the dialog, with a question if there is one. */
  async function open(question = "", key = "") {
    if (!dialog.open) dialog.showModal();
    if (question) input.value = question;
    if (finder) input.select();
    await ready;
    if (key) narrowTo(key);
    search();
    if ("entered" in input.dataset) optionsOf(list)[active]?.click();
    delete input.dataset.entered;
  }
  return { open };
})();
