/* Where rules stand now: for old links, and for addresses that only look like one. */
import PLACES from "./places.js"; // for each page its title and the ids that stand on it

export const root = new URL("../../", import.meta.url);
const edition = globalThis.responsaEdition ? `${globalThis.responsaEdition}/` : "";

const places = new Map(Object.entries(PLACES).flatMap(([page, { ids }]) => ids.map((id) => [id, page])));
/** @param {string} id */
const addressOf = (id) => new URL(`${edition}${places.get(id)}#${id}`, root).href;
/** @param {string} id */
const titleOf = (id) => PLACES[/** @type {string} */ (places.get(id))].title;
/** @param {string} id */
const labelOf = (id) => id.replace(/^([a-z]+)-/, (_, book) => `${book.toUpperCase()} `);

/* What an address says; as it came, where that is malformed. */
/** @param {string} address */
export function decoded(address) {
  try { return decodeURIComponent(address); } catch { return address; }
}

/* Go to where a rule stands now, if it is known. */
/** @param {string} fragment */
export function follow(fragment) {
  const id = decoded(fragment).toLowerCase();
  if (places.has(id)) location.replace(addressOf(id));
}

/* What may have been meant, best first: rules with a number that stands in the address, pages with a name like its last. */
/** @param {string} address */
export function meant(address) {
  const words = decoded(address).toLowerCase();
  const found = [...rulesIn(words), ...pagesLike(words)];
  return [...new Map(found.map((each) => [each.href, each])).values()].slice(0, 6);
}

/** @param {string} words */
function rulesIn(words) {
  const [, book, number] = /(?:([a-z]{3})[^a-z0-9]*)?([a-z]?\d+(?:\.\d+)*[a-z]?)(?:\.(?:html?|md))?[^a-z0-9]*$/.exec(words) ?? [];
  if (!number) return [];
  const ids = [...places.keys()];
  const isKnown = ids.some((id) => id.startsWith(`${book}-`));
  /** @param {string} wanted */
  const named = (wanted) => ids.filter((id) => id.endsWith(`-${wanted}`) && (!isKnown || id.startsWith(book)));
  const exact = named(number);
  return (exact.length ? exact : named(number.replace(/[a-z]$/, ""))).map((id) => ({ href: addressOf(id), title: `${labelOf(id)}, on: ${titleOf(id)}` }));
}

/** @param {string} words */
function pagesLike(words) {
  const name = nameOf(words);
  if (name.length < 3) return [];
  /** @param {string} own */
  const likeness = (own) => {
    if (!own || own === name) return own ? 0 : Infinity;
    return own.includes(name) || name.includes(own) ? 1 : changes(own, name);
  };
  return Object.keys(PLACES)
    .map((page) => ({ page, far: likeness(nameOf(page)) }))
    .filter(({ far }) => far <= Math.min(3, name.length / 3))
    .sort((a, b) => a.far - b.far)
    .map(({ page }) => ({ href: new URL(page, root).href, title: PLACES[page].title }));
}

/* The last part of an address that says something. */
/** @param {string} address */
function nameOf(address) {
  const parts = address.split(/[?#]/)[0].split("/").map((part) => part.replace(/\.(?:html?|md)$/, "")).filter((part) => part && part !== "index");
  return (parts.at(-1) ?? "").replace(/[\s_]+/g, "-");
}

/* How many letters must be changed, put in or left out. */
/** @param {string} a @param {string} b */
function changes(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}
