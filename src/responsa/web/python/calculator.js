/* A calculator: collects what stands in the form, has Python answer it, and puts the answer or the faults in.
   It knows nothing of the games. Python is fetched on the first "Work it out"; from then on each change is answered. */
import { button, Download, make, pageAddress, sayBadLink, shareLink, unpack } from "./parts.js";
import { call, hint, isKept, Stopped } from "./python.js";

const PAUSE = 200; // milliseconds after the last change
const LONG = 500; // milliseconds that are worth a button to stop
const LINK = "#s=";
const LONGEST_ANSWER = 300; // letters of an answer that a link carries

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */
/** @typedef {Record<string, any>} Texts what is entered: a text, some texts, or rows of texts for each name */
/** @typedef {{ html?: string, headline?: string, faults?: { at: string, html: string }[] }} Reply see session.py */

/** @param {HTMLElement & { calculator?: Calculator }} frame */
export function dress(frame) {
  if (!frame.calculator) frame.calculator = new Calculator(frame);
}

class Calculator {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.form = /** @type {HTMLFormElement} */ (frame.querySelector("form"));
    this.answer = part(frame, ".calc-answer");
    this.old = part(frame, ".calc-old");
    this.result = part(frame, ".calc-result");
    this.printed = this.result.innerHTML;
    for (const rows of this.form.querySelectorAll("[data-rows]")) this.dressRows(rows);
    for (const field of numbersOf(this.form)) dressNumber(field);
    /** @type {AbortController | null} */
    this.stopper = null;
    /** @type {Promise<void> | null} */
    this.running = null;
    /** @type {string | undefined} what the answer that is shown says in a line */
    this.headline = undefined;
    /** @type {string | undefined} the texts to which the answer belongs */
    this.answered = undefined;
    this.hasAnswered = false;
    this.first = this.answered = JSON.stringify(this.texts);
    this.buttons = {
      ask: make("button", { type: "submit", className: "run-button calc-ask", textContent: responsaSay("Work it out") }),
      stop: button(responsaSay("Stop"), responsaSay("Stop working it out"), () => this.stopper?.abort()),
      link: button(responsaSay("Copy link"), responsaSay("Copy a link to this situation; it opens the form and works nothing out"), () => this.share()),
      reset: button(responsaSay("Reset"), responsaSay("Back to the situation that the book prints"), () => this.reset()),
    };
    this.status = make("span", { className: "calc-status" });
    this.download = new Download();
    this.addBar();
    this.form.addEventListener("submit", (event) => this.asked(event));
    this.form.addEventListener("input", () => this.changed());
    this.form.addEventListener("focusin", hint, { once: true });
    part(frame, ".calc-given").hidden = true;
    this.form.hidden = false;
    this.openLink();
    addEventListener("hashchange", () => this.openLink());
  }

  addBar() {
    this.status.setAttribute("role", "status");
    const { bar, megabytes } = this.download;
    this.form.append(make("div", { className: "calc-bar" }, ...Object.values(this.buttons), bar, megabytes, this.status));
    this.working(false);
  }

  /* --- what stands in the form --- */

  /** @returns {Texts} */
  get texts() {
    /** @type {Texts} */
    const texts = {};
    for (const control of controlsOf(this.form)) {
      if (!control.name.includes(".")) texts[control.name] = textOf(control);
    }
    for (const list of this.form.querySelectorAll("[data-list]")) {
      texts[nameOf(list)] = [...list.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
    }
    for (const rows of this.form.querySelectorAll("[data-rows]")) {
      texts[nameOf(rows)] = [...rows.querySelectorAll(".calc-row")].map((row) => textsOfRow(row));
    }
    return texts;
  }

  /** @param {Texts} texts */
  set texts(texts) {
    for (const control of controlsOf(this.form)) {
      if (!control.name.includes(".")) enter(control, texts[control.name]);
    }
    for (const list of this.form.querySelectorAll("[data-list]")) {
      for (const box of list.querySelectorAll("input")) box.checked = texts[nameOf(list)].includes(box.value);
    }
    for (const rows of this.form.querySelectorAll("[data-rows]")) {
      part(rows, ".calc-items").replaceChildren();
      for (const given of texts[nameOf(rows)]) {
        const row = this.addRow(rows);
        for (const control of controlsOf(row)) enter(control, given[lastOf(control.name)]);
      }
    }
  }

  /* Whether texts, from wherever they come, are such as this form could hold. */
  /** @param {any} texts */
  fits(texts) {
    if (!isPlain(texts)) return false;
    const mine = this.texts;
    if (Object.keys(mine).some((name) => !Object.hasOwn(texts, name))) return false;
    return Object.entries(texts).every(([name, text]) => {
      if (!Object.hasOwn(mine, name)) return false;
      if (!Array.isArray(mine[name])) return holds(/** @type {Control} */ (this.form.elements.namedItem(name)), text);
      if (!Array.isArray(text)) return false;
      const list = this.form.querySelector(`[data-list="${name}"]`);
      if (list) return text.every((each) => [...list.querySelectorAll("input")].some((box) => box.value === each));
      const rows = part(this.form, `[data-rows="${name}"]`);
      return text.length <= Number(rows.dataset.most) && text.every((row) => fitsRow(rows, row));
    });
  }

  /* --- rows --- */

  /** @param {HTMLElement} rows */
  dressRows(rows) {
    for (const row of rows.querySelectorAll(".calc-row")) this.dressRow(rows, row);
    const more = button(responsaSay("Add a {}", rows.dataset.one), "", () => {
      controlsOf(this.addRow(rows))[0].focus();
      this.changed();
    });
    more.classList.add("calc-more");
    part(rows, ".calc-items").after(more);
    this.countRows(rows);
  }

  /** @param {HTMLElement} rows @param {HTMLElement} row */
  dressRow(rows, row) {
    const away = button("×", "", () => {
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      this.countRows(rows);
      (next?.querySelector(".calc-away") ?? part(rows, ".calc-more")).focus();
      this.changed();
    });
    away.classList.add("calc-away");
    row.append(away);
  }

  /** @param {HTMLElement} rows */
  addRow(rows) {
    const row = /** @type {HTMLElement} */ (patternOf(rows).firstElementChild?.cloneNode(true));
    for (const field of numbersOf(row)) dressNumber(field);
    this.dressRow(rows, row);
    part(rows, ".calc-items").append(row);
    this.countRows(rows);
    return row;
  }

  /* Give each row its number, in all names that carry it. */
  /** @param {HTMLElement} rows */
  countRows(rows) {
    const { rows: name, one, most } = rows.dataset;
    const all = [...rows.querySelectorAll(".calc-row")];
    all.forEach((row, number) => {
      row.setAttribute("aria-label", `${one} ${number + 1}`);
      part(row, ".calc-away").setAttribute("aria-label", responsaSay("Remove {} {}", one, number + 1));
      for (const element of row.querySelectorAll("*")) {
        for (const { name: attribute, value } of [...element.attributes]) {
          if (!["id", "name", "for", "data-at", "aria-describedby"].includes(attribute)) continue;
          element.setAttribute(attribute, value.replaceAll(new RegExp(`\\b${name}\\.(#|\\d+)\\.`, "g"), `${name}.${number}.`));
        }
      }
    });
    part(rows, ".calc-more").hidden = all.length >= Number(most);
  }

  /* --- asking --- */

  get isLive() {
    return this.hasAnswered || isKept();
  }

  changed() {
    const isNew = JSON.stringify(this.texts) !== this.answered;
    this.markOld(isNew);
    clearTimeout(this.timer);
    if (this.isLive || this.running) this.timer = setTimeout(() => this.work(), PAUSE);
    else this.say(isNew ? responsaSay("Press “Work it out” for the answer to this.") : "");
  }

  /** @param {SubmitEvent} event */
  async asked(event) {
    event.preventDefault();
    clearTimeout(this.timer);
    await this.work();
    const wrong = this.form.querySelector("[aria-invalid=true], .calc-wrong [name]");
    if (wrong) wrong.focus();
    else this.result.firstElementChild?.scrollIntoView({ block: "nearest" }); // below the form, on a phone
  }

  /* Answer what stands in the form; if it changes meanwhile, answer that as well. */
  async work() {
    this.isStale = true;
    this.running ??= this.workOn().finally(() => { this.running = null; });
    await this.running;
  }

  async workOn() {
    const stopper = (this.stopper = new AbortController());
    this.working(true);
    if (!this.hasAnswered) this.say(responsaSay("Python is starting."));
    try {
      while (this.isStale) {
        this.isStale = this.isForgotten = false;
        const { texts } = this;
        const { calculator, ways, language } = this.frame.dataset;
        await call("calculator", { calculator, texts, ways: JSON.parse(ways ?? ""), language }, {
          signal: stopper.signal,
          progress: (got, of) => this.download.show(got, of),
          begun: () => this.download.hide(),
          told: (/** @type {Reply} */ reply) => { if (!this.isForgotten) this.show(reply, JSON.stringify(texts)); },
        });
      }
    } catch (error) {
      this.say(error instanceof Stopped ? error.message : responsaSay("Python did not answer: {}. Press “Work it out” to try again.", /** @type {Error} */ (error).message));
      if (!(error instanceof Stopped)) this.hasAnswered = false;
    } finally {
      this.stopper = null;
      this.working(false);
    }
  }

  /* What is being worked out is no longer wanted. */
  forget() {
    clearTimeout(this.timer);
    this.isStale = false;
    this.isForgotten = true;
  }

  /** @param {boolean} yes */
  working(yes) {
    clearTimeout(this.late);
    this.buttons.stop.hidden = true;
    if (yes) this.late = setTimeout(() => { this.buttons.stop.hidden = false; }, LONG);
    this.buttons.ask.hidden = this.hasAnswered;
    if (!yes) this.download.hide();
    this.answer.setAttribute("aria-busy", String(yes));
  }

  /* --- showing --- */

  /** @param {string} words */
  say(words) {
    this.status.textContent = words;
  }

  /** @param {Reply} reply @param {string} texts */
  show({ html, headline, faults = [] }, texts) {
    this.hasAnswered = true;
    this.clearFaults();
    if (html) {
      this.headline = headline;
      this.result.innerHTML = html; // of our own making, see answers.py: what was entered is text in it
      this.answered = texts;
      this.say(headline ?? "");
    } else {
      for (const { at, html: words } of faults) this.showFault(at, words);
      this.say(responsaSay("This situation has no answer: see what is marked."));
    }
    this.markOld(JSON.stringify(this.texts) !== this.answered);
  }

  /** @param {string} at @param {string} html */
  showFault(at, html) {
    const places = at.split(".").map((_, end, parts) => parts.slice(0, parts.length - end).join("."));
    const line = part(this.form, [...places, ""].map((place) => `[data-at="${place}"]`).find((place) => this.form.querySelector(place)) ?? "");
    line.innerHTML = html;
    line.hidden = false;
    line.closest(".calc-field")?.classList.add("calc-wrong");
    const control = this.form.elements.namedItem(at);
    if (control instanceof Element) control.setAttribute("aria-invalid", "true");
  }

  clearFaults() {
    for (const line of this.form.querySelectorAll(".calc-fault")) line.replaceChildren();
    part(this.form, ".calc-fault[data-at='']").hidden = true;
    for (const field of this.form.querySelectorAll(".calc-wrong")) field.classList.remove("calc-wrong");
    for (const control of this.form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  }

  /** @param {boolean} yes */
  markOld(yes) {
    this.answer.classList.toggle("is-old", yes);
    this.old.hidden = !yes;
    this.old.textContent = yes ? responsaSay("This answer belongs to the situation before.") : "";
  }

  /* --- links --- */

  async share() {
    const isAnswered = this.headline && JSON.stringify(this.texts) === this.answered;
    const words = await shareLink(LINK.slice(1, -1), isAnswered ? [this.texts, this.headline] : this.texts);
    this.say(isAnswered ? `${this.headline}. ${words}` : words);
  }

  /* Fill in what a link carries. It works nothing out: that is for the reader to ask. */
  openLink() {
    if (!location.hash.startsWith(LINK)) return;
    const carried = unpack(location.hash.slice(LINK.length));
    const [texts, words] = Array.isArray(carried) ? carried : [carried, ""];
    if (!this.fits(texts) || typeof words !== "string" || words.length > LONGEST_ANSWER) {
      sayBadLink(responsaSay("The link that led here carries a situation that is damaged, too long, or for a form that has changed."));
      return;
    }
    this.forget();
    this.texts = texts;
    this.clearFaults();
    this.markOld(JSON.stringify(this.texts) !== this.answered);
    this.hasAnswered = false;
    this.working(false);
    if (JSON.stringify(this.texts) !== this.first) this.showCarried(words);
    this.answer.scrollIntoView({ block: "nearest" });
    this.say(responsaSay("This situation came with the link. Press “Work it out” for the answer to it."));
  }

  /* The answer that a link says, as mere text: what the book prints belongs to another situation. */
  /** @param {string} words */
  showCarried(words) {
    const said = words ? responsaSay("The link says: “{}”. It has not been worked out here.", words) : responsaSay("Not worked out yet.");
    this.result.replaceChildren(make("p", { className: "calc-carried", textContent: said }));
    this.answered = this.headline = undefined;
    this.markOld(false);
  }

  reset() {
    this.forget();
    this.texts = JSON.parse(this.first);
    this.clearFaults();
    this.result.innerHTML = this.printed;
    this.answered = this.first;
    this.markOld(false);
    this.say("");
    if (location.hash.startsWith(LINK)) history.replaceState(null, "", pageAddress());
  }
}

/* A part that the page certainly has: the builder of the form has put it there. */
/** @param {ParentNode} place @param {string} selector */
function part(place, selector) {
  return /** @type {HTMLElement} */ (place.querySelector(selector));
}

/** @param {ParentNode} place @returns {Control[]} */
function controlsOf(place) {
  return /** @type {any[]} */ ([...place.querySelectorAll("[name]")]);
}

/** @param {ParentNode} place */
function numbersOf(place) {
  return [...place.querySelectorAll("input")].filter((field) => "least" in field.dataset);
}

/* What a list or rows are called. */
/** @param {HTMLElement} place */
function nameOf(place) {
  return place.dataset.list ?? place.dataset.rows ?? "";
}

/* A row as it is before anything is entered. */
/** @param {HTMLElement} rows */
function patternOf(rows) {
  return /** @type {HTMLTemplateElement} */ (rows.querySelector("template")).content;
}

/** @param {Control} control @returns {control is HTMLInputElement & { type: "checkbox" }} */
function isBox(control) {
  return control.type === "checkbox";
}

/** @param {Control} control */
function textOf(control) {
  return isBox(control) ? (control.checked ? control.value : "") : control.value;
}

/** @param {Control} control @param {string} text */
function enter(control, text) {
  if (isBox(control)) control.checked = text !== "";
  else control.value = text;
}

/** @param {string} name */
function lastOf(name) {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** @param {HTMLElement} row */
function textsOfRow(row) {
  return Object.fromEntries(controlsOf(row).map((control) => [lastOf(control.name), textOf(control)]));
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/* Whether a control could hold a text. */
/** @param {Control} control @param {unknown} text */
function holds(control, text) {
  if (typeof text !== "string") return false;
  if (isBox(control)) return text === "" || text === control.value;
  if (control instanceof HTMLSelectElement) return [...control.options].some(({ value }) => value === text);
  return text.length <= control.maxLength;
}

/** @param {HTMLElement} rows @param {unknown} row */
function fitsRow(rows, row) {
  const known = new Map(controlsOf(patternOf(rows)).map((control) => [lastOf(control.name), control]));
  return isPlain(row) && Object.keys(row).length === known.size
    && Object.entries(row).every(([name, text]) => {
      const control = known.get(name);
      return control !== undefined && holds(control, text);
    });
}

/* A number can be counted up and down, with buttons and with the arrow keys. */
/** @param {HTMLInputElement} field */
function dressNumber(field) {
  const { least, most } = field.dataset;
  /** @param {number} by */
  const step = (by) => {
    const now = /^\d+$/.test(field.value.trim()) ? Number(field.value) + by : Number(least);
    field.value = String(Math.min(Number(most), Math.max(Number(least), now)));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  field.addEventListener("keydown", (event) => {
    const by = new Map([["ArrowUp", 1], ["ArrowDown", -1]]).get(event.key);
    if (by) {
      event.preventDefault();
      step(by);
    }
  });
  const counters = /** @type {[string, number][]} */ ([["−", -1], ["+", 1]]).map(([sign, by]) => {
    const counter = make("button", { type: "button", className: "calc-step", textContent: sign, tabIndex: -1 });
    counter.setAttribute("aria-hidden", "true"); // the arrow keys do the same
    counter.addEventListener("click", () => step(by));
    return counter;
  });
  field.before(counters[0]);
  field.after(counters[1]);
}
