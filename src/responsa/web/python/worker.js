/* Python, in a worker: it sees neither the page nor, once it has started, anything else of the browser.

   In:  {id, kind, data}
   Out: {got, of} while it is fetched, {ready: true}, {id, told} for each part of an answer, {id, done: true},
        {failed} when it cannot start. */
import { loadPyodide } from "./pyodide.mjs";

const here = new URL(".", location).href;
const say = self.postMessage.bind(self);
const fetchAnew = self.fetch.bind(self);
const CACHE = "responsa-python";

const manifest = await (await fetchAnew(`${here}manifest.json`, { cache: "no-cache" })).json();
const of = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
let got = 0;

/* A file that is kept from an earlier visit, or fetched, counted and kept. Its hash makes it new when it has changed. */
async function bring(name, cache) {
  const { bytes, hash } = manifest.files[name];
  const address = `${here}${name}?${hash}`;
  const kept = await cache?.match(address);
  if (kept) {
    got += bytes;
    return kept;
  }
  const response = await fetchAnew(address);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  cache?.put(address, response.clone()).catch(() => {}); // a full disk is no reason not to run
  const count = new TransformStream({
    transform(chunk, control) {
      say({ got: (got += chunk.byteLength), of });
      control.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: { "Content-Type": response.headers.get("Content-Type") } });
}

/* Python as it is once it has started, kept for the next visit: to start from there takes a tenth of the time.
   It fits only the very files that it was made from. */
const STARTED = `${here}started?${Object.values(manifest.files).map(({ hash }) => hash).join("-")}`;
const { CompressionStream, DecompressionStream } = self;

async function startedBefore(cache) {
  const kept = await cache?.match(STARTED);
  if (!kept) return undefined;
  return new Uint8Array(await new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

function keepStarted(memory, cache) {
  const small = new Blob([memory]).stream().pipeThrough(new CompressionStream("gzip"));
  return cache.put(STARTED, new Response(small));
}

async function forgetOthers(cache) {
  const current = new Set(Object.entries(manifest.files).map(([name, { hash }]) => `${here}${name}?${hash}`));
  current.add(STARTED);
  for (const request of (await cache?.keys()) ?? []) if (!current.has(request.url)) await cache.delete(request);
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
  self.Function = Object.assign(() => { throw new EvalError("text is no code here"); }, { prototype }); // for instanceof
}

async function start(cache) {
  const files = new Map(Object.keys(manifest.files).map((name) => [name, bring(name, cache)]));
  const library = files.get("responsa.zip").then((response) => response.arrayBuffer());
  self.fetch = (url) => files.get(new URL(url).pathname.split("/").pop()) ?? Promise.reject(new Error(`${url} is not ours`));
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
  if (!memory) {
    session.remember();
    if (cache) keepStarted(python.makeMemorySnapshot(), cache).catch(() => {}); // a comfort, and full disks exist
  }
  await forgetOthers(cache);
  for (const name of ["js", "pyodide_js"]) python.unregisterJsModule(name);
  python.runPython("import sys; [sys.modules.pop(name) for name in [*sys.modules] if name.startswith('pyodide_js')]");
  shutDoors();
  return session;
}

let session;
self.addEventListener("message", ({ data: { id, kind, data } }) => {
  try {
    session.answer(kind, data, (told) => say({ id, told }));
    say({ id, done: true });
    session.tidy();
  } catch (error) {
    say({ failed: String(error?.message ?? error) });
  }
});

const kept = await self.caches?.open(CACHE).catch(() => null); // there is none without https
try {
  session = await start(kept);
  say({ ready: true });
} catch (error) {
  await kept?.delete(STARTED).catch(() => {}); // whatever was wrong with it, the next click starts from nothing
  say({ failed: String(error?.message ?? error) });
}
