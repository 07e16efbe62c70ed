/* Python, in a worker: it sees neither the page nor, once it has started, anything else of the browser.

   In:  {manifest}, the first of all; {id, kind, data}
   Out: {listens: true}, {got, of} while it is fetched, {ready: true}, {settled: true} when nothing is kept any more, {id, told} for each part of an answer, {id, done: true},
        {failed} when it cannot start. */

/** @typedef {{ hash: string, bytes: number }} Told */
/** @typedef {{ lock: unknown, files: Record<string, Told>, modules: Record<string, Told> }} Manifest see runtime.py */
/** @typedef {{ answer(kind: string, data: string, tell: (told: string) => void): void }} Session see session.py */

const here = new URL(".", location.href).href;
const say = /** @type {(words: unknown) => void} */ (self.postMessage.bind(self));
const fetchAnew = self.fetch.bind(self);
const { subtle } = self.crypto;
const CACHE = `responsa-python ${new URL("../../", here).pathname}`; // another book of this host has its own
const STALLED = 15_000; // milliseconds without a byte, after which a download is given up
/** @type {Record<string, string>} */
const TYPES = { wasm: "application/wasm", zip: "application/zip", mjs: "text/javascript" };

/** @type {Manifest} */
const manifest = await new Promise((resolve) => {
  self.addEventListener("message", (event) => resolve(/** @type {MessageEvent} */ (event).data.manifest), { once: true });
  say({ listens: true }); // WebKit drops what comes before
});
const of = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
/** @type {Record<string, number>} */
const got = {};

/* The bytes of a file: kept from an earlier visit, or fetched, counted, looked at and kept. Its hash makes it new when
   it has changed; bytes that do not fit their hash are neither kept nor run. */
/** @param {string} name @param {Cache | null} cache @returns {Promise<ArrayBuffer>} */
async function bring(name, cache) {
  const { hash } = manifest.files[name] ?? manifest.modules[name];
  const address = `${here}${name}${name in manifest.files ? `?${hash}` : ""}`;
  const kept = await cache?.match(address).then((response) => response?.arrayBuffer()).catch(() => undefined);
  if (kept && await fits(kept, hash)) {
    count(name, kept.byteLength);
    return kept;
  }
  for (const how of /** @type {const} */ (["default", "reload"])) {
    const body = await download(name, address, how).catch((error) => {
      if (how === "reload" || error.isStalled) throw error;
    });
    if (!body || !(await fits(body, hash))) continue;
    if (name in manifest.files) cache?.put(address, new Response(body, typed(name))).catch(() => {}); // disks may be full
    return body;
  }
  throw new Error(`${name} did not come as it was published`);
}

/** @param {ArrayBuffer} body @param {string} hash */
async function fits(body, hash) {
  if (!subtle) return true; // there is none without https, and nothing is kept then
  const digest = new Uint8Array(await subtle.digest("SHA-256", body));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}

/** @param {string} name */
function typed(name) {
  return { headers: { "Content-Type": TYPES[name.split(".").slice(-1)[0]] } };
}

/** @param {string} name @param {number} bytes */
function count(name, bytes) {
  if (!(name in manifest.files)) return;
  got[name] = bytes;
  say({ got: Object.values(got).reduce((sum, each) => sum + each, 0), of });
}

/** @param {string} name @param {string} address @param {RequestCache} cache */
async function download(name, address, cache) {
  const stop = new AbortController();
  const stalled = Object.assign(new Error(`the download of ${name} stands still`), { isStalled: true });
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(stalled), STALLED);
  };
  try {
    wait();
    const response = await fetchAnew(address, { cache, signal: stop.signal });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    const parts = [];
    let bytes = 0;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      wait();
      parts.push(part.value);
      count(name, (bytes += part.value.byteLength));
    }
    return await new Blob(parts).arrayBuffer();
  } catch (error) {
    throw stop.signal.aborted ? stalled : error;
  } finally {
    clearTimeout(timer);
  }
}

/* Python as it is once it has started, kept for the next visit: to start from there takes a tenth of the time.
   It fits only the very files that it was made from. */
const STARTED = `${here}started?${Object.values(manifest.files).map(({ hash }) => hash).join("-")}`;
const { CompressionStream, DecompressionStream } = self;

/** @param {Cache | null} cache */
async function startedBefore(cache) {
  const kept = await cache?.match(STARTED);
  if (!kept?.body) return undefined;
  const memory = new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const late = new Promise((_, reject) => setTimeout(reject, STALLED, new Error("it was not kept whole")));
  return new Uint8Array(await Promise.race([memory, late]));
}

