/* Sees to it that the book can be installed, and read without a network. Loaded when the page is done and nothing waits. */
const root = new URL("../../", import.meta.url);
const WAIT = 3000; // a reader who leaves at once has not paid for the whole book

document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: new URL("manifest.webmanifest", root) }));

if (document.querySelector(".kept")) import("./kept.js").catch(() => {}); // there is no Python then

/* Whoever saves data gets no more than is read, unless the book was installed on purpose. */
function isWanted() {
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  return "serviceWorker" in navigator && (isInstalled || !navigator.connection?.saveData);
}

if (isWanted()) {
  setTimeout(() => {
    navigator.serviceWorker.register(new URL("offline.js", root), { scope: root.pathname }).catch(() => {}); // then it is read online
  }, WAIT);
}
