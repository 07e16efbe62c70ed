/* Keeps the whole book, in the languages in which it is read, so that it can be read without a network.
   It lies beside the pages as offline.js, with two lists that say what there is: each path and the hash of its content.
   Another content is another list, and so another worker: it fetches what has changed, then takes over. */
"use strict";

/** @type {Record<string, string>} */
const BOOK = {}; // kept as soon as the worker is installed
/** @type {Record<string, string>} */
const REST = {}; // kept once it was asked for
/** @type {string[]} */
const LANGUAGES = []; // the folders of the editions in other languages
const FILES = { ...BOOK, ...REST };

const AT_ONCE = 4; // so that a reader who goes on reading does not wait
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const root = worker.registration.scope;
const CACHE = `responsa-book ${new URL(root).pathname}`; // another book of this host has its own
/** @param {string} path */
const key = (path) => `${root}${path}?${FILES[path]}`;

/* The edition that a file is of: a folder of LANGUAGES, "original", or none if every reader wants it. */
/** @param {string} path */
function editionOf(path) {
  const folder = LANGUAGES.find((language) => path.split(/[/.-]/).includes(language));
  return folder ?? (path.endsWith(".html") && path !== "404.html" ? "original" : "");
}

/** @type {Set<string>} */
const read = new Set(); // the editions that somebody reads

async function noteWhatIsRead() {
  const open = await worker.clients.matchAll({ includeUncontrolled: true, type: "window" });
  const paths = open.filter(({ url }) => url.startsWith(root)).map(({ url }) => url.slice(root.length));
  for (const path of paths) read.add(LANGUAGES.find((language) => path.startsWith(`${language}/`)) ?? "original");
  if (!read.size) read.add("original");
}

async function keepBook() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const known = new Set([...kept].map((url) => url.split("?")[0]));
  const isWanted = (/** @type {string} */ path) => path in BOOK && (editionOf(path) === "" || read.has(editionOf(path)));
  const missing = Object.keys(FILES).filter((path) => (isWanted(path) || known.has(root + path)) && !kept.has(key(path)));
  const helper = async () => { for (let path = missing.shift(); path; path = missing.shift()) await bring(path, cache); };
  await Promise.all(Array.from({ length: AT_ONCE }, helper));
}

/** @param {string} path @param {Cache} cache */
async function bring(path, cache) {
  let file = await ask(root + path, "no-cache");
  if (file.hash !== FILES[path]) file = await ask(key(path), "reload"); // something on the way still has the edition before
  if (file.hash !== FILES[path]) throw new Error(`${path} did not come as it was published`);
  await cache.put(key(path), file.response.clone());
  return file.response;
}

/** @param {string} address @param {RequestCache} cache */
async function ask(address, cache) {
  const answer = await fetch(address, { cache });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // they tell how it was sent
  const body = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const hash = [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { hash, response: new Response(body, { headers }) };
}

async function forgetOthers() {
  const cache = await caches.open(CACHE);
  const current = new Set(Object.keys(FILES).map(key));
  for (const { url } of await cache.keys()) if (!current.has(url)) await cache.delete(url);
}

/** @param {string} path @param {Request} request */
async function answer(path, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(key(path))) ?? bring(path, cache).catch(() => fetch(request));
}

/* Without a network, what is not in the book is answered as a host would: by the page that helps on. */
async function missing() {
  const page = await caches.match(key("404.html"));
  return page ? new Response(page.body, { status: 404, headers: page.headers }) : Response.error();
}

worker.addEventListener("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(noteWhatIsRead().then(keepBook));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(root)) return;
  const asked = request.url.slice(root.length).split(/[?#]/)[0];
  const path = [asked, `${asked}index.html`, `${asked}.html`].find((name) => Object.hasOwn(FILES, name));
  if (path && request.mode === "navigate" && !read.has(editionOf(path)) && editionOf(path)) {
    read.add(editionOf(path));
    event.waitUntil(keepBook().catch(() => {})); // there is no network, then
  }
  if (path) event.respondWith(answer(path, request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(missing));
});
