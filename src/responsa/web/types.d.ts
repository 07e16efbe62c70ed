/* What the scripts find around them on our pages, told to the type checker. No page loads this file. */

/** The theme's stream of pages. */
declare const document$: { subscribe(next: () => void): void };

/** The bytes of a script as it was published together with the page, from book.js. */
declare var responsaProve: (name: string) => Promise<ArrayBuffer>;

/** The line of a paper that somebody pasted, from papers.js. */
declare var sentenceOf: ((words: string) => Promise<HTMLElement | null>) | undefined;

/** The dialog, from search.js. */
declare var responsaSearch: { open(question?: string, book?: string): Promise<void> };

/** What can be found: rows of index.js, which the build writes. */
interface SearchIndex {
  readonly books: Record<string, string>;
  readonly called: Record<string, string>;
  readonly words: any;
  readonly alike: string[];
  readonly pages: any[][];
  readonly papers: string[][];
  readonly clauses: any[][];
  readonly rules: any[][];
  readonly questions: any[][];
  readonly terms: any[][];
  readonly errata: any[][];
  readonly names: any[][];
  readonly places: any[][];
}
declare var responsaIndex: SearchIndex;

interface FoundRecord {
  kind: string;
  url: string;
  books: string[];
  title: string;
  text: string;
  id: string;
  words: string[];
  fields: Record<string, string>;
  rules: FoundRecord[];
  phrases: string[];
  at: number;
  asked?: string[];
  terms?: FoundRecord[];
  isNext?: boolean;
  hasNumber?: boolean;
  titles?: string[][];
  sequence?: string[];
}

interface Hit {
  record: FoundRecord;
  score: number;
  /** How much of the question stands in it. */
  covered: number;
}

interface Found {
  hits: Hit[];
  /** Whether the book covers the question. */
  isKnown: boolean;
  /** A number that does not exist. */
  missing: string;
  /** The stems to mark, each with its worth. */
  marks: Map<string, number>;
}

/** A stem to look for, its worth, and how rare it is. */
type Wanted = [stem: string, weight: number, rarity: number];

interface SearchFinder {
  readonly words: { stems(text: string): string[] };
  readonly weights: any;
  readonly records: FoundRecord[];
  learn(): Promise<SearchFinder>;
  find(question: string, book?: string, here?: string): Found;
  near(question: string): string[];
}

/** What finds, from find.js. */
declare var responsaFind: { Finder: new (data: SearchIndex) => SearchFinder };

/** The words of an edition in another language, and those that search in it; the build writes both. */
declare var responsaOwnIndex: SearchIndex | undefined;
declare var responsaEdition: string | undefined;
declare var responsaWords: Record<string, string> | undefined;

/** Words in the language of the page, from copy.js. */
declare var responsaSay: (english: string, ...values: unknown[]) => string;

/** For each rulebook, and for the terms, what its cards say; from files that the build writes. */
declare var responsaCards: Record<string, { title: string; cards: Record<string, string[]>; numbers?: Record<string, string> }>;

/** For each page its title and the ids that stand on it; the build writes it. */
declare module "*/places.js" {
  const places: Record<string, { title: string; ids: string[] }>;
  export default places;
}

/** Whatever a selector finds on our pages is HTML; drawings are looked into by no script. */
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector(selectors: "dialog.search"): HTMLDialogElement | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Navigator {
  /** Chromium alone tells it. */
  readonly connection?: { readonly saveData: boolean };
}
