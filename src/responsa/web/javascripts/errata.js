/* The list of errata: sort it by a column, show only some of it. Without this script it is a plain table. */
"use strict";

document$.subscribe(() => {
  const table = document.querySelector(".errata-list ~ table, .errata-list ~ * table");
  if (table === null || table.querySelector("th > button") !== null) return;

  const order = new Intl.Collator("en", { numeric: true });
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows].map((row) => ({ row, cells: [...row.cells].map((cell) => cell.textContent.trim()) }));

  heads.forEach((head, column) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: head.textContent });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.ariaSort === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => order.compare(a.cells[column], b.cells[column]) * (down ? -1 : 1));
      body.append(...rows.map(({ row }) => row));
    });
  });

  const filter = document.createElement("form");
  filter.className = "errata-filter";
  filter.role = "search";
  filter.ariaLabel = "Errata";
  filter.addEventListener("submit", (event) => event.preventDefault());
  const ask = (text, field) => {
    const label = document.createElement("label");
    label.append(`${text} `, field);
    filter.append(label);
    return field;
  };
  const words = ask("rule or word", Object.assign(document.createElement("input"), { type: "search", size: 14 }));
  const chosen = ["type", "severity", "status"].map((name) => {
    const column = heads.findIndex((head) => head.textContent === name);
    const values = [...new Set(rows.map(({ cells }) => cells[column]))].sort(order.compare);
    const field = ask(name, document.createElement("select"));
    field.append(new Option("any", ""), ...values.map((value) => new Option(value)));
    return { column, field };
  });
  const count = document.createElement("output");
  filter.append(count);

  function show() {
    const wanted = words.value.trim().toLowerCase();
    for (const { row, cells } of rows) {
      const fits = chosen.every(({ column, field }) => !field.value || cells[column] === field.value);
      row.hidden = !(fits && cells.join(" ").toLowerCase().includes(wanted));
    }
    count.textContent = `${rows.filter(({ row }) => !row.hidden).length} of ${rows.length}`;
  }
  filter.addEventListener("input", show);
  show();
  document.querySelector(".errata-list").after(filter);
});
