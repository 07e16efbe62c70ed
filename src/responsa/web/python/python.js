/* Python for the page: starts the worker at the first call, hands it one call after the other, and stops it. */
import { button, sayBadLink } from "./parts.js";

const SECONDS = 10;
const LONGER = 3; // seconds after which Python itself has ended edited code, where it can
const FETCHED = "responsa.python"; // that an earlier visit has fetched it
/* In WebKit, to end a worker does not end a loop of WebAssembly; there, Python is waited for. */
const ENDS_LOOPS = !navigator.vendor.startsWith("Apple");

/** @type {Worker | null} */
let worker = null;
/** @type {Promise<void> | null} */
let starting = null; // that Python is there
let settled = Promise.resolve(); // that Python keeps nothing any more and may be ended
let settle = () => {};
/** @type {Call | null} */
let current = null; // the call that is being answered
/** @type {Watcher} */
let watcher = () => {}; // is told how much has been fetched
let last = Promise.resolve();
let calls = 0;

/** @typedef {(got: number, of: number) => void} Watcher */
/** @typedef {{ told: (part: any) => void, signal?: AbortSignal, progress?: Watcher, begun?: () => void }} How */
/** @typedef {{ id: number, told: (part: any) => void, resolve: () => void, reject: (why: Error) => void }} Call */

export class Stopped extends Error {}

/* Start Python, once. */
export function start() {
  if (starting) return starting;
  const mine = withResolvers();
  starting = mine.promise;
  starting.catch(() => {});
  startAnew(mine, starting);
  return starting;
}

/** @param {PromiseWithResolvers<void>} mine @param {Promise<void>} begun */
async function startAnew(mine, begun) {
  try {
    const [manifest] = await Promise.all(["manifest.json", "worker.js"].map(globalThis.responsaProve));
    if (starting !== begun) throw new Stopped("Stopped.");
    listen(new Worker(new URL("worker.js", import.meta.url), { type: "module" }), JSON.parse(new TextDecoder().decode(manifest)), mine);
  } catch (error) {
    if (starting === begun) starting = null;
    mine.reject(error);
  }
}

/* What older browsers lack.
   @returns {PromiseWithResolvers<void>} */
function withResolvers() {
  const made = /** @type {PromiseWithResolvers<void>} */ ({});
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/** @param {Worker} made @param {unknown} manifest @param {PromiseWithResolvers<void>} begun */
function listen(made, manifest, { resolve, reject }) {
  worker = made;
  settled = new Promise((resolve) => { settle = resolve; });
  /** @param {string} why */
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
    else if (current && data.id === current.id) data.done ? current.resolve() : current.told(JSON.parse(data.told));
  };
}

/* Whether an earlier visit has fetched it. */
export function isKept() {
  try { return localStorage.getItem(FETCHED) !== null; } catch { return false; }
}

/* Fetch all that it consists of, so that it is kept. */
/** @param {Watcher} progress */
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

/* A page that is left keeps no Python: on a phone its memory is wanted by the next page. */
addEventListener("pagehide", () => {
  if (!worker) return;
  const left = current;
  end();
  left?.reject(new Stopped("Stopped."));
});

/* Python that is not wanted any more goes on until it notices, or for good; the page says so, then. */
/** @param {Worker} old */
function waitFor(old) {
  const late = setTimeout(() => {
    const reload = button(responsaSay("Reload"), responsaSay("Load this page again, which ends it"), () => location.reload());
    sayBadLink(responsaSay("The code that was stopped goes on in the background: this browser cannot end it. "), reload);
  }, (SECONDS + 2 * LONGER) * 1000);
  const ended = () => {
    clearTimeout(late);
    old.terminate();
  };
  old.onerror = ended;
  old.onmessage = ({ data }) => {
    if (!data.told && !data.got) ended();
  };
}

/* Ask Python; `told` gets each part of the answer. Resolves when all of it is there.
   `signal` stops it; `progress(got, of)` follows the download; `begun()` says that Python is there. */
/** @param {string} kind @param {Record<string, unknown>} data @param {How} how @returns {Promise<void>} */
export function call(kind, data, how) {
  const answered = last.then(() => ask(kind, data, how));
  last = answered.catch(() => {});
  return answered;
}

/** @param {string} kind @param {Record<string, unknown>} data @param {How} how @returns {Promise<void>} */
async function ask(kind, data, { told, signal, progress = () => {}, begun = () => {} }) {
  signal?.throwIfAborted();
  watcher = progress;
  await Promise.race([start(), aborted(signal)]);
  begun();
  const request = { ...data, seconds: SECONDS + LONGER };
  try {
    await /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
      /** @param {string} why */
      const stop = (why) => {
        end();
        start().catch(() => {}); // for the next call
        reject(new Stopped(why));
      };
      const timer = setTimeout(() => stop(responsaSay("Stopped after {} seconds.", SECONDS)), SECONDS * 1000);
      /** @template Value @param {(value: Value) => void} how */
      const ended = (how) => (/** @type {Value} */ value) => { clearTimeout(timer); how(value); };
      signal?.addEventListener("abort", () => { clearTimeout(timer); stop("Stopped."); }, { once: true });
      current = { id: ++calls, told, resolve: ended(resolve), reject: ended(reject) };
      worker?.postMessage({ id: calls, kind, data: JSON.stringify(request) });
    }));
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
  /** @type {Promise<void>} */
  const mine = settled.then(() => {
    used?.terminate();
    if (starting === mine) starting = null;
    return start();
  });
  starting = mine;
  mine.catch(() => {});
}

/** @param {AbortSignal | undefined} signal @returns {Promise<never>} */
function aborted(signal) {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Stopped("Stopped.")), { once: true }));
}
