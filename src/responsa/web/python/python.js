/* Python for the page: starts the worker at the first call, hands it one call after the other, and stops it. */
import { button, sayBadLink } from "./parts.js";

const SECONDS = 10;
const LONGER = 3; // seconds after which Python itself has ended edited code, where it can
const FETCHED = "responsa.python"; // that an earlier visit has fetched it
/* In WebKit, to end a worker does not end a loop of WebAssembly; there, Python is waited for. */
const ENDS_LOOPS = !navigator.vendor.startsWith("Apple");

let worker = null;
let starting = null; // a promise: that Python is there
let settled = Promise.resolve(); // that Python keeps nothing any more and may be ended
let settle = () => {};
let current = null; // the call that is being answered
let watcher = () => {}; // is told how much has been fetched
let last = Promise.resolve();
let calls = 0;

export class Stopped extends Error {}

/* Start Python, once. */
export function start() {
  if (!starting) startAnew();
  return starting;
}

async function startAnew() {
  const mine = withResolvers();
  const begun = (starting = mine.promise);
  begun.catch(() => {});
  try {
    const [manifest] = await Promise.all(["manifest.json", "worker.js"].map(globalThis.responsaProve));
    if (starting !== begun) throw new Stopped("Stopped.");
    listen(new Worker(new URL("worker.js", import.meta.url), { type: "module" }), JSON.parse(new TextDecoder().decode(manifest)), mine);
  } catch (error) {
    if (starting === begun) starting = null;
    mine.reject(error);
  }
}

function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

function listen(made, manifest, { resolve, reject }) {
  worker = made;
  settled = new Promise((resolve) => { settle = resolve; });
  const fail = (why) => {
    settle();
    made.terminate();
    worker = starting = null;
    reject(new Error(why));
    current?.reject(new Error(why));
  };
  made.onerror = (event) => fail(event.message || "a part of it could not be fetched");
  made.onmessage = ({ data }) => {
    if (data.failed) fail(data.failed);
    else if (data.listens) made.postMessage({ manifest });
    else if (data.ready) {
      try { localStorage.setItem(FETCHED, "yes"); } catch { /* nothing is kept, then */ }
      resolve();
    }
    else if (data.settled) settle();
    else if (data.of) watcher(data.got, data.of);
    else if (data.id === current?.id) data.done ? current.resolve() : current.told(JSON.parse(data.told));
  };
}

/* Whether an earlier visit has fetched it. */
export function isKept() {
  try { return localStorage.getItem(FETCHED) !== null; } catch { return false; }
}

/* Fetch all that it consists of, so that it is kept. */
export async function fetchAll(progress) {
  watcher = progress;
  await start();
}

/* Start it before it is asked for, if that costs no download. */
export function hint() {
  if (isKept()) start().catch(() => {});
}

function end() {
  if (worker && current && !ENDS_LOOPS) waitFor(worker);
  else worker?.terminate();
  settle();
  worker = starting = null;
}

/* Python that is not wanted any more goes on until it notices, or for good; the page says so, then. */
function waitFor(old) {
  const late = setTimeout(() => {
    const reload = button(responsaSay("Reload"), responsaSay("Load this page again, which ends it"), () => location.reload());
    sayBadLink(responsaSay("The code that was stopped goes on in the background: this browser cannot end it. "), reload);
  }, (SECONDS + 2 * LONGER) * 1000);
  old.onerror = old.onmessage = ({ data }) => {
    if (data?.told || data?.got) return;
    clearTimeout(late);
    old.terminate();
  };
}

/* Ask Python; `told` gets each part of the answer. Resolves when all of it is there.
   `signal` stops it; `progress(got, of)` follows the download; `begun()` says that Python is there. */
export function call(kind, data, { told, signal, progress = () => {}, begun = () => {} }) {
  const answered = last.then(() => ask(kind, data, { told, signal, progress, begun }));
  last = answered.catch(() => {});
  return answered;
}

async function ask(kind, data, { told, signal, progress, begun }) {
  signal?.throwIfAborted();
  watcher = progress;
  await Promise.race([start(), aborted(signal)]);
  begun();
  const request = { ...data, seconds: SECONDS + LONGER };
  try {
    await new Promise((resolve, reject) => {
      const stop = (why) => {
        end();
        start().catch(() => {}); // for the next call
        reject(new Stopped(why));
      };
      const timer = setTimeout(() => stop(responsaSay("Stopped after {} seconds.", SECONDS)), SECONDS * 1000);
      const ended = (how) => (value) => { clearTimeout(timer); how(value); };
      signal?.addEventListener("abort", () => { clearTimeout(timer); stop("Stopped."); }, { once: true });
      current = { id: ++calls, told, resolve: ended(resolve), reject: ended(reject) };
      worker.postMessage({ id: current.id, kind, data: JSON.stringify(request) });
    });
    current = null;
    if (data.edited) renew();
  } finally {
    current = null;
  }
}

/* After edited code nobody knows what Python is like: the next example gets another. */
function renew() {
  const used = worker;
  worker = null;
  const mine = (starting = settled.then(() => {
    used.terminate();
    if (starting === mine) starting = null;
    return start();
  }));
  mine.catch(() => {});
}

function aborted(signal) {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Stopped("Stopped.")), { once: true }));
}
