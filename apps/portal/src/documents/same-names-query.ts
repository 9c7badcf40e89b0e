import type { Assay, Document } from "@assay/client";
import { assayQuery } from "@assay/site/assay-query";
import { isReplaceable } from "./is-replaceable.ts";
import { DOCUMENTS_KEY } from "./queries.ts";

/** Over all such lookups. */
export const SAME_NAMES_KEY = [...DOCUMENTS_KEY, "same-names"] as const;

/** Most names that are asked for one by one. */
const ASKED_MAX = 10;
/** Most documents that are looked through for more names than those. */
const LISTED_MAX = 2000;
const PAGE_SIZE = 100;
/** What the service takes of a search. */
const NAME_LENGTH_MAX = 200;

type Options = Readonly<{ signal: AbortSignal }>;

/**
 * The documents of exactly these file names that a file can be a new version of, by name, the newest first; null where there
 * are too many documents to look through.
 */
export function sameNamesQuery(files: readonly File[]) {
  const names = [...new Set(files.map(({ name }) => name))].sort();
  return assayQuery([...SAME_NAMES_KEY, names], async (assay, options) => {
    const listed = names.length <= ASKED_MAX ? await ask(assay, names, options) : await listAll(assay, options);
    const wanted = new Set(names);
    return (
      listed &&
      Map.groupBy(
        listed.filter((document) => wanted.has(document.originalFilename) && isReplaceable(document)),
        ({ originalFilename }) => originalFilename,
      )
    );
  });
}

async function ask({ documents }: Assay, names: readonly string[], options: Options): Promise<Document[]> {
  const pages = await Promise.all(
    names.map((name) =>
      documents.list({ q: name.slice(0, NAME_LENGTH_MAX).toWellFormed(), ...options }).page({ limit: PAGE_SIZE }),
    ),
  );
  return [...new Map(pages.flatMap(({ items }) => items).map((document) => [document.id, document])).values()];
}

async function listAll({ documents }: Assay, options: Options): Promise<Document[] | null> {
  const listed: Document[] = [];
  for await (const document of documents.list(options)) {
    if (listed.length >= LISTED_MAX) return null;
    listed.push(document);
  }
  return listed;
}
