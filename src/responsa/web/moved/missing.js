/* On the page for addresses that lead nowhere: what was asked, and what may have been meant. */
import { decoded, meant, root } from "./find.js";

const asked = location.href.startsWith(root.href) ? location.href.slice(root.href.length) : location.pathname + location.hash;
const place = /** @type {HTMLElement} */ (document.querySelector(".missing"));
/** @type {(name: string, properties: Record<string, unknown>, ...inside: (Node | string)[]) => HTMLElement} */
const element = (name, properties, ...inside) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
};

const words = decoded(asked);
place.append(element("p", {}, "You asked for ", element("code", {}, words), "."));

const found = meant(asked);
if (found.length) {
  place.append(element("p", {}, "You may have meant:"));
  place.append(element("ul", {}, ...found.map(({ href, title }) => element("li", {}, element("a", { href }, title)))));
}
if (!navigator.onLine) place.append(element("p", {}, "There is no network now; all pages of the book itself are here."));

const question = words.split(/[?#]/)[0].split("/").slice(-1)[0].replace(/\.(?:html?|md)$/, "").replace(/[-_]+/g, " ").trim();
if (question) {
  const href = new URL(`index.html?q=${encodeURIComponent(question)}`, root);
  place.append(element("p", {}, element("a", { href }, `Search for “${question}”`), "."));
}
