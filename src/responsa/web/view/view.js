/* How much of the book is shown: the rules only, with the answers of the examples, or with their code.
   The choice is remembered, and can stand in the address: ?show=rules, answers or code. */
"use strict";

const VIEWS = { rules: "Rules only", answers: "With answers", code: "With code" };
const REMEMBERED = "responsa.view";

function remembered() {
  const asked = new URLSearchParams(location.search).get("show");
  if (asked && asked in VIEWS) return asked;
  try {
    const kept = localStorage.getItem(REMEMBERED);
    return kept && kept in VIEWS ? kept : "answers";
  } catch {
    return "answers";
  }
}

/** @param {string} view */
function remember(view) {
  try {
    localStorage.setItem(REMEMBERED, view);
  } catch {
    // a browser that keeps nothing still shows it
  }
}

/** @param {string} view */
function show(view) {
  document.body.dataset.view = view;
  for (const fold of document.querySelectorAll("details")) if (fold.matches(".computed")) fold.open = view === "code";
  for (const button of document.querySelectorAll("button")) if (button.matches(".view-switch *")) button.ariaPressed = String(button.value === view);
}

/** @param {string} view */
function choose(view) {
  const address = new URL(location.href);
  if (address.searchParams.has("show")) {
    address.searchParams.set("show", view);
    history.replaceState(null, "", address);
  }
  remember(view);
  show(view);
}

function dressView() {
  if (!document.querySelector("details.computed")) return;
  const group = Object.assign(document.createElement("div"), { className: "view-switch", role: "group", ariaLabel: responsaSay("How much is shown") });
  for (const [value, name] of Object.entries(VIEWS)) {
    group.append(Object.assign(document.createElement("button"), { type: "button", value, textContent: responsaSay(name), onclick: () => choose(value) }));
  }
  document.querySelector(".md-content h1")?.after(group);
  show(remembered());
}

document$.subscribe(dressView);
