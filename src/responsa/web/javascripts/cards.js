/* Cards: what a reference points to, shown beside it without leaving the page. Nothing is fetched before the first is
   asked for. A mouse rests on a reference, the keyboard moves to it, a finger taps it (a second tap follows it); Escape
   puts the card away, and it stays while the pointer is on it. */
"use strict";

{
  const STYLES = new URL("../cards/", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const FOLDER = globalThis.responsaEdition ? new URL(`${globalThis.responsaEdition}/`, STYLES) : STYLES;
  const TARGET = /#(?:(?<book>[a-z]{2,8})-(?=[a-z]?\d|[ivxl]+(?:[.-]\d|$))|(?<term>term)-)(?<key>[^#]+)$/;
  const REST = 120; // milliseconds that a mouse rests before a card is shown
  const WAY = 250; // and those that it has to reach the card

  const loaded = new Map();

  /** @template {HTMLLinkElement | HTMLScriptElement} Part @param {string} url @param {(href: string) => Part} make @returns {Promise<void>} */
  function once(url, make) {
    if (!loaded.has(url)) {
      loaded.set(url, new Promise((done, failed) => {
            const element = make(new URL(url, FOLDER).href);
        element.onload = done;
        element.onerror = () => { loaded.delete(url); element.remove(); failed(new Error(url)); };
        document.head.append(element);
      }));
    }
    return loaded.get(url);
  }

  const loadStyle = () => once(new URL("cards.css", STYLES).href, (href) => Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  /** @param {string} file */
  const loadCards = (file) => once(`${file}.js`, (src) => Object.assign(document.createElement("script"), { src }));

  /* The file and the key of what a link points to; nothing for links that have no card. */
  /** @param {HTMLElement | null} link */
  function targetOf(link) {
    if (!link?.closest(".md-content") || link.matches(".rule-label, .headerlink")) return null;
    const found = TARGET.exec(link.getAttribute("href") ?? "")?.groups;
    return found ? { file: found.book ?? found.term, key: found.key } : null;
  }

  /** @param {Event} event */
  const linkAt = (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    return targetOf(link) ? link : null;
  };

  /* The card of a link, or nothing: an id that was removed has none, and a network may be gone. */
  /** @param {HTMLElement} link */
  async function contentOf(link) {
    const target = targetOf(link);
    if (!target) return null;
    const { file, key } = target;
    try {
      await Promise.all([loadCards(file), loadStyle()]);
    } catch {
      return null;
    }
    const { title, cards, numbers } = globalThis.responsaCards[file];
    const card = cards[decodeURIComponent(key)];
    if (!card) return null;
    if (file === "term") return { file, name: card[0], title, text: card.slice(1) };
    const id = file.toUpperCase() + (/^e\d+$/.test(key) ? `-${key.toUpperCase()}` : ` ${numbers?.[key] ?? `${key[0].toUpperCase()}${key.slice(1)}`}`);
    return { file, name: id, title: [card[0], title].filter(Boolean).join(" · "), text: card.slice(1) };
  }

  /** @type {(name: string, text: string) => HTMLElement} */
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

  const card = Object.assign(document.createElement("div"), { id: "card", hidden: true });
  card.setAttribute("role", "tooltip");

  /** @type {HTMLElement | null} */
  let current = null; // the link whose card is shown, or is about to be
  let timer = 0;

  function hide() {
    clearTimeout(timer);
    card.hidden = true;
    current?.removeAttribute("aria-describedby");
    current = null;
  }

  /** @param {HTMLElement} link */
  async function show(link, isSpoken = false) {
    clearTimeout(timer);
    if (link === current && !card.hidden) return;
    hide();
    current = link;
    const content = await contentOf(link);
    if (link !== current) return;
    if (!content) { current = null; return; }
    const head = element("p", "");
    head.append(element("strong", content.name), " ", element("span", content.title));
    card.className = `card ${content.file === "term" ? "" : `book-${content.file}`}`;
    card.setAttribute("aria-live", isSpoken ? "polite" : "off");
    card.replaceChildren(head, ...content.text.filter(Boolean).map((text) => element("p", text)));
    card.hidden = false;
    link.setAttribute("aria-describedby", card.id);
    place(link);
  }

  /* Below the link, or above it where there is no room; never beyond the edge of the window. */
  /** @param {HTMLElement} link */
  function place(link) {
    const { top, bottom, left } = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const isBelow = bottom + card.offsetHeight + 12 <= clientHeight || top < card.offsetHeight + 60;
    const y = isBelow ? bottom + 4 : top - card.offsetHeight - 4;
    card.style.top = `${y + scrollY}px`;
    card.style.left = `${Math.max(8, Math.min(left, clientWidth - card.offsetWidth - 8)) + scrollX}px`;
  }

  const hasFocus = () => current?.matches(":focus-visible") ?? false;
  /** @param {Event} event */
  const isOnCard = (event) => card.contains(/** @type {Node} */ (event.target));

  /* A mouse, on its way. */
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkAt(event);
    clearTimeout(timer);
    if (link) {
      contentOf(link); // fetched while the mouse comes to rest
      timer = setTimeout(show, REST, link);
    } else if (!isOnCard(event) && !hasFocus()) {
      timer = setTimeout(hide, WAY);
    }
  });

  /* The keyboard. */
  document.addEventListener("focusin", (event) => {
    const link = linkAt(event);
    if (link?.matches(":focus-visible")) show(link);
  });
  document.addEventListener("focusout", () => { if (current && !card.matches(":hover")) hide(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });

  /* A finger: the first tap shows, the second follows; one beside the card puts it away. */
  let isTouch = false;
  let isShown = false;
  document.addEventListener("pointerdown", (event) => {
    isTouch = event.pointerType === "touch";
    isShown = !card.hidden && linkAt(event) === current;
    if (isTouch && !isShown && !isOnCard(event)) hide();
  });
  document.addEventListener("click", async (event) => {
    const link = linkAt(event);
    if (link && isTouch && !isShown && event.detail > 0) {
      event.preventDefault();
      await show(link, true);
      if (!current) link.click(); // there is no card to show
    } else if (link) {
      hide();
    }
  });

  addEventListener("resize", hide);
  document$.subscribe(() => document.querySelector("main")?.append(card));
}
