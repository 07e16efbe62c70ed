/* A calculator: collects what stands in the form, has Python answer it, and puts the answer or the faults in.
   It knows nothing of the games. Python is fetched on the first "Work it out"; from then on each change is answered. */
import { button, Download, make, pageAddress, sayBadLink, shareLink, unpack } from "./parts.js";
import { call, hint, isKept, Stopped } from "./python.js";

const PAUSE = 200; // milliseconds after the last change
const LONG = 500; // milliseconds that are worth a button to stop
const LINK = "#s=";
const LONGEST_ANSWER = 300; // letters of an answer that a link carries

export function dress(frame) {
  if (!frame.calculator) frame.calculator = new Calculator(frame);
}

class Calculator {
  constructor(frame) {
    this.frame = frame;
    this.form = frame.querySelector("form");
    this.answer = frame.querySelector(".calc-answer");
    this.old = frame.querySelector(".calc-old");
    this.result = frame.querySelector(".calc-result");
    this.printed = this.result.innerHTML;
    for (const rows of this.form.querySelectorAll("[data-rows]")) this.dressRows(rows);
    for (const field of this.form.querySelectorAll("[data-least]")) dressNumber(field);
    this.first = this.answered = JSON.stringify(this.texts);
    this.addBar();
    this.form.addEventListener("submit", (event) => this.asked(event));
    this.form.addEventListener("input", () => this.changed());
    this.form.addEventListener("focusin", hint, { once: true });
    frame.querySelector(".calc-given").hidden = true;
    this.form.hidden = false;
    this.openLink();
    addEventListener("hashchange", () => this.openLink());
  }

  addBar() {
    this.buttons = {
      ask: make("button", { type: "submit", className: "run-button calc-ask", textContent: responsaSay("Work it out") }),
      stop: button(responsaSay("Stop"), responsaSay("Stop working it out"), () => this.stopper?.abort()),
      link: button(responsaSay("Copy link"), responsaSay("Copy a link to this situation; it opens the form and works nothing out"), () => this.share()),
      reset: button(responsaSay("Reset"), responsaSay("Back to the situation that the book prints"), () => this.reset()),
    };
    this.status = make("span", { className: "calc-status" });
    this.status.setAttribute("role", "status");
    this.download = new Download();
    const { bar, megabytes } = this.download;
    this.form.append(make("div", { className: "calc-bar" }, ...Object.values(this.buttons), bar, megabytes, this.status));
    this.working(false);
  }

  /* --- what stands in the form --- */

  get texts() {
    const texts = {};
    for (const control of this.form.querySelectorAll("[name]")) {
      if (!control.name.includes(".")) texts[control.name] = textOf(control);
    }
    for (const list of this.form.querySelectorAll("[data-list]")) {
      texts[list.dataset.list] = [...list.querySelectorAll(":checked")].map(({ value }) => value);
    }
    for (const rows of this.form.querySelectorAll("[data-rows]")) {
      texts[rows.dataset.rows] = [...rows.querySelectorAll(".calc-row")].map((row) => textsOfRow(row));
    }
    return texts;
  }

  set texts(texts) {
    for (const control of this.form.querySelectorAll("[name]")) {
      if (!control.name.includes(".")) enter(control, texts[control.name]);
    }
    for (const list of this.form.querySelectorAll("[data-list]")) {
      for (const box of list.querySelectorAll("input")) box.checked = texts[list.dataset.list].includes(box.value);
    }
    for (const rows of this.form.querySelectorAll("[data-rows]")) {
      rows.querySelector(".calc-items").replaceChildren();
      for (const given of texts[rows.dataset.rows]) {
        const row = this.addRow(rows);
        for (const control of row.querySelectorAll("[name]")) enter(control, given[lastOf(control.name)]);
      }
    }
  }

  /* Whether texts, from wherever they come, are such as this form could hold. */
  fits(texts) {
    if (!isPlain(texts)) return false;
    const mine = this.texts;
    if (Object.keys(mine).some((name) => !Object.hasOwn(texts, name))) return false;
    return Object.entries(texts).every(([name, text]) => {
      if (!Object.hasOwn(mine, name)) return false;
      if (!Array.isArray(mine[name])) return holds(this.form.elements[name], text);
      if (!Array.isArray(text)) return false;
      const list = this.form.querySelector(`[data-list="${name}"]`);
      if (list) return text.every((each) => [...list.querySelectorAll("input")].some((box) => box.value === each));
      const rows = this.form.querySelector(`[data-rows="${name}"]`);
      return text.length <= Number(rows.dataset.most) && text.every((row) => fitsRow(rows, row));
    });
  }

  /* --- rows --- */

  dressRows(rows) {
    for (const row of rows.querySelectorAll(".calc-row")) this.dressRow(rows, row);
    const more = button(responsaSay("Add a {}", rows.dataset.one), "", () => {
      this.addRow(rows).querySelector("[name]").focus();
      this.changed();
    });
    more.classList.add("calc-more");
    rows.querySelector(".calc-items").after(more);
    this.countRows(rows);
  }

  dressRow(rows, row) {
    const away = button("×", "", () => {
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      this.countRows(rows);
      (next?.querySelector(".calc-away") ?? rows.querySelector(".calc-more")).focus();
      this.changed();
    });
    away.classList.add("calc-away");
    row.append(away);
  }

  addRow(rows) {
    const row = rows.querySelector("template").content.firstElementChild.cloneNode(true);
    for (const field of row.querySelectorAll("[data-least]")) dressNumber(field);
    this.dressRow(rows, row);
    rows.querySelector(".calc-items").append(row);
    this.countRows(rows);
    return row;
  }

