/* An example that can be edited and run: its steps become fields, its answers stand where the printed ones stand. */
import { button, Download, loadStyles, make, pageAddress, sayBadLink, shareLink, unpack } from "./parts.js";
import { call, hint, Stopped } from "./python.js";

export { hint };

/** @typedef {{ code: string, printed: string }} Step */
/** @typedef {{ output: string, error: string, line: number | null, same: boolean }} Result what a step gave, see session.py */

const styles = loadStyles("run.css");

/* The steps of a session: code without prompts, and the answer that is printed below it. A script is a single step. */
/** @param {HTMLElement} block @returns {Step[]} */
export function stepsOf(block) {
  const text = block.querySelector("code")?.textContent ?? "";
  if (!isConsole(block)) return [{ code: text.trimEnd(), printed: "" }];
  /** @type {Step[]} */
  const steps = [];
  let continues = false;
  for (const line of text.trimEnd().split("\n")) {
    const [prompt, sign, code = ""] = /^(>>>|\.\.\.)(?: (.*))?$/.exec(line) ?? [];
    continues = prompt !== undefined && (sign === ">>>" || continues);
    const step = steps.at(-1);
    if (!continues) (step ?? steps[steps.push({ code: "", printed: "" }) - 1]).printed += `${line}\n`;
    else if (step && !step.printed) step.code += `\n${code}`;
    else steps.push({ code, printed: "" });
  }
  return steps.map(({ code, printed }) => ({ code: code.trimEnd(), printed }));
}

/** @param {HTMLElement} block */
function isConsole(block) {
  return block.matches(".language-pycon, .language-pycon *");
}

/** @type {WeakMap<HTMLElement, Editor>} */
const editors = new WeakMap();

/* The editor of an example; opened if it is not. */
/** @param {HTMLElement} block @param {number} number */
export function open(block, number) {
  const editor = editors.get(block) ?? new Editor(block, number);
  editors.set(block, editor);
  return editor;
}

/* Open an example with the code that a link carries. It never runs by itself. */
/** @param {string} hash @param {HTMLElement[]} blocks */
export function openLink(hash, blocks) {
  const shared = readLink(hash);
  const block = shared && blocks[shared.example];
  if (!block || stepsOf(block).length !== shared.code.length) {
    sayBadLink(responsaSay("The link that led here carries code that is damaged, too long, or for an example that has changed."));
    return;
  }
  const editor = open(block, shared.example);
  shared.code.forEach((code, at) => editor.fill(at, code));
  editor.say(responsaSay("This code came with the link and may differ from the book. Read it, then run it."));
  styles.then(() => editor.frame.scrollIntoView({ block: "nearest" })); // where it stands is known only then
}

/** @param {string} hash @returns {{ example: number, code: string[] } | null} */
function readLink(hash) {
  const data = unpack(hash);
  if (!Array.isArray(data)) return null;
  const [example, ...code] = data;
  return Number.isInteger(example) && code.every((text) => typeof text === "string") ? { example, code } : null;
}

