import { readFileSync } from "node:fs";
import { hashTerm } from "@assay/language/words";
import { parse } from "yaml";
import type { RetrievalSet } from "../retrieval/retrieval-set.ts";

/** Languages with requirements of their own, by code; English is there as evidence for others alone. */
export const LANGUAGES = { de: "German", fr: "French", es: "Spanish", ja: "Japanese" } as const;
export type Language = keyof typeof LANGUAGES;
type EvidenceLanguage = Language | "en";

interface LanguageSet {
  readonly documents: readonly {
    readonly file: string;
    readonly passages: readonly { readonly id?: string; readonly heading: string; readonly text: string }[];
  }[];
  readonly requirements?: readonly { readonly id: string; readonly criterion: string; readonly title: string }[];
}

const HALVES = ["tuned", "kept back"] as const;
export type LanguageHalf = (typeof HALVES)[number];
const SPLIT_SEED = 7;

/** By the subject, so that a subject is kept back in every language or in none. */
const halfOf = (id: string): LanguageHalf => HALVES[hashTerm(id, SPLIT_SEED) & 1]!;

/** The requirements of one language and half with the passages of `evidence`; right is what answers them there. */
export function languageSet(
  language: Language,
  { half, evidence, right }: { half: LanguageHalf; evidence: readonly EvidenceLanguage[]; right: EvidenceLanguage },
): RetrievalSet {
  const queries = (load(language).requirements ?? [])
    .filter(({ id }) => halfOf(id) === half)
    .map(({ id, ...requirement }) => ({ id, ...requirement, relevant: [`${right} ${id}`] }));
  return { queries, passages: evidence.flatMap(passagesOf) };
}

function passagesOf(language: EvidenceLanguage): RetrievalSet["passages"] {
  return load(language).documents.flatMap(({ file, passages }) =>
    passages.map(({ id, heading, text }) => ({
      ...{ group: `${language} ${id ?? `${file} ${heading}`}`, document: file, location: heading },
      ...{ context: null, text },
    })),
  );
}

const loaded = new Map<EvidenceLanguage, LanguageSet>();

function load(language: EvidenceLanguage): LanguageSet {
  const known = loaded.get(language);
  if (known) return known;
  const set: LanguageSet = parse(
    readFileSync(new URL(`../../sets/languages/${language}.yaml`, import.meta.url), "utf8"),
  );
  loaded.set(language, set);
  return set;
}
