/* Python for the page: starts the worker at the first call, hands it one call after the other, and stops it. */

const SECONDS = 10;
const FETCHED = "responsa.python"; // that an earlier visit has fetched it

let worker = null;
let starting = null; // becomes true when Python is there
let current = null; // the call that is being answered
let watcher = () => {}; // is told how much has been fetched
let last = Promise.resolve();
let calls = 0;

export class Stopped extends Error {}

/* Start Python, once. */
export function start() {
  starting ??= new Promise((resolve, reject) => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    const fail = (why) => {
      end();
      reject(new Error(why));
      current?.reject(new Error(why));
    };
    worker.onerror = (event) => fail(event.message || "a part of it could not be fetched");
    worker.onmessage = ({ data }) => {
      if (data.failed) fail(data.failed);
      else if (data.ready) {
        try { localStorage.setItem(FETCHED, "yes"); } catch { /* nothing is kept, then */ }
        resolve();
      }
      else if (data.of) watcher(data.got, data.of);
      else if (data.id === current?.id) data.done ? current.resolve() : current.told(JSON.parse(data.told));
    };
  });
  return starting;
}

/* Whether an earlier visit has fetched it. */
export function isKept() {
  try { return localStorage.getItem(FETCHED) !== null; } catch { return false; }
}

/* Start it before it is asked for, if that costs no download. */
export function hint() {
  if (isKept()) start().catch(() => {});
}

function end() {
  worker?.terminate();
  worker = starting = null;
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
  try {
    await new Promise((resolve, reject) => {
      const stop = (why) => {
        end();
        start().catch(() => {}); // for the next call
        reject(new Stopped(why));
      };
      const timer = setTimeout(() => stop(`Stopped after ${SECONDS} seconds.`), SECONDS * 1000);
      const settle = (how) => (value) => { clearTimeout(timer); how(value); };
      signal?.addEventListener("abort", () => { clearTimeout(timer); stop("Stopped."); }, { once: true });
      current = { id: ++calls, told, resolve: settle(resolve), reject: settle(reject) };
      worker.postMessage({ id: current.id, kind, data: JSON.stringify(data) });
    });
  } finally {
    current = null;
  }
}

function aborted(signal) {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Stopped("Stopped.")), { once: true }));
}
