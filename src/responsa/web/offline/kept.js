/* What of the book lies on this device: shows it, fetches the rest on a click, and forgets it on another. */
import { button, Download, loadStyles, make } from "../python/parts.js";
import { fetchAll } from "../python/python.js";

const ROOT = new URL("../../", import.meta.url);
const CACHES = { [`responsa-book ${ROOT.pathname}`]: responsaSay("the pages"), [`responsa-python ${ROOT.pathname}`]: "Python" };
const PARTS = ["../python/pyodide.mjs", "../python/pyodide.asm.mjs"]; // the worker keeps them when they are asked for
const place = /** @type {HTMLElement} */ (document.querySelector(".kept"));

const line = make("p", { role: "status" });
const download = new Download();
const keep = button(responsaSay("Keep everything on this device"), responsaSay("Fetch the pages and Python, 14 MB, so that all of it works without a network"), keepAll);
const forget = button(responsaSay("Forget it"), responsaSay("Take everything off this device that the book has put there"), forgetAll);

/** @param {string} name */
async function sizeOf(name) {
  if (!(await caches.has(name))) return 0;
  const cache = await caches.open(name);
  const sizes = (await cache.keys()).map(async (key) => (await (await cache.match(key))?.blob())?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function show() {
  const sizes = await Promise.all(Object.entries(CACHES).map(async ([name, words]) => ({ words, size: await sizeOf(name) })));
  const kept = sizes.filter(({ size }) => size).map(({ words, size }) => `${words} (${(size / 1e6).toFixed(1)} MB)`);
  line.textContent = kept.length ? responsaSay("On this device: {}.", kept.join(", ")) : responsaSay("Nothing of the book is kept on this device.");
  forget.hidden = !kept.length;
}

async function keepAll() {
  keep.disabled = true;
  line.textContent = responsaSay("The pages are fetched.");
  try {
    await navigator.serviceWorker.register(new URL("offline.js", ROOT), { scope: ROOT.pathname });
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    }
    line.textContent = responsaSay("Python is fetched.");
    await Promise.all(PARTS.map(async (part) => (await fetch(new URL(part, import.meta.url))).arrayBuffer()));
    await fetchAll((got, of) => download.show(got, of));
    await show();
  } catch (error) {
    line.textContent = responsaSay("Not everything could be kept: {}.", /** @type {Error} */ (error).message);
  } finally {
    keep.disabled = false;
    download.hide();
  }
}

async function forgetAll() {
  await (await navigator.serviceWorker.getRegistration(ROOT))?.unregister();
  for (const name of Object.keys(CACHES)) await caches.delete(name);
  try { localStorage.removeItem("responsa.python"); } catch { /* then it was not there */ }
  await show();
}

if ("serviceWorker" in navigator && "caches" in globalThis) {
  loadStyles("run.css");
  const { bar, megabytes } = download;
  place.replaceChildren(line, make("p", { className: "run-bar" }, keep, forget, bar, megabytes));
  place.hidden = false;
  show().catch(() => { place.hidden = true; });
}
