/* Asks the search of the browser, without one: node search_in_node.js index.json < questions.json. */
"use strict";
const { readFileSync } = require("node:fs");
require("../../src/responsa/web/search/find.js");

(async () => {
  const finder = await new globalThis.responsaFind.Finder(JSON.parse(readFileSync(process.argv[2], "utf8"))).learn();
  const found = JSON.parse(readFileSync(0, "utf8")).map(([question, book, here]) => {
    const { hits, isKnown, missing } = finder.find(question, book, here);
    return { hits: hits.slice(0, 10).map(({ record }) => record.url), isKnown, missing };
  });
  process.stdout.write(JSON.stringify(found));
})();
