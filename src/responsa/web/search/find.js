/* Finds what answers a question: in players' words, English or Russian, by a rule number or by a name.
   It knows nothing of the page; search.js shows what it finds. The command line finds alike: search.py says the same in
   the same order, from the same index and the same words.json, and a test holds the two against each other. */
"use strict";
globalThis.responsaFind = (() => {
  const LONGEST = 300;  // letters of a question that are read; the rest says nothing more
  const MOST = 60;      // results that are looked at closely
  const KNOWN = 0.51;   // how much of a question must stand in the best result; otherwise the book has no answer
  const NEAR = 5;       // numbers that are named instead of one that does not exist

  const TOKEN = /(?<![^\s(])[+-]\d+|\d+(?:\.\d+)*[a-zа-я]?(?!\p{L})|\p{L}+/gu;
  const POINTS_BACK = /^(?:[\p{L}\p{N}_]+ ){0,4}(?:it|its|they|them|their|he|him|his|this|that|these|those|such|others?)(?![\p{L}\p{N}_])/iu;
  const NUMBER_IN_TEXT = /\d|\b(?:a single|half|once|one|two|three|four|five|six|seven|eight|nine|ten)\b/i;
  const OTHER_KEYS = /[a-z][[\];',.`]|[[\];',.`][a-z]/i;
  const REFERENCE = /\[([^\]\s]+)\]/g;
  const NUMBER = "([a-zа-я]?\\d+(?:\\.\\d+)*[a-zа-я]?)";
  /** @param {string} id */
  const clauseOf = (id) => id.replace(/(?:\.?[a-z]+|\([a-z]+\))$/, "");
  const FILLERS = new Set(["rule", "rules", "clause", "section", "number", "no", "card", "правило", "пункт", "карта", "please"]);
  /** @type {Record<string, string>} */
  const LOOKALIKES = { а: "a", в: "b", с: "c", е: "e", о: "o", р: "p", х: "x", к: "k" };

  /** @param {string} text */
  const split = (text) => text.split(" ").filter(Boolean);
  /** @template Item @param {Item[]} items */
  const unique = (items) => [...new Set(items)];
  /** @param {string} word */
  const hasDigit = (word) => /\d/.test(word);
  /** @param {string} letter */
  const isRussian = (letter) => letter >= "а" && letter <= "я";
  /** @param {string} letter */
  const bareLetter = (letter) => (isRussian(letter) ? letter : [...letter.normalize("NFD")][0]);
  /** @param {string} text */
  const plain = (text) => text.slice(0, LONGEST * 40).toLowerCase().replaceAll("ё", "е").replaceAll("−", "-")
    .replace(/[^\x00-\x7f]/gu, bareLetter).replace(/['’](?:s\b)?/g, "");

  /* A label without its punctuation: "HIS 13.4c", "his13.4c" and "13.4с" with a Russian letter are one. */
  /** @param {string} label */
  const bare = (label) => plain(label).replace(/[авсеорхк]/g, (letter) => LOOKALIKES[letter]).replace(/[^a-z0-9]/g, "");

  /** @typedef {[ending: string, fresh: string, least: number]} Ending what a word ends in, what comes instead, how many letters must stay */
  /** @param {string} line @returns {Ending[]} */
  const endingsOf = (line) => split(line).map((part) => {
    const [ending, rest = ""] = part.split(">");
    const [fresh, least] = rest.split(":");
    return [ending, fresh, Number(least ?? 0)];
  });
  /** @param {string} word @param {Ending[]} endings */
  function without(word, endings) {
    for (const [ending, fresh, least] of endings) {
      if (word.length - ending.length >= least && word.endsWith(ending)) return word.slice(0, word.length - ending.length) + fresh;
    }
    return word;
  }

  /* How words are taken: which say nothing, which forms are one word, which are alike. */
  class Words {
    /** @param {any} spec @param {[form: string, term: string][]} forms @param {string[]} alike */
    constructor(spec, forms, alike) {
      this.weights = spec.weights;
      this.stop = new Set(split(spec.stop));
      this.asks = /** @type {Map<string, string>} */ (new Map(spec.asks.flatMap((/** @type {string} */ group) => split(group).map((word) => [word, split(group)[0]]))));
      this.numbers = new Map(Object.entries(spec.numbers));
      this.endings = { en: spec.en.map(endingsOf), ru: spec.ru.map(endingsOf) };
      this.sounds = endingsOf(spec.sounds[0]);
      const [latin, russian] = spec.keyboard.map((/** @type {string} */ keys) => [...keys]);
      this.keys = new Map(latin.map((/** @type {string} */ key, /** @type {number} */ at) => [key, russian[at]]));
      this.back = new Map(russian.map((/** @type {string} */ key, /** @type {number} */ at) => [key, latin[at]]));
      this.amounts = new Set(split(spec.amounts));
      this.odds = new Set(split(spec.odds));
      this.kinds = /** @type {Map<string, string>} */ (new Map(Object.entries(spec.kinds).flatMap(([kind, words]) => split(words).map((/** @type {string} */ word) => [word, kind]))));
      /** @type {Map<string, string>} */
      this.known = new Map();
      /** @type {Map<string, string>} */
      this.irregular = new Map(Object.entries(spec.irregular).flatMap(([word, list]) => split(list).map((/** @type {string} */ form) => [form, word])));
      this.forms = new Map();
      for (const [form, term] of forms) this.forms.set(this.stem(form), this.stem(term));
      this.known.clear();
      /** @type {Map<string, string[]>} */
      this.alike = new Map();
      for (const line of alike) {
        const words = unique(this.stems(line));
        for (const word of words) {
          const known = this.alike.get(word) ?? [];
          this.alike.set(word, known);
          known.push(...words.filter((other) => other !== word && !known.includes(other)));
        }
      }
      this.first = new Map([...this.alike].map(([word, others]) => [word, [word, ...others].sort()[0]]));
    }

    /** @param {string} text @returns {string[]} */
    of(text) {
      return (plain(text).match(TOKEN) ?? []).map((word) => this.numbers.get(word) ?? word);
    }

    /* One form for all forms of a word. */
    /** @param {string} word @returns {string} */
    stem(word) {
      const known = this.known.get(word);
      if (known !== undefined) return known;
      let found = this.irregular.get(word) ?? word;
      if (!hasDigit(found)) for (const endings of this.endings[isRussian(found[0]) ? "ru" : "en"]) found = without(found, endings);
      found = this.forms.get(found) ?? found;
      this.known.set(word, found);
      return found;
    }

    /** @param {string} text */
    stems(text) {
      return this.of(text).filter((word) => !this.stop.has(word)).map((word) => this.stem(word));
    }

    /* The kinds of things that a text asks for: a calculator, an erratum, a paper edition. */
    /** @param {string} text */
    kindsIn(text) {
      return new Set(this.of(text).flatMap((word) => this.kinds.get(word) ?? []));
    }

    /* Whether a text says more than which kind of thing it asks for. */
    /** @param {string} text */
    says(text) {
      return this.of(text).some((word) => !this.stop.has(word) && !this.kinds.has(word));
    }

    /* One word for all that are alike. */
    /** @param {string} stem */
    group(stem) {
      return this.first.get(stem) ?? stem;
    }

    /* What somebody meant who typed in the wrong layout, or Russian in Latin letters. */
    /** @param {string} word */
    others(word) {
      const back = [...word].map((letter) => this.back.get(letter) ?? letter).join("");
      return unique([this.typed(word), back, this.sounded(word)]).filter((other) => other !== word);
    }

    /* What Russian letters the keys of a text have. */
    /** @param {string} text */
    typed(text) {
      return [...text].map((letter) => this.keys.get(letter) ?? letter).join("");
    }

    /** @param {string} word */
    sounded(word) {
      let found = "";
      for (let at = 0; at < word.length;) {
        const [sound, letter] = this.sounds.find(([sound]) => word.startsWith(sound, at)) ?? [word[at], word[at]];
        found += letter;
        at += sound.length;
      }
      return found;
    }
  }

  /* How many letters must be changed, added, left out or swapped; one more than the most if more than that. */
  /** @param {string} one @param {string} other @param {number} most */
  function distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    /** @type {number[]} */
    let older = [];
    /** @type {number[]} */
    let before = [];
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i += 1) {
      [older, before, row] = [before, row, [i]];
      let least = i;
      for (let j = 1; j <= other.length; j += 1) {
        let cost = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, older[j - 2] + 1);
        row.push(cost);
        least = Math.min(least, cost);
      }
      if (least > most) return most + 1;
    }
    return Math.min(row[other.length], most + 1);
  }

  /* Its letters as bits: words that are near to each other share nearly all of them. */
  /** @param {string} word */
  const letters = (word) => [...word].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) % 31)), 0);
  /** @param {number} bits */
  function ones(bits) {
    let count = 0;
    for (let rest = bits; rest; rest &= rest - 1) count += 1;
    return count;
  }

  /** @param {string} id */
  const placeOf = (id) => id.replace(/[ (]/g, "-").replaceAll(")", "").toLowerCase();
  /* What a page is, by its address: in an edition the language stands before it. */
  /** @param {string} url */
  function kindOf(url) {
    const [name = "", folder = ""] = url.split("/").reverse();
    if (name === "aids.html") return "aid";
    return { calculators: "calculator", errata: "erratum" }[folder] ?? "page";
  }
  /** @param {Hit} one @param {Hit} other */
  const rank = (one, other) => Math.floor(other.score * 1e6) - Math.floor(one.score * 1e6) || one.record.at - other.record.at;
  /** @param {string} one @param {string} other */
  const byLength = (one, other) => one.length - other.length || (one < other ? -1 : 1);

  /* HIS 13 before HEL 1.3, if 13 was asked for. */
  /** @param {FoundRecord[]} named @param {string} number */
  function exactFirst(named, number) {
    /** @param {FoundRecord} record */
    const isExact = ({ id }) => (id.split(" ")[1] ?? "").toLowerCase() === plain(number);
    return [...named].sort((one, other) => Number(isExact(other)) - Number(isExact(one)));
  }

  class Finder {
    /** @param {SearchIndex} data */
    constructor(data) {
      this.words = new Words(data.words, data.terms.flatMap((term) => term[7].map((/** @type {string} */ form) => [form, term[3]])), data.alike);
      this.weights = this.words.weights;
      /** @type {FoundRecord[]} */
      this.records = [];
      /** @type {Map<string, FoundRecord[]>} */
      this.labels = new Map();
      /** @type {Map<string, Set<string>>} */
      this.games = new Map();
      /** @type {Set<string>} */
      this.names = new Set();
      /** @type {Map<string, string>} */
      this.books = new Map(Object.entries(data.called));
      this.label = new RegExp(`^(?:(${Object.keys(data.books).join("|").toLowerCase() || "(?!)"})[-\\s]*)?${NUMBER}$`);
      /** @type {Map<FoundRecord, Map<string, number>[]>} */
      this.phrases = new Map();
      /** @type {Map<string, Wanted[]>} */
      this.seen = new Map();  // what is typed letter by letter is mostly the same words
      /** @type {Map<string, Map<number, number>>} for each stem, how much it stands in which records */
      this.postings = new Map();
      /** @type {Map<string, string>} the words of the book, each with its stem */
      this.surfaces = new Map();
      /** @type {[string, number][]} the words of the book, each with its letters as bits */
      this.lettersOf = [];
      this.take(data);
    }

    /* --- what can be found --- */

    /** @param {string} kind @param {string} url @param {string[]} books @param {string} title @param {string} text @param {Partial<FoundRecord>} [more] @param {...string} labels @returns {FoundRecord} */
    add(kind, url, books, title, text, more = {}, ...labels) {
      const record = { kind, url, books, title, text, id: "", words: [], fields: {}, rules: [], phrases: [], at: this.records.length, ...more };
      this.records.push(record);
      for (const label of labels) this.labels.set(bare(label), [...(this.labels.get(bare(label)) ?? []), record]);
      return record;
    }

    /** @param {SearchIndex} data */
    take(data) {
      const { pages } = data;
      /** @param {number} page @param {string} anchor */
      const at = (page, anchor) => `${pages[page][0]}#${anchor}`;
      const terms = data.terms.map(([of, anchor, books, name, text, words]) => this.add("term", at(of, anchor), split(books), name, text, { words, fields: { words: words.join(" ") } }));
      const titles = new Map(data.clauses.map(([, id, title]) => [id, title]));
      const called = data.words.kinds;
      for (const [url, key, title, text, own, clauses = []] of pages) {
        const kind = kindOf(url);
        const words = kind in called ? `${own} ${called[kind]} ${data.books[key] ?? ""}` : own;
        const page = clauses.map((/** @type {string} */ id) => titles.get(id) ?? "").join(" ");
        this.add(kind, url, key ? [key] : [], title, text, { words: [own], fields: { words, page } });
      }
      for (const [url, key] of data.papers) this.add("paper", url, [key], data.books[key], "", { fields: { words: called.paper } });
      for (const [of, id, title] of data.clauses) this.add("clause", at(of, placeOf(id)), [id.split(" ")[0]], title, "", { id }, id, id.split(" ")[1]);
      /** @type {Map<string, FoundRecord>} */
      const rules = new Map();
      let last = ["", ""];
      for (const [of, id, text, used, asked] of data.rules) {
        const [key, number] = id.split(" ");
        const clause = clauseOf(id);
        const fields = {
          words: used.map((/** @type {number} */ term) => terms[term].fields.words).join(" "), page: `${pages[of][2]} ${pages[of][4]}`, asked: asked.join(" "),
          head: last[0] === clause && POINTS_BACK.test(text) ? last[1] : "",
        };
        rules.set(id, this.add("rule", at(of, placeOf(id)), [key], titles.get(clause) ?? "", text, { id, fields, asked, terms: used.map((/** @type {number} */ term) => terms[term]), phrases: asked }, id, number));
        last = [clause, text];
      }
      this.putHeads(rules);
      const rulesOf = (/** @type {string[]} */ ids) => ids.flatMap((id) => rules.get(id) ?? []);
      for (const [of, anchor, key, title, text, russian, rests] of data.questions) {
        const under = rulesOf(rests);
        const fields = { words: russian, page: under.map((rule) => `${rule.title} ${rule.text}`).join(" ") };
        this.add("question", at(of, anchor), [key], title, text, { words: [russian], fields, rules: under, phrases: [title, russian] });
      }
      terms.forEach((term, place) => (term.rules = rulesOf(data.terms[place][6])));
      for (const [of, id, title, text, rests] of data.errata) this.add("erratum", at(of, id.toLowerCase()), [id.split("-")[0]], title, text, { id, rules: rulesOf(rests) }, id, id.split("-")[1]);
      for (const [of, name, text, key] of data.names) {
        const short = name.slice(name.lastIndexOf(".") + 1);
        const words = short.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
        this.add("name", at(of, name), key ? [key] : [], short, text, { words: [words], fields: { words } }, ...(/_|[a-z][A-Z]/.test(short) ? [short] : []));  // a plain word is not meant as a name
      }
      for (const [of, key, name, text] of data.places) this.add("place", pages[of][0], [key], name, text);
    }

    /* A case of a list is read with the rule that lists it. */
    /** @param {Map<string, FoundRecord>} rules */
    putHeads(rules) {
      for (const rule of rules.values()) {
        for (const [, number] of rule.text.matchAll(REFERENCE)) {
          const found = rules.get(`${rule.books[0]} ${number}`);
          if (found && found !== rule && clauseOf(found.id) === clauseOf(rule.id)) found.fields.head = `${found.fields.head} ${rule.text}`;
        }
      }
    }

    /* Which words are names, and of which game: no rule of another game says them. */
    learnNames() {
      /** @type {Map<string, Set<string>>} */
      const said = new Map();
      for (const record of this.records.filter(({ kind }) => kind === "rule")) {
        for (const stem of this.words.stems(`${record.title} ${record.text}`)) said.set(stem, (said.get(stem) ?? new Set()).add(record.books[0]));
      }
      for (const { title, books: [key] } of this.records.filter(({ kind }) => kind === "place")) {
        for (const stem of this.words.stems(title)) {
          const isOfAnother = [...(said.get(stem) ?? [])].some((book) => book !== key);
          if (stem.length > 1 && !isOfAnother) this.games.set(stem, (this.games.get(stem) ?? new Set()).add(key));
        }
      }
      this.names = new Set([...this.games.keys()].filter((stem) => !said.has(stem)));
    }

    /* Take in all records, in small portions, so that one can type meanwhile. */
    async learn() {
      this.learnNames();
      const names = Object.keys(this.weights.field);
      const lengths = names.map(() => 0);
      const filled = names.map(() => 0);
      const surfaces = new Map();
      /** @type {[counts: Map<string, number>, length: number][][]} */
      const counted = [];
      for (const record of this.records) {
        if (record.at % 150 === 149) await new Promise((done) => setTimeout(done));
        /** @type {Record<string, string>} */
        const texts = { title: record.title, text: record.text, ...record.fields };
        counted.push(names.map((name, place) => {
          const words = this.words.of(texts[name] ?? "").filter((word) => !this.words.stop.has(word));
          const counts = new Map();
          for (const word of words) {
            const stem = this.words.stem(word);
            surfaces.set(word, stem);
            counts.set(stem, (counts.get(stem) ?? 0) + 1);
          }
          lengths[place] += words.length;
          if (words.length) filled[place] += 1;
          return [counts, words.length];
        }));
      }
      const { b } = this.weights;
      for (const record of this.records) {
        counted[record.at].forEach(([counts, length], place) => {
          const norm = length ? 1 - b + (b * length) / (lengths[place] / filled[place]) : 1;
          for (const [stem, count] of counts) {
            let places = this.postings.get(stem);
            if (!places) this.postings.set(stem, (places = new Map()));
            places.set(record.at, (places.get(record.at) ?? 0) + (this.weights.field[names[place]] * count) / norm);
          }
        });
      }
      for (const stem of this.words.alike.keys()) if (!surfaces.has(stem)) surfaces.set(stem, stem);
      this.surfaces = new Map([...surfaces].sort(([one], [other]) => (one < other ? -1 : 1)));
      this.lettersOf = [...this.surfaces.keys()].map((word) => [word, letters(word)]);
      for (const record of this.records) {
        if (record.at % 150 === 149) await new Promise((done) => setTimeout(done));
        this.phrasesOf(record);
        this.pairs(record, []);
        this.titleAsked(record, []);
      }
      return this;
    }

    /* --- finding --- */

    /* What answers a question, best first; whether the book covers it; a number that does not exist; the words to mark. */
    /** @param {string} question @param {string} [book] @param {string} [here] @returns {Found} */
    find(question, book = "", here = "") {
      question = [...question].slice(0, LONGEST).join("").trim();
      /** @type {Map<string, number>} */
      this.marks = new Map();
      /** @param {FoundRecord} record */
      const wanted = (record) => !book || record.books.includes(book);
      const [named, rest, missing] = this.named(question);
      /** @param {Hit[]} hits @param {boolean} isKnown */
      const found = (hits, isKnown) => ({ hits, isKnown, missing, marks: this.marks });
      /** @param {FoundRecord} record @returns {Hit} */
      const sure = (record) => ({ record, score: Infinity, covered: 1 });
      if (named.length && !rest) {
        const kinds = this.words.kindsIn(question);
        const first = [...named].sort((one, other) => Number(kinds.has(other.kind)) - Number(kinds.has(one.kind)));
        return found(first.filter(wanted).map(sure), !missing);
      }
      if (missing && !rest) return found([], false);
      const hits = this.byWords(rest || question, here).filter(({ record }) => wanted(record));
      if (named.length) {
        const inside = new Set(named);
        const first = hits.filter(({ record }) => inside.has(record));
        const seen = new Set(first.map(({ record }) => record));
        return found([...first, ...named.filter((record) => !seen.has(record) && wanted(record)).map(sure), ...hits.filter(({ record }) => !inside.has(record))], true);
      }
      const isKnown = Math.max(0, ...hits.slice(0, 3).map(({ covered }) => covered)) >= KNOWN;
      if (!isKnown && OTHER_KEYS.test(question)) {
        const { marks } = this;
        const meant = this.find(this.words.typed(question.toLowerCase()), book, here);
        if (meant.isKnown && meant.hits.length) return meant;
        this.marks = marks;
      }
      return found(this.withAnswers(hits), isKnown);
    }

    /* After a question that answers comes the rule on which its answer rests. */
    /** @param {Hit[]} hits @returns {Hit[]} */
    withAnswers(hits) {
      if (hits[0]?.record.kind !== "question" || !hits[0].record.rules.length) return hits;
      const { rules } = hits[0].record;
      const best = hits.slice(1).find(({ record }) => rules.includes(record)) ?? { record: rules[0], score: hits[0].score, covered: 1 };
      return [hits[0], best, ...hits.slice(1).filter(({ record }) => record !== best.record)];
    }

    /* --- numbers and names --- */

    /* What the numbers and names of a question name, its other words, and a number that does not exist. */
    /** @param {string} question @returns {[named: FoundRecord[], rest: string, missing: string]} */
    named(question) {
      const whole = /\p{L}\s+\p{L}[^\d]*$|^[+−-]/u.test(question) ? undefined : this.labels.get(bare(question));
      if (whole) return [this.withRules(exactFirst(whole, question), bare(question)), "", ""];
      const found = [];
      const rest = [];
      let key = "";
      let missing = "";
      let card = "";
      const parts = (plain(question).match(/[^\s,;?!()[\]«»"]+/g) ?? []);
      /** @param {string} part */
      const isFiller = (part) => FILLERS.has(part) || this.books.has(part) || this.words.kinds.has(part);
      const only = parts.every((part) => this.label.test(part.replace(/\.+$/, "")) || isFiller(part.replace(/\.+$/, "")));
      for (const part of parts.map((part) => part.replace(/[.:]+$/, ""))) {
        const label = this.label.exec(part);
        if (this.books.has(part) && (only || parts.some((other) => this.label.test(other)))) {
          key = this.books.get(part) ?? "";
          rest.push(part);
        } else if (label && (only || /\d\.\d|\d\d\d|\d[a-zа-я]$|^[a-zа-я]\d/.test(part))) {
          const book = label[1] ?? key;
          const exact = this.labelled(book, card + label[2]);
          const hits = exact.length ? exact : this.labelled(book, label[2]);
          found.push(...hits);
          if (!hits.length) missing = part;
        } else if (part.includes("_")) found.push(...(this.labels.get(bare(part)) ?? this.nearNames(bare(part))));
        else {
          if (part === "card" || part === "карта") card = "c";
          rest.push(part);
        }
      }
      let words = rest.filter((word) => !FILLERS.has(word));
      let here = found;
      if (key && found.length) {
        const inBook = found.filter(({ books }) => books.includes(key.toUpperCase()));
        if (inBook.length) here = inBook;
        words = words.filter((word) => !this.books.has(word));
      }
      if (missing && !found.length) return [this.nearest(missing), only ? "" : words.join(" "), missing];
      const says = this.words.says(words.join(" "));
      return [unique(here), says && (found.length || missing) ? words.join(" ") : "", missing];
    }

    /* What has the number, and then what begins with it. */
    /** @param {string} book @param {string} number */
    labelled(book, number) {
      const key = bare(number);
      const exact = this.labels.get(book + key) ?? [];
      return exact.length ? this.withRules(exactFirst(exact, number), key) : this.beginning(number, book);
    }

    /* A clause comes with its rules and its own clauses, and a rule with the questions and errata about it. */
    /** @param {FoundRecord[]} named @param {string} key */
    withRules(named, key) {
      const rules = named.flatMap((record) => (record.kind === "clause" ? [record, ...this.inside(record)] : [record]));
      if (/^\d+$/.test(key) && named.some(({ kind }) => kind === "clause")) rules.push(...this.beginning(key, "").filter((record) => !rules.includes(record)));
      const about = this.records.filter(({ kind }) => kind === "question" || kind === "erratum");
      return [...unique(rules), ...about.filter((record) => record.rules.some((rule) => rules.includes(rule)))];
    }

    /* The rules of a clause, then those of the clauses in it. */
    /** @param {FoundRecord} clause */
    inside(clause) {
      const rules = this.records.filter(({ kind }) => kind === "rule");
      return [...rules.filter(({ id }) => clauseOf(id) === clause.id), ...rules.filter(({ id }) => id.startsWith(`${clause.id}.`))];
    }

    /* Clauses that begin with the digits that were typed so far. */
    /** @param {string} digits @param {string} book */
    beginning(digits, book) {
      const key = bare(digits);
      return this.records.filter(({ kind, id, books }) => kind === "clause" && (!book || books[0] === book.toUpperCase()) && bare(id.split(" ")[1]).startsWith(key));
    }

    /* The clauses whose numbers come nearest to one that does not exist. */
    /** @param {string} number */
    nearest(number) {
      const [, ofBook = "", digits = ""] = this.label.exec(number) ?? [];
      const book = ofBook.toUpperCase();
      const hasLetter = /^[a-z]/.test(digits);
      /** @param {string} text */
      const numbersOf = (text) => [...(text.match(/\d+/g) ?? []).map(Number), 0, 0, 0, 0, 0].slice(0, 5);
      const wanted = numbersOf(number);
      /** @param {FoundRecord} record */
      const far = (record) => numbersOf(record.id).map((one, place) => Math.abs(one - wanted[place]));
      const clauses = this.records.filter(({ kind, books, id }) => kind === "clause" && (!book || books[0] === book) && /^\p{L}/u.test(id.split(" ")[1]) === hasLetter).map((record) => /** @type {[FoundRecord, number[]]} */ ([record, far(record)]));
      clauses.sort(([one, a], [other, b]) => a.map((value, place) => value - b[place]).find(Boolean) ?? one.at - other.at);
      return clauses.slice(0, NEAR).map(([record]) => record);
    }

    /* Identifiers that may have been misspelt. */
    /** @param {string} name */
    nearNames(name) {
      const far = [...this.labels].filter(([, [record]]) => record.kind === "name").map(([key, records]) => /** @type {[number, FoundRecord[]]} */ ([distance(name, key, 2), records]));
      const near = Math.min(3, ...far.map(([value]) => value));
      return near > 2 ? [] : far.filter(([value]) => value === near).flatMap(([, records]) => records);
    }

    /* --- words --- */

    /** @param {string} question @param {string} here */
    byWords(question, here) {
      const { weights } = this;
      const words = this.words.of(question);
      const all = words.filter((word) => !this.words.stop.has(word));
      const saying = all.length ? all : words;
      const topics = saying.filter((word) => !this.words.kinds.has(word));
      const asked = unique(topics.length ? topics : saying);
      const sums = new Map();
      /** @type {string[]} */
      const stems = [];
      let total = 0;
      let lost = 0;
      asked.forEach((word, place) => {
        const groups = this.lookUp(word, place === asked.length - 1);
        stems.push(groups.length ? groups[0][0] : this.words.stem(word));
        if (!groups.length) {
          lost += Math.log(1 + this.records.length);
          return;
        }
        for (const [stem, weight] of groups) this.marks.set(stem, Math.max(weight, this.marks.get(stem) ?? 0));
        const rarity = groups[0][2];
        total += rarity;
        for (const [at, [score, worth]] of this.scores(groups)) {
          const sum = sums.get(at) ?? { score: 0, rarity: 0, certain: 0 };
          sum.score += score;
          sum.rarity += rarity;
          sum.certain += rarity * (worth === weights.begun ? 1 : worth);
          sums.set(at, sum);
        }
      });
      if (!sums.size) return [];
      const whole = total + lost * weights.unknown;
      const counts = words.some((word) => this.words.amounts.has(word));
      const odds = words.some((word) => this.words.odds.has(word));
      const games = this.gamesNamed(stems, here);
      const hits = new Map();
      for (const [at, sum] of sums) {
        const record = this.records[at];
        let { score } = sum;
        score *= (sum.rarity / total) ** weights.coverage * weights.kind[record.kind];
        score *= this.titleAsked(record, stems) * (record.books.length ? Math.max(...record.books.map((book) => games.get(book) ?? 1)) : 1);
        if (counts && record.kind === "rule" && this.hasNumber(record)) score *= weights.amount;
        if (odds && record.kind === "calculator") score *= weights.odds;
        hits.set(at, { record, score, covered: sum.certain / whole });
      }
      for (const { record, score } of [...hits.values()]) {
        for (const rule of record.rules) {
          const other = hits.get(rule.at);
          if (other) other.score += (score * weights.passed[record.kind]) / record.rules.length;
        }
      }
      const ranked = [...hits.values()].sort(rank);
      const best = ranked.slice(0, MOST);
      const phrase = this.phrase(question);
      for (const hit of best) {
        hit.score *= 1 + weights.together * this.pairs(hit.record, stems);
        hit.score *= 1 + weights.sameQuestion * Math.max(0, ...this.phrasesOf(hit.record).map((other) => this.likeness(phrase, other)));
      }
      return this.askedKindsFirst([...best.sort(rank), ...ranked.slice(MOST)], question);
    }

    /* Who asks for a calculator, and about what, wants the calculator about that before all else. */
    /** @param {Hit[]} hits @param {string} question */
    askedKindsFirst(hits, question) {
      const kinds = this.words.kindsIn(question);
      const best = hits[0].score;
      for (const hit of hits) if (kinds.has(hit.record.kind) && hit.covered >= KNOWN) hit.score += best;
      return kinds.size ? hits.sort(rank) : hits;
    }

    /* How much a rulebook is meant, by a name of its own in the question, or because it is being read. */
    /** @param {string[]} stems @param {string} here */
    gamesNamed(stems, here) {
      const games = new Map(here ? [[here, this.weights.here]] : []);
      for (const stem of stems) {
        const books = this.games.get(stem);
        if (books?.size === 1) games.set([...books][0], this.weights.game);
      }
      return games;
    }

    /** @param {FoundRecord} record */
    hasNumber(record) {
      record.hasNumber ??= NUMBER_IN_TEXT.test(record.text.replace(REFERENCE, ""));
      return record.hasNumber;
    }

    /* How much is said by a word that stands in so many records. */
    /** @param {number} count */
    rarity(count) {
      return Math.log(1 + this.records.length / (count || 1));
    }

    /** @param {string[]} stems */
    rarityOf(stems) {
      return this.rarity(new Set(stems.flatMap((stem) => [...(this.postings.get(stem)?.keys() ?? [])])).size);
    }

    /** @param {string} word @param {boolean} isLast */
    lookUp(word, isLast) {
      const key = `${word} ${isLast}`;
      const seen = this.seen.get(key) ?? this.meant(word, isLast);
      this.seen.set(key, seen);
      return seen;
    }

    /* What to look for: the word, those that are alike, those that begin with it, or else what may be meant. */
    /** @param {string} word @param {boolean} isLast @returns {Wanted[]} */
    meant(word, isLast) {
      const { weights } = this;
      const found = this.knownWord(word);
      const isNumber = hasDigit(word);
      if (isNumber && "+-".includes(word[0])) found.push(...this.knownWord(word.slice(1)).map(([stem, weight, rarity]) => /** @type {Wanted} */ ([stem, weight * 0.5, rarity])));
      /** @type {Wanted[]} */
      let begun = [];
      if (isLast && word.length > 1 && !isNumber) begun = this.ofSurfaces(word, this.beginningWith(word), weights.begun);
      if (found.length || begun.length || isNumber) return [...found, ...begun];
      for (const other of this.words.others(word)) {
        const meant = this.knownWord(other);
        if (meant.length) return meant;
      }
      for (const other of [word, ...this.words.others(word)]) {
        const begins = other.length > 3 ? this.beginningWith(other) : [];
        if (begins.length) return this.ofSurfaces(word, begins, weights.misspelt);
      }
      return this.misspelt(word);
    }

    /** @param {string} start */
    beginningWith(start) {
      return this.lettersOf.filter(([one]) => one.startsWith(start)).map(([one]) => one);
    }

    /** @param {string} word @returns {Wanted[]} */
    misspelt(word) {
      for (const other of [word, ...this.words.others(word).slice(-1)]) {
        const most = other.length < 4 ? 0 : other.length < 7 ? 1 : 2;
        if (!most) continue;
        const meant = this.nearTo(other, most);
        if (meant.length) {
          const groups = this.ofSurfaces(other, meant, this.weights.misspelt);
          return [...groups, ...this.knownWord(meant[0]).filter(([stem]) => !groups.some(([known]) => known === stem))];
        }
      }
      return [];
    }

    /* The words of the book that are least far from a word. */
    /** @param {string} word @param {number} most */
    nearTo(word, most) {
      const own = letters(word);
      let near = most;
      /** @type {string[]} */
      let found = [];
      for (const [one, theirs] of this.lettersOf) {
        if (Math.abs(one.length - word.length) > near || ones(own ^ theirs) > 2 * near) continue;
        const far = distance(word, one, near);
        if (far > near) continue;
        if (far < near) found = [];
        near = far;
        found.push(one);
      }
      return found;
    }

    /* The word and those that are alike; a rare one of these is worth no more than all of them together. */
    /** @param {string} word @returns {Wanted[]} */
    knownWord(word) {
      const stem = this.words.stem(word);
      const alike = (this.words.alike.get(stem) ?? []).filter((other) => this.postings.has(other));
      /** @type {Wanted[]} */
      const own = this.postings.has(stem) ? [[stem, 1, this.rarity(this.postings.get(stem)?.size ?? 0)]] : [];
      if (!own.length && !alike.length) return [];
      const common = this.rarityOf([stem, ...alike]);
      return [...own, ...alike.map((other) => /** @type {Wanted} */ ([other, this.weights.alike, common]))];
    }

    /** @param {string} word @param {string[]} surfaces @param {number} weight @returns {Wanted[]} */
    ofSurfaces(word, surfaces, weight) {
      const own = this.words.stem(word);
      const stems = unique([...surfaces].sort(byLength).slice(0, 30).flatMap((one) => this.surfaces.get(one) ?? [])).filter((stem) => stem !== own && this.postings.has(stem));
      const common = this.rarityOf(stems);
      return stems.map((stem) => [stem, weight, common]);
    }

    /* The best score of each record, and what the word is worth by which it was found. */
    /** @param {Wanted[]} groups */
    scores(groups) {
      const { k } = this.weights;
      const best = new Map();
      for (const [stem, weight, rarity] of groups) {
        for (const [at, often] of this.postings.get(stem) ?? []) {
          const score = (weight * rarity * often * (k + 1)) / (often + k);
          const known = best.get(at);
          if (!known || score > known[0]) best.set(at, [score, weight]);
        }
      }
      return best;
    }

    /* Who names a thing by all the words of its title means it; by no other words, nothing else. */
    /** @param {FoundRecord} record @param {string[]} asked */
    titleAsked(record, asked) {
      if (record.kind === "rule") return 1;
      record.titles ??= [record.title, ...(record.kind === "term" ? record.words : [])].map((name) => unique(this.words.stems(name)));
      let best = 1;
      for (const title of record.titles) {
        if (record.kind === "place" && this.isPartOfName(asked, title)) return this.weights.exactTitle;
        if (!title.length || !title.every((word) => asked.includes(word))) continue;
        if (title.length === asked.length && record.kind !== "question") return this.weights.exactTitle;
        if (title.length > 1) best = this.weights.wholeTitle;
      }
      return best;
    }

    /* Whether somebody is called by a part of his name, such as Caesar. */
    /** @param {string[]} asked @param {string[]} title */
    isPartOfName(asked, title) {
      return asked.every((word) => title.includes(word)) && asked.some((word) => this.names.has(word));
    }

    /* How many of the words that stand together in the question stand together in the record. */
    /** @param {FoundRecord} record @param {string[]} asked */
    pairs(record, asked) {
      const sequence = (record.sequence ??= this.words.stems(`${record.title} ${record.text}`).map((word) => this.words.group(word)));
      const groups = asked.map((word) => this.words.group(word));
      return groups.slice(1).filter((second, before) => sequence.some((word, at) =>
        word === groups[before] && (sequence[at + 1] === second || sequence[at - 1] === second))).length;
    }

    /* --- phrases --- */

    /* The words of a question, each as its group, with what it asks for: who, where, when. */
    /** @param {string} text */
    phrase(text) {
      const found = new Map();
      for (const word of this.words.of(text)) {
        const asked = this.words.asks.get(word);
        if (asked !== undefined) found.set(asked, 1);
        else if (!this.words.stop.has(word)) {
          const stem = this.words.stem(word);
          found.set(this.words.group(stem), this.rarity(this.postings.get(stem)?.size ?? 0));
        }
      }
      return found;
    }

    /** @param {FoundRecord} record */
    phrasesOf(record) {
      const phrases = this.phrases.get(record) ?? record.phrases.map((text) => this.phrase(text));
      this.phrases.set(record, phrases);
      return phrases;
    }

    /* How much two phrases have in common, from 0 to 1. */
    /** @param {Map<string, number>} one @param {Map<string, number>} other */
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

    /* Words of the book that look like those asked for. */
    /** @param {string} question */
    near(question) {
      /** @param {string} word */
      const known = (word) => this.surfaces.has(word);
      return unique(this.words.of(question).filter((word) => word.length > 3 && !known(word)).flatMap((word) =>
        this.nearTo(word, 2).sort(byLength).slice(0, 2))).slice(0, 3);
    }
  }

  return { Finder };
})();
