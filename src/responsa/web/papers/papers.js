/* The page of a paper: which of its lines a sentence is that somebody pasted. */
"use strict";

/* The line of a paper in which just this sentence stands: the page knows sentences by the first half of their hash.
   Else the line that has most of its words, whatever their forms: of these the page knows short fingerprints. */
globalThis.sentenceOf = async (words) => {
  const lines = [...document.querySelectorAll("[id^='sentence-']")].filter((line) => line instanceof HTMLElement);
  if (!globalThis.crypto?.subtle) return nearestLine(words, lines);
  const bytes = new TextEncoder().encode(words.trim().replace(/\s+/g, " "));
  const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return document.getElementById(`sentence-${hash.slice(0, 32)}`) ?? nearestLine(words, lines);
};
/* Rare words say more than common ones; half of what is said must stand in the line, and two words at least. */
/** @param {string} words @param {HTMLElement[]} lines */
function nearestLine(words, lines) {
  const stems = lines.map(({ dataset }) => new Set(dataset.stems?.split(" ")));
  /** @param {string} stem */
  const worth = (stem) => Math.log(1 + lines.length / Math.max(1, stems.filter((own) => own.has(stem)).length));
  /** @param {Iterable<string>} those */
  const sum = (those) => [...those].reduce((all, stem) => all + worth(stem), 0);
  const asked = stemsOf(words);
  const least = sum(asked) / 2;
  let best = null;
  let most = 0;
  lines.forEach((line, at) => {
    const both = [...asked].filter((stem) => stems[at].has(stem));
    const found = sum(both);
    const score = found / Math.sqrt(sum(stems[at]));
    if (both.length > 1 && found >= least && score > most) [best, most] = [line, score];
  });
  return best;
}
/* The first letters of each word, as a short fingerprint: the concordance takes words in the same way. */
/** @param {string} words */
function stemsOf(words) {
  const found = words.toLowerCase().replaceAll("ё", "е").match(/\p{L}{3,}/gu) ?? [];
  return new Set(found.map((word) => {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode([...word].slice(0, 5).join(""))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return ((hash >>> 16) ^ (hash & 0xffff)).toString(16).padStart(4, "0");
  }));
}
