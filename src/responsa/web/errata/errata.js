/* The list of errata: sort it by a column, show only some of it, in the list, in the sections below and in the contents.
   What is chosen stands in the address. Without this script it is a plain table. */
"use strict";

document$.subscribe(() => {
  const list = document.querySelector(".errata-list");
  const table = list?.querySelector("table");
  if (!list || !table?.tHead || table.querySelector("th > button") !== null) return;

  const order = new Intl.Collator(document.documentElement.lang || "en", { numeric: true });
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const entries = [...body.rows].map((row) => {
    const cells = [...row.cells].map((cell) => cell.textContent.trim());
    return { row, cells, parts: [row, ...elsewhere(/** @type {HTMLAnchorElement} */ (row.querySelector(".erratum-link")))] };
  });

  /* The section of an erratum on this page, and its line in the contents. */
  /** @param {HTMLAnchorElement} link @returns {HTMLElement[]} */
  function elsewhere(link) {
    const heading = link.pathname === location.pathname ? document.getElementById(link.hash.slice(1)) : null;
    if (heading === null) return [];
    const parts = [heading];
    for (let next = after(heading); next && !next.matches(`h1, h2, ${heading.tagName}, .run-note`); next = after(next)) parts.push(next);
    const lines = document.querySelectorAll(`.md-nav--secondary a[href="${link.hash}"]`);
    return [...parts, ...[...lines].flatMap((line) => line.closest("li") ?? [])];
  }

  /** @param {HTMLElement} element */
  function after(element) {
    return /** @type {HTMLElement | null} */ (element.nextElementSibling);
  }

  heads.forEach((head, column) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: head.textContent });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.ariaSort === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      entries.sort((a, b) => order.compare(a.cells[column], b.cells[column]) * (down ? -1 : 1));
      body.append(...entries.map(({ row }) => row));
    });
  });

  const filter = document.createElement("form");
  filter.className = "errata-filter";
  filter.role = "search";
  filter.ariaLabel = responsaSay("Errata");
  filter.addEventListener("submit", (event) => event.preventDefault());
  /** @template {HTMLInputElement | HTMLSelectElement} Field @param {string} text @param {string} name @param {Field} field */
  const ask = (text, name, field) => {
    const label = document.createElement("label");
    field.name = name;
    label.append(`${text} `, field);
    filter.append(label);
    return field;
  };
  const words = ask(responsaSay("rule or word"), "word", Object.assign(document.createElement("input"), { type: "search", size: 14 }));
  const chosen = ["type", "severity", "status"].map((name) => {
    const column = heads.findIndex((head) => head.textContent === responsaSay(name));
    const values = [...new Set(entries.map(({ cells }) => cells[column]))].sort(order.compare);
    const field = ask(responsaSay(name), name, document.createElement("select"));
    field.append(new Option(responsaSay("any"), ""), ...values.map((value) => new Option(value)));
    return { column, field };
  });
  const fields = [words, ...chosen.map(({ field }) => field)];
  const count = document.createElement("output");
  const all = Object.assign(document.createElement("button"), { type: "button", textContent: responsaSay("Show all"), hidden: true });
  filter.append(count, all);

  function show() {
    const wanted = words.value.trim().toLowerCase();
    let shown = 0;
    for (const { cells, parts } of entries) {
      const isChosen = chosen.every(({ column, field }) => !field.value || cells[column] === field.value);
      const fits = isChosen && cells.join(" ").toLowerCase().includes(wanted);
      for (const part of parts) part.hidden = !fits;
      if (fits) shown += 1;
    }
    count.textContent = shown ? responsaSay("{} of {} errata", shown, entries.length) : responsaSay("none of {} errata", entries.length);
    all.hidden = shown === entries.length;
  }

  function write() {
    const address = new URL(location.href);
    for (const { name } of fields) address.searchParams.delete(name);
    for (const { name, value } of fields) if (value.trim()) address.searchParams.append(name, value.trim());
    history.replaceState(history.state, "", address);
  }

  function clear() {
    for (const field of fields) field.value = "";
    show();
    write();
  }

  /* A link to an erratum that is not chosen is stronger than what is chosen. */
  function showTarget() {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.hidden) return;
    clear();
    target.scrollIntoView();
  }

  const address = new URLSearchParams(location.search);
  for (const field of fields) {
    const value = address.get(field.name) ?? "";
    if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)) field.value = value;
  }
  filter.addEventListener("input", () => { show(); write(); });
  all.addEventListener("click", clear);
  addEventListener("hashchange", showTarget);
  list.before(filter);
  show();
  showTarget();
});