/** @param {Uint8Array<ArrayBuffer>} memory @param {Cache} cache */
function keepStarted(memory, cache) {
  const small = new Blob([memory]).stream().pipeThrough(new CompressionStream("gzip"));
  return cache.put(STARTED, new Response(small));
}

/** @param {Cache | null} cache */
async function forgetOthers(cache) {
  const current = new Set(Object.entries(manifest.files).map(([name, { hash }]) => `${here}${name}?${hash}`));
  current.add(STARTED);
  if (!cache) return;
  for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
}

/* What is left of the worker's own world when foreign code comes in: the language, and what Python itself stands on. */
const LANGUAGE = `Object Function Array Number Boolean String Symbol BigInt Date RegExp Math JSON Reflect Proxy Promise
  Map Set WeakMap WeakSet WeakRef FinalizationRegistry Error AggregateError EvalError RangeError ReferenceError
  SuppressedError SyntaxError TypeError URIError ArrayBuffer DataView Atomics Iterator Intl WebAssembly
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array
  Float16Array Float32Array Float64Array NaN Infinity undefined globalThis isNaN isFinite parseInt parseFloat
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape`;
const STANDS_ON = "self console crypto performance TextDecoder TextEncoder queueMicrotask constructor";

function shutDoors() {
  const stays = new Set(`${LANGUAGE} ${STANDS_ON}`.split(/\s+/));
  for (let world = self; world && world !== Object.prototype; world = Object.getPrototypeOf(world)) {
    for (const name of Reflect.ownKeys(world)) {
      if (typeof name === "string" && !stays.has(name)) Reflect.deleteProperty(world, name);
    }
  }
  // Text must not become code: that is where a foreign import() would come from.
  for (const made of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    Reflect.deleteProperty(Object.getPrototypeOf(made), "constructor");
  }
  const { prototype } = Function;
  const shut = Object.assign(() => { throw new EvalError("text is no code here"); }, { prototype }); // for instanceof
  Object.assign(self, { Function: shut });
}

/** @param {Cache | null} cache */
async function start(cache) {
  const files = new Map(Object.keys(manifest.files).map((name) => [name, bring(name, cache)]));
  const modules = Object.keys(manifest.modules).map((name) => bring(name, null));
  const library = files.get("responsa.zip");
  self.fetch = async (asked) => {
    const [name] = new URL(String(asked)).pathname.split("/").slice(-1);
    const body = await files.get(name);
    if (!body) throw new Error(`${asked} is not ours`);
    return new Response(body, typed(name));
  };
  await Promise.all([...files.values(), ...modules]);
  const { loadPyodide } = await import("./pyodide.mjs");
  const memory = await startedBefore(cache).catch(() => undefined);
  const python = await loadPyodide({
    indexURL: here,
    packageBaseUrl: here,
    lockFileContents: { info: manifest.lock, packages: {} },
    stdin: () => null,
    env: { PYTHONHASHSEED: "0" },
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  python.unpackArchive(await library, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  const session = python.pyimport("responsa.desk.session");
  if (!memory && cache) keeping = keepStarted(python.makeMemorySnapshot(), cache).catch(() => {}); // disks may be full
  await forgetOthers(cache);
  for (const name of ["js", "pyodide_js"]) python.unregisterJsModule(name);
  python.runPython("import sys; [sys.modules.pop(name) for name in [*sys.modules] if name.startswith('pyodide_js')]");
  shutDoors();
  return session;
}

/** @param {any} error */
function wordsOf(error) {
  return String(error?.message ?? error);
}

/** @type {Session} */
let session;
/** @type {Promise<void>} */
let keeping = Promise.resolve(); // that a started Python is being kept, which must not be broken off
self.addEventListener("message", (event) => {
  const { id, kind, data } = /** @type {MessageEvent} */ (event).data;
  if (!kind) return;
  try {
    session.answer(kind, data, (told) => say({ id, told }));
    say({ id, done: true });
  } catch (error) {
    say({ failed: wordsOf(error) });
  }
});

const kept = await self.caches?.open(CACHE).catch(() => null); // there is none without https
try {
  session = await start(kept);
  say({ ready: true });
  await keeping;
  say({ settled: true });
} catch (error) {
  await kept?.delete(STARTED).catch(() => {}); // whatever was wrong with it, the next click starts from nothing
  say({ failed: wordsOf(error) });
}