  /* Give each row its number, in all names that carry it. */
  countRows(rows) {
    const { rows: name, one, most } = rows.dataset;
    const all = [...rows.querySelectorAll(".calc-row")];
    all.forEach((row, number) => {
      row.setAttribute("aria-label", `${one} ${number + 1}`);
      row.querySelector(".calc-away").setAttribute("aria-label", responsaSay("Remove {} {}", one, number + 1));
      for (const element of row.querySelectorAll("*")) {
        for (const { name: attribute, value } of [...element.attributes]) {
          if (!["id", "name", "for", "data-at", "aria-describedby"].includes(attribute)) continue;
          element.setAttribute(attribute, value.replaceAll(new RegExp(`\\b${name}\\.(#|\\d+)\\.`, "g"), `${name}.${number}.`));
        }
      }
    });
    rows.querySelector(".calc-more").hidden = all.length >= Number(most);
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
        await call("calculator", { calculator: this.frame.dataset.calculator, texts, ways: JSON.parse(this.frame.dataset.ways) }, {
          signal: stopper.signal,
          progress: (got, of) => this.download.show(got, of),
          begun: () => this.download.hide(),
          told: (reply) => { if (!this.isForgotten) this.show(reply, JSON.stringify(texts)); },
        });
      }
    } catch (error) {
      this.say(error instanceof Stopped ? error.message : responsaSay("Python did not answer: {}. Press “Work it out” to try again.", error.message));
      if (!(error instanceof Stopped)) this.hasAnswered = undefined;
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

  working(yes) {
    clearTimeout(this.late);
    this.buttons.stop.hidden = true;
    if (yes) this.late = setTimeout(() => { this.buttons.stop.hidden = false; }, LONG);
    this.buttons.ask.hidden = this.hasAnswered === true;
    if (!yes) this.download.hide();
    this.answer.setAttribute("aria-busy", String(yes));
  }

  /* --- showing --- */

  say(words) {
    this.status.textContent = words;
  }

  show({ html, headline, faults = [] }, texts) {
    this.hasAnswered = true;
    this.clearFaults();
    if (html) {
      this.headline = headline;
      this.result.innerHTML = html; // of our own making, see answers.py: what was entered is text in it
      this.answered = texts;
      this.say(headline);
    } else {
      for (const { at, html: words } of faults) this.showFault(at, words);
      this.say(responsaSay("This situation has no answer: see what is marked."));
    }
    this.markOld(JSON.stringify(this.texts) !== this.answered);
  }

  showFault(at, html) {
    const places = at.split(".").map((_, end, parts) => parts.slice(0, parts.length - end).join("."));
    const line = [...places, ""].map((place) => this.form.querySelector(`[data-at="${place}"]`)).find(Boolean);
    line.innerHTML = html;
    line.hidden = false;
    line.closest(".calc-field")?.classList.add("calc-wrong");
    this.form.elements[at]?.setAttribute?.("aria-invalid", "true");
  }

  clearFaults() {
    for (const line of this.form.querySelectorAll(".calc-fault")) line.replaceChildren();
    this.form.querySelector(".calc-fault[data-at='']").hidden = true;
    for (const field of this.form.querySelectorAll(".calc-wrong")) field.classList.remove("calc-wrong");
    for (const control of this.form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  }

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
    this.hasAnswered = undefined;
    this.working(false);
    if (JSON.stringify(this.texts) !== this.first) this.showCarried(words);
    this.answer.scrollIntoView({ block: "nearest" });
    this.say(responsaSay("This situation came with the link. Press “Work it out” for the answer to it."));
  }

  /* The answer that a link says, as mere text: what the book prints belongs to another situation. */
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

function textOf(control) {
  return control.type === "checkbox" ? (control.checked ? control.value : "") : control.value;
}

function enter(control, text) {
  if (control.type === "checkbox") control.checked = text !== "";
  else control.value = text;
}

function lastOf(name) {
  return name.slice(name.lastIndexOf(".") + 1);
}

function textsOfRow(row) {
  return Object.fromEntries([...row.querySelectorAll("[name]")].map((control) => [lastOf(control.name), textOf(control)]));
}

function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/* Whether a control could hold a text. */
function holds(control, text) {
  if (typeof text !== "string") return false;
  if (control.type === "checkbox") return text === "" || text === control.value;
  if (control.tagName === "SELECT") return [...control.options].some(({ value }) => value === text);
  return text.length <= control.maxLength;
}

function fitsRow(rows, row) {
  const controls = [...rows.querySelector("template").content.querySelectorAll("[name]")];
  const known = new Map(controls.map((control) => [lastOf(control.name), control]));
  return isPlain(row) && Object.keys(row).length === known.size
    && Object.entries(row).every(([name, text]) => known.has(name) && holds(known.get(name), text));
}

/* A number can be counted up and down, with buttons and with the arrow keys. */
function dressNumber(field) {
  const { least, most } = field.dataset;
  const step = (by) => {
    const now = /^\d+$/.test(field.value.trim()) ? Number(field.value) + by : Number(least);
    field.value = Math.min(Number(most), Math.max(Number(least), now));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  field.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) {
      event.preventDefault();
      step(by);
    }
  });
  const counters = [["−", -1], ["+", 1]].map(([sign, by]) => {
    const counter = make("button", { type: "button", className: "calc-step", textContent: sign, tabIndex: -1 });
    counter.setAttribute("aria-hidden", "true"); // the arrow keys do the same
    counter.addEventListener("click", () => step(by));
    return counter;
  });
  field.before(counters[0]);
  field.after(counters[1]);
}
