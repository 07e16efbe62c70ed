/* What the editor of an example and a calculator share: elements, the progress of a download, links that carry data. */

const LONGEST_LINK = 30_000;
const MEGA = 1e6;

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Record<string, unknown>} [properties] @param {...(Node | string)} children */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** @param {string} text @param {string} title @param {() => void} action */
export function button(text, title, action) {
  const element = make("button", { type: "button", className: "run-button", textContent: text, title });
  element.addEventListener("click", action);
  return element;
}

/* Styles that only this feature needs, from beside the scripts. Resolves when they are there, or cannot be had. */
/** @param {string} name @returns {Promise<unknown>} */
export function loadStyles(name) {
  return new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}

/* How much of Python has been fetched. */
export class Download {
  constructor() {
    this.bar = make("progress", { hidden: true });
    this.bar.setAttribute("aria-label", "Python");
    this.megabytes = make("span", { className: "run-megabytes" });
  }

  /** @param {number} got @param {number} of */
  show(got, of) {
    this.bar.hidden = got >= of;
    this.bar.max = of;
    this.bar.value = got;
    this.megabytes.textContent = got < of ? `${(got / MEGA).toFixed(1)} of ${(of / MEGA).toFixed(1)} MB` : "";
  }

  hide() {
    this.bar.hidden = true;
    this.megabytes.textContent = "";
  }
}

/* Data as letters that a link may carry, and back; null if it is damaged or too long. */
/** @param {unknown} data */
export function pack(data) {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
export function unpack(text) {
  try {
    if (text.length > LONGEST_LINK) return null;
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

export function pageAddress() {
  return location.href.split("#")[0];
}

/* Put data into the address and the clipboard; says where it is now. */
/** @param {string} name @param {unknown} data */
export async function shareLink(name, data) {
  const address = `${pageAddress()}#${name}=${pack(data)}`;
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    return responsaSay("The link is copied.");
  } catch {
    return responsaSay("The link is in the address bar.");
  }
}

/* Say below the title that a link was no good, or whatever else must be seen. */
/** @param {...(Node | string)} words */
export function sayBadLink(...words) {
  document.querySelector(".run-bad")?.remove();
  const line = make("p", { className: "run-bad" }, ...words);
  line.setAttribute("role", "status");
  document.querySelector("h1")?.after(line);
}