class Editor {
  /** @param {HTMLElement} block @param {number} number */
  constructor(block, number) {
    this.block = block;
    /** @type {AbortController | null} */
    this.stopper = null;
    this.number = number;
    this.steps = stepsOf(block);
    const parts = this.steps.length;
    this.fields = this.steps.map((_, at) => {
      const field = make("textarea", { className: "run-code", spellcheck: false, wrap: "off", autocapitalize: "off" });
      field.setAttribute("aria-label", parts > 1 ? responsaSay("Code, part {} of {}", at + 1, parts) : responsaSay("Code"));
      field.addEventListener("input", () => this.changed(field));
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
      });
      return field;
    });
    this.outputs = this.steps.map((_, at) => {
      const output = make("div", { className: "run-output" });
      output.setAttribute("role", "group");
      output.setAttribute("aria-label", parts > 1 ? responsaSay("Answer, part {} of {}", at + 1, parts) : responsaSay("Answer"));
      return output;
    });
    this.buttons = {
      run: button(responsaSay("Run"), responsaSay("Run the code (Ctrl+Enter)"), () => this.run()),
      stop: button(responsaSay("Stop"), responsaSay("Stop the code"), () => this.stopper?.abort()),
      reset: button(responsaSay("Reset"), responsaSay("Back to what the book prints"), () => this.close()),
      link: button(responsaSay("Copy link"), responsaSay("Copy a link to this code; it opens the code and does not run it"), () => this.share()),
    };
    this.status = make("span", { className: "run-status", role: "status" });
    this.download = new Download();
    const { bar: progress, megabytes } = this.download;
    const bar = make("div", { className: "run-bar" }, ...Object.values(this.buttons), progress, megabytes, this.status);
    const pairs = this.fields.flatMap((field, at) => [field, this.outputs[at]]);
    this.frame = make("div", { className: "run" }, ...pairs, bar);
    this.frame.setAttribute("role", "group");
    this.frame.setAttribute("aria-label", responsaSay("Example {}, to edit and run", number + 1));
    this.steps.forEach(({ code }, at) => this.fill(at, code));
    this.show(this.steps.map(({ printed }) => printed));
    this.running(false);
    this.frame.tabIndex = -1;
    const hadFocus = block.contains(document.activeElement); // the button that was pressed goes away
    block.hidden = true;
    block.after(this.frame);
    if (hadFocus) this.frame.focus({ preventScroll: true });
    const fold = block.closest("details");
    if (fold?.matches(".computed")) fold.open = true;
  }

  /** @param {number} at @param {string} code */
  fill(at, code) {
    this.fields[at].value = code;
    this.changed(this.fields[at]);
  }

  /** @param {HTMLTextAreaElement} field */
  changed(field) {
    field.rows = field.value.split("\n").length;
  }

  get code() {
    return this.fields.map((field) => field.value);
  }

  /** @param {string} words */
  say(words) {
    this.status.textContent = words;
  }

  /* Show the printed answers, which stand until there are others. */
  /** @param {string[]} printed */
  show(printed) {
    printed.forEach((text, at) => {
      this.outputs[at].replaceChildren(...(text ? [make("pre", { textContent: text.trimEnd() })] : []));
    });
  }

  /** @param {boolean} yes */
  running(yes) {
    this.buttons.stop.hidden = !yes;
    this.buttons.run.disabled = yes;
    if (!yes) this.download.hide();
    this.frame.setAttribute("aria-busy", String(yes));
  }

  async run() {
    if (this.stopper) return;
    const stopper = (this.stopper = new AbortController());
    const { code } = this;
    const edited = code.some((text, at) => text !== this.steps[at].code);
    /** @type {Result[]} */
    const results = [];
    this.running(true);
    this.say(responsaSay("Python is starting."));
    try {
      await call(
        "example",
        { steps: code.map((text, at) => ({ code: text, printed: this.steps[at].printed })), console: isConsole(this.block), edited },
        {
          signal: stopper.signal,
          progress: (got, of) => this.download.show(got, of),
          begun: () => this.begin(),
          told: (step) => this.tell(results.push(step) - 1, step),
        },
      );
      if (this.stopper === stopper) this.conclude(results);
    } catch (error) {
      if (this.stopper === stopper) this.say(error instanceof Stopped ? error.message : responsaSay("Python did not answer: {}. Press “Run” to try again.", /** @type {Error} */ (error).message));
    } finally {
      if (this.stopper === stopper) {
        this.stopper = null;
        this.running(false);
      }
    }
  }

  begin() {
    this.download.hide();
    this.say(responsaSay("Running."));
    this.show(this.steps.map(() => ""));
  }

  /* What a step gave, and whether that is what the book prints. */
  /** @param {number} at @param {Result} result */
  tell(at, { output, error, line, same }) {
    const parts = [];
    if (output) parts.push(make("pre", { textContent: output.trimEnd() }));
    if (error) parts.push(make("pre", { className: "run-error", textContent: line ? `${error} (line ${line})` : error }));
    const { printed } = this.steps[at];
    if (!same && printed) {
      parts.push(make("p", { className: "run-differs", textContent: "≠ The book prints:" }));
      parts.push(make("pre", { className: "run-printed", textContent: printed.trimEnd() }));
    }
    this.outputs[at].replaceChildren(...parts);
  }

  /** @param {Result[]} results */
  conclude(results) {
    const stopped = results.length < this.steps.length || results.some(({ error, same }) => error && !same);
    const prints = this.steps.some(({ printed }) => printed);
    const same = results.every((result) => result.same) && !stopped;
    this.frame.classList.toggle("run-same", same);
    this.frame.classList.toggle("run-other", !same);
    if (stopped) this.say(responsaSay("✗ It ended in an error."));
    else if (prints) this.say(same ? responsaSay("✓ The same as printed.") : responsaSay("≠ Not the same as printed."));
    else this.say(isConsole(this.block) || results.some(({ output }) => output) ? responsaSay("✓ Done.") : responsaSay("✓ Done: everything that it asserts holds."));
  }

  async share() {
    this.say(await shareLink("run", [this.number, ...this.code]));
  }

  /* Back to the page as it was. */
  close() {
    this.stopper?.abort();
    this.stopper = null;
    if (location.hash.startsWith("#run=")) history.replaceState(null, "", pageAddress());
    this.frame.remove();
    this.block.hidden = false;
    editors.delete(this.block);
    const tools = this.block.closest("details.computed")?.previousElementSibling;
    (tools ?? this.block).querySelector(".run-button")?.focus();
  }
}
