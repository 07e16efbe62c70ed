/* Finds what answers a question: in players' words, English or Russian, by a rule number or by a name.
   It knows nothing of the page; search.js shows what it finds. */
"use strict";
globalThis.responsaFind = (() => {
  /* What counts how much; found by trying, see tests/site/search_questions.csv. */
  const WEIGHTS = {
    field: { title: 1.7, text: 1, words: 0.6, asked: 1, page: 0.5, before: 0.2 },
    kind: { rule: 1, question: 1.15, term: 0.4, erratum: 0.4, page: 0.25, clause: 0.5, name: 0.15 },
    passed: { question: 0.45, term: 0.5 }, // to a rule, by a question that rests on it or a term that it defines
    alike: 0.7,                            // a word that only means much the same
    misspelt: 0.8,
    begun: 0.5,                            // the last word may not be finished
    coverage: 1.4,                         // how dearly missing words are paid for
    wholeTitle: 1.8,
    exactTitle: 8,
    sameQuestion: 1.5,                     // asked in nearly the same words
    together: 0.12,                        // two words side by side
    bm25: { k: 1.6, b: 0.85, d: 0.5 },
  };
  const STOP = new Set((
    "a an and are as at be been but by can could do does did for from get gets had happen happens has have he her his how i if in into is it its " +
    "any also just let many may me much my other others per some of on or our s she should so t than that the their them then there these they this those to up us was we were " +
    "what when where which while who whom why will with would you your " +
    "а без бы был была были было быть в во вот где да для до его ее если есть еще же за и из или им их к как какая какие какой кого кому " +
    "ко когда кто ли мне можно мой моя мои мы на над надо нам нас наш нужно о об он она они от по под при про с себя со так сколько там то тоже " +
    "тот ты у уже что может могут могу должен должна должны после обязан обязаны что чтобы чем эта эти это этот я"
  ).split(" "));
  const ASKS = new Map(["who whom whose кто кого кому чей чья чье", "where куда где", "when когда", "why почему зачем"].flatMap((group) => {
    const words = group.split(" ");
    return words.map((word) => [word, words[0]]);
  }));
  const LOOKALIKES = { а: "a", в: "b", с: "c", е: "e", о: "o", р: "p", х: "x", к: "k" };

  const POINTS_BACK = /^(?:\w+ ){0,4}(?:it|its|they|them|their|he|him|his|this|that|these|those|such|others?)\b/i;  // to the rule before

  const plain = (text) => text.toLowerCase().replaceAll("ё", "е").replace(/['’](?:s\b)?/g, "");
  const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const irregular = new Map();  // "dice" is a form of "die", as the glossary says
  const stems = new Map();
  function stem(word) {
    let found = stems.get(word);
    if (found === undefined) {
      const { en, ru } = globalThis.responsaStemmers;
      found = /\p{N}/u.test(word) || word.length < 3 ? word : /[а-я]/.test(word) ? ru.stemmer(word) : en.stemmer(word);
      found = irregular.get(found) ?? found;
      stems.set(word, found);
    }
    return found;
  }
  const stemsOf = (text) => wordsOf(text).filter((word) => !STOP.has(word)).map(stem);

  /* A label without its punctuation: "HIS 13.4c", "his13.4c" and "13.4с" with a Russian letter are one. */
  const bare = (label) => plain(label).replace(/[авсеорхк]/g, (letter) => LOOKALIKES[letter]).replace(/[^a-z0-9]/g, "");

  function recordsOf(data) {
    const records = [];
    const labels = new Map();
    const label = (key, record) => labels.set(bare(key), [...(labels.get(bare(key)) ?? []), record]);
    const add = (record) => (records.push(Object.assign(record, { at: records.length })), record);
    const page = (number) => data.pages[number];
    const terms = data.terms.map(([of, anchor, books, name, text, words, defined]) =>
      add({ kind: "term", url: `${page(of)[0]}#${anchor}`, books: books.split(" "), id: "", title: name, text, words, page: "", defined }));
    const clauses = new Map(data.clauses.map(([of, id, title]) => [id, title]));
    for (const [url, book, title, text, words] of data.pages) {
      add({ kind: "page", url, books: book ? [book] : [], id: "", title, text, words: [words], page: "" });
    }
    const rules = new Map();
    let last;
    for (const [of, id, title] of data.clauses) {
      const [book, number] = id.split(" ");
      const record = add({ kind: "clause", url: `${page(of)[0]}#${id.replace(" ", "-").toLowerCase()}`, books: [book], id, title, text: "", words: [], page: "" });
      label(id, record);
      label(number, record);
    }
    for (const [of, id, text, used, asked] of data.rules) {
      const [book, number] = id.split(" ");
      const record = add({
        kind: "rule", url: `${page(of)[0]}#${id.replace(" ", "-").toLowerCase()}`, books: [book], id, title: clauses.get(id.slice(0, -1)) ?? "", text,
        words: used.flatMap((term) => terms[term].words), page: `${page(of)[2]} ${page(of)[4]}`, terms: used.map((term) => terms[term]), asked,
        before: last?.id.slice(0, -1) === id.slice(0, -1) && POINTS_BACK.test(text) ? last.text : "",
      });
      last = record;
      rules.set(id, record);
      label(id, record);
      label(number, record);
    }
    for (const [of, anchor, book, title, text, russian, rests] of data.questions) {
      const rules_ = rests.map((id) => rules.get(id)).filter(Boolean);
      add({ kind: "question", url: `${page(of)[0]}#${anchor}`, books: [book], id: "", title, text, words: [russian], page: rules_.map((rule) => `${rule.title} ${rule.text}`).join(" "), rules: rules_ });
    }
    for (const term of terms) term.rules = term.defined.map((id) => rules.get(id)).filter(Boolean);
    for (const [of, id, title, text] of data.errata) {
      const [book, number] = id.split("-");
      const record = add({ kind: "erratum", url: `${page(of)[0]}#${id.toLowerCase()}`, books: [book], id, title, text, words: [], page: "" });
      label(id, record);
      label(number, record);
    }
    for (const [of, name, text] of data.names) {
      const short = name.slice(name.lastIndexOf(".") + 1);
      const split = short.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
      const record = add({ kind: "name", url: `${page(of)[0]}#${name}`, books: page(of)[0].includes("index") ? [] : bookOfApi(data, page(of)[0]), id: "", title: short, text, words: [split], page: "" });
      if (/_|[a-z][A-Z]/.test(short)) label(short, record);  // a plain word is not meant as a name
    }
    return { records, labels };
  }

  /* The rulebook of a page of the library: that whose folder has the same name. */
  function bookOfApi(data, url) {
    const name = url.slice(url.lastIndexOf("/") + 1);
    return data.pages.filter(([other, book]) => book && `${other.split("/")[0]}.html` === name).slice(0, 1).map(([, book]) => book);
  }

  const sorted = (hits) => hits.sort((a, b) => b.score - a.score || a.record.at - b.record.at);

  class Finder {
    constructor(data) {
      for (const [, , , name, , , , forms] of data.terms) for (const form of forms) irregular.set(stem(form), stem(name));
      stems.clear();
      Object.assign(this, recordsOf(data));
      this.rarities = new Map();
      this.alike = new Map();
      for (const group of data.alike) {
        const words = [...new Set(stemsOf(group))];
        for (const word of words) this.alike.set(word, [...(this.alike.get(word) ?? []), ...words.filter((other) => other !== word)]);
      }
      const asGiven = { tokenize: (word) => [word], processTerm: (word) => word };
      this.thesaurus = new globalThis.MiniSearch({ fields: ["word"], ...asGiven, searchOptions: asGiven });
      this.thesaurus.addAll([...this.alike.keys()].map((word, id) => ({ id, word })));
      this.mini = new globalThis.MiniSearch({
        idField: "at",
        fields: Object.keys(WEIGHTS.field),
        extractField: (record, field) => (Array.isArray(record[field]) ? record[field].join(" ") : record[field]),
        tokenize: wordsOf,
        processTerm: (word) => (STOP.has(word) ? null : stem(word)),
        searchOptions: { ...asGiven, boost: WEIGHTS.field, bm25: WEIGHTS.bm25 },
      });
    }

    /* Take in all records, in small portions, so that one can type meanwhile. */
    async learn() {
      await this.mini.addAllAsync(this.records, { chunkSize: 100 });
      return this;
    }

    /* What is found, best first: records, each with its score, the stems found in it, and those of them that were asked for. */
    find(question, book = "") {
      const wanted = (record) => !book || record.books.includes(book);
      const named = this.named(question).filter(wanted);
      const isLabel = named.length && !/\p{L}\s+\p{L}/u.test(question.trim());
      const hits = isLabel ? [] : this.byWords(question).filter(({ record }) => wanted(record) && !named.includes(record));
      return [...named.map((record) => ({ record, score: Infinity, found: new Set(), asked: new Set() })), ...hits];
    }

    /* What a number or a name in the question names. */
    named(question) {
      const isSeveral = /\p{L}\s+\p{L}/u.test(question.trim());  // words, of which only a program would make one name
      const whole = !isSeveral && this.labels.get(bare(question));
      if (whole) return this.withRules(whole);
      if (/^[\s.\d]*\d[\s.\d]*$/.test(question)) return this.beginning(bare(question));
      const found = [];
      let before = "";
      for (const word of plain(question).match(/[\p{L}\p{N}._-]+/gu) ?? []) {
        const isLabel = /\d/.test(word) && (/[a-zа-я]/.test(word) || /\d\.\d/.test(word) || word.length > 2);
        const key = bare(word);
        if (isLabel || /_/.test(word)) found.push(...(this.labels.get(before + key) ?? this.labels.get(key) ?? []));
        before = /^(hel|his|ror)$/.test(key) ? key : "";
      }
      return [...new Set(found)];
    }

    /* A clause comes with its rules, and a rule with the questions that rest on it. */
    withRules(named) {
      const inside = (clause) => this.records.filter(({ kind, id }) => kind === "rule" && id.replace(/[a-z]$/, "") === clause.id);
      const rules = named.flatMap((record) => (record.kind === "clause" ? [record, ...inside(record)] : [record]));
      return [...rules, ...this.records.filter(({ kind, rules: of = [] }) => kind === "question" && of.some((rule) => named.includes(rule)))];
    }

    /* Clauses that begin with the digits typed so far. */
    beginning(digits) {
      return this.records.filter(({ kind, id }) => kind === "clause" && bare(id.split(" ")[1]).startsWith(digits));
    }

    byWords(question) {
      const words = wordsOf(question);
      const all = words.filter((word) => !STOP.has(word));
      const asked = [...new Set((all.length ? all : words).map(stem))];
      const scores = new Map();
      let weight = 0;
      asked.forEach((word, place) => {
        const hits = this.lookUp(word, place === asked.length - 1);
        if (!hits.size) return;
        const rarity = this.rarity(hits.size);
        weight += rarity;
        for (const [at, hit] of hits) {
          const sum = scores.get(at) ?? { score: 0, rarity: 0, found: new Set(), asked: new Set() };
          sum.score += hit.score;
          sum.rarity += rarity;
          for (const name of ["found", "asked"]) hit[name].forEach((stem) => sum[name].add(stem));
          scores.set(at, sum);
        }
      });
      const points = new Map();
      for (const [at, sum] of scores) {
        const record = this.records[at];
        const coverage = (sum.rarity / weight) ** WEIGHTS.coverage;
        points.set(record, { score: sum.score * coverage * WEIGHTS.kind[record.kind] * this.titleAsked(record, asked), found: sum.found, asked: sum.asked });
      }
      this.pass(points);
      const hits = sorted([...points].map(([record, point]) => ({ record, ...point })));
      const best = hits.slice(0, 60);
      const whole = this.phrase(question);
      for (const hit of best) {
        hit.score *= 1 + WEIGHTS.together * this.pairs(hit.record, asked);
        hit.score *= 1 + WEIGHTS.sameQuestion * Math.max(0, ...this.phrasesOf(hit.record).map((phrase) => this.likeness(whole, phrase)));
      }
      return [...sorted(best), ...hits.slice(60)];
    }

    /* The words of a question, each as its group, with what it asks for: who, where, when. */
    phrase(text) {
      const words = wordsOf(text).filter((word) => ASKS.has(word) || !STOP.has(word));
      return new Map(words.map((word) => (ASKS.has(word) ? [ASKS.get(word), 1] : [this.group(stem(word)), this.rarityOf(stem(word))])));
    }

    /* The phrases in which a record is asked for. */
    phrasesOf(record) {
      record.phrases ??= (record.asked ?? (record.kind === "question" ? [record.title, ...record.words] : [])).map((text) => this.phrase(text));
      return record.phrases;
    }

    /* How much two phrases have in common, from 0 to 1. */
    likeness(one, other) {
      let both = 0;
      let all = 0;
      for (const [word, weight] of one) {
        all += weight;
        if (other.has(word)) both += weight;
      }
      for (const [word, weight] of other) if (!one.has(word)) all += weight;
      return all ? both / all : 0;
    }

    rarityOf(word) {
      let found = this.rarities.get(word);
      if (found === undefined) this.rarities.set(word, (found = this.rarity(this.mini.search(word).length)));
      return found;
    }

    /* How many of the words that stand together in the question stand together in the record. */
    pairs(record, asked) {
      record.sequence ??= stemsOf(`${record.title} ${record.text}`).map((word) => this.group(word));
      const groups = asked.map((word) => this.group(word));
      return groups.slice(1).filter((second, before) => record.sequence.some((word, at) =>
        word === groups[before] && (record.sequence[at + 1] === second || record.sequence[at - 1] === second))).length;
    }

    /* One word for all that are alike. */
    group(word) {
      return [word, ...(this.alike.get(word) ?? [])].sort()[0];
    }

    /* Who names a thing by all the words of its title means it; by no other words, nothing else. */
    titleAsked(record, asked) {
      record.stems ??= [...new Set(stemsOf(record.title))];
      if (record.kind === "rule" || !record.stems.length || !record.stems.every((word) => asked.includes(word))) return 1;
      if (record.stems.length === asked.length && record.kind !== "question") return WEIGHTS.exactTitle;
      return record.stems.length > 1 ? WEIGHTS.wholeTitle : 1;
    }

    /* A question passes some of its points to the rules on which its answer rests, a term to the rule that defines it. */
    pass(points) {
      for (const [record, { score }] of [...points]) {
        for (const rule of record.rules ?? []) {
          const sum = points.get(rule);
          if (sum) sum.score += (score * WEIGHTS.passed[record.kind]) / record.rules.length;
        }
      }
    }

    /* Where a word stands, or another that is alike; a word that is known nowhere may be misspelt. */
    lookUp(word, isLast) {
      const exactly = this.mini.search(word);
      const isNumber = /\d/.test(word);
      const groups = [{ hits: exactly, factor: 1 }];
      let alike = this.alike.get(word) ?? [];
      if (!exactly.length && !alike.length && !isNumber && word.length > 3) {
        const fuzzy = { prefix: word.length > 3, fuzzy: word.length > 4 ? 0.25 : 1 };
        groups.push({ hits: this.mini.search(word, fuzzy), factor: WEIGHTS.misspelt });
        const meant = this.thesaurus.search(word, { fuzzy: fuzzy.fuzzy })[0]?.terms[0];
        alike = meant ? [meant, ...this.alike.get(meant)] : [];
      } else if (isLast && word.length > 2 && !isNumber) groups.push({ hits: this.mini.search(word, { prefix: true }), factor: WEIGHTS.begun });
      for (const other of alike) groups.push({ hits: this.mini.search(other), factor: WEIGHTS.alike });
      const best = new Map();
      const all = new Set(groups.flatMap(({ hits }) => hits.map(({ id }) => id))).size;
      for (const { hits, factor } of groups) {
        const common = factor === 1 ? 1 : this.rarity(all) / this.rarity(hits.length);  // a rare synonym is worth no more
        for (const hit of hits) {
          const score = hit.score * factor * common;
          const known = best.get(hit.id);
          best.set(hit.id, {
            score: Math.max(score, known?.score ?? 0),
            found: new Set([...(known?.found ?? []), ...hit.terms]),
            asked: new Set([...(known?.asked ?? []), ...(factor === WEIGHTS.alike ? [] : hit.terms)]),
          });
        }
      }
      return best;
    }

    /* How much is said by a word that stands in so many records. */
    rarity(count) {
      return Math.log(1 + this.records.length / (count || 1));
    }

    /* Words of the book that look like those asked for. */
    near(question) {
      return this.mini.autoSuggest(question, { fuzzy: 0.34, processTerm: (word) => (STOP.has(word) ? null : stem(word)), tokenize: wordsOf }).slice(0, 3).map(({ suggestion }) => suggestion);
    }
  }

  return { Finder, WEIGHTS, stem, wordsOf };
})();
