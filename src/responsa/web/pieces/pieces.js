/* By piece: a box that finds a piece by its name and opens it; its name stands in the address.
   Without this script the lists are opened by hand. */
"use strict";

document$.subscribe(() => {
  const list = document.querySelector(".pieces");
  if (!list || document.querySelector(".piece-ask") !== null) return;
  const pieces = new Map([...list.querySelectorAll(".piece")].reverse().map((piece) => [nameOf(piece), piece]));

  /** @param {HTMLElement} piece */
  function titleOf(piece) {
    return piece.querySelector("summary")?.firstChild?.textContent?.trim() ?? "";
  }

  /** @param {HTMLElement} piece */
  function nameOf(piece) {
    return titleOf(piece).toLowerCase();
  }

  /** @param {HTMLElement} piece */
  function show(piece) {
    Object.assign(piece, { open: true });
    piece.scrollIntoView({ block: "start" });
    piece.querySelector("summary")?.focus({ preventScroll: true });
  }

  function shown() {
    const piece = document.querySelector(".piece:target");
    if (piece) show(piece);
  }

  const form = document.createElement("form");
  form.className = "ask piece-ask";
  form.role = "search";
  form.ariaLabel = "A piece";
  form.innerHTML = '<input type="search" list="pieces" aria-label="A piece" placeholder="Piece" required><button>Show</button><p role="status"></p><datalist id="pieces"></datalist>';
  const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  const [, , told, names] = form.children;
  names.append(...[...pieces.values()].reverse().map((piece) => new Option(titleOf(piece))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation(); // it is no question for the search
    const asked = input.value.trim().toLowerCase();
    const name = pieces.has(asked) ? asked : [...pieces.keys()].find((each) => each.includes(asked));
    const piece = name === undefined ? undefined : pieces.get(name);
    told.textContent = piece ? "" : "No piece has this name.";
    if (!piece) return;
    history.replaceState(null, "", `#${piece.id}`);
    show(piece);
  });
  list.before(form);
  addEventListener("hashchange", shown);
  shown();
});
