export interface EmbeddingPrefixes {
  readonly query: string;
  readonly document: string;
}

/** What the makers of models put before a text, by the start of their names. */
const KNOWN: readonly (readonly [start: string, prefixes: EmbeddingPrefixes])[] = [
  ["nomic-embed-text", { query: "search_query: ", document: "search_document: " }],
  ["embeddinggemma", { query: "task: search result | query: ", document: "title: none | text: " }],
  ["multilingual-e5-base", { query: "query: ", document: "passage: " }],
  ["multilingual-e5-small", { query: "query: ", document: "passage: " }],
  ["multilingual-e5-large", { query: "query: ", document: "passage: " }],
];

const NONE: EmbeddingPrefixes = { query: "", document: "" };

/** Some with 768 values. */
export const FITTING_MODELS = "nomic-embed-text, embeddinggemma, multilingual-e5-base";

/** The prefixes of a model that is known by its name, no matter who packed it ('hf.co/nomic-ai/nomic-embed-text-v1.5'). */
export function knownPrefixes(model: string): EmbeddingPrefixes {
  const name = model
    .toLowerCase()
    .split("/")
    .at(-1)!
    .replace(/^text-embedding-(?=nomic)/, "");
  return KNOWN.find(([start]) => name.startsWith(start))?.[1] ?? NONE;
}
