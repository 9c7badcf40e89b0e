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
    const listed =
      names.length <= ASKED_MAX
        ? await ask(assay, names, options)
        : await listAtMost(assay.documents.list({ isEvidence: true, parentDocumentId: "none", ...options }));
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

/** By name, each as far as there are documents of it. */
async function ask({ documents }: Assay, names: readonly string[], options: Options): Promise<Document[] | null> {
  const found = await Promise.all(
    names.map((name) => {
      const q = name.slice(0, NAME_LENGTH_MAX).toWellFormed();
      return listAtMost(documents.list({ q, isEvidence: true, parentDocumentId: "none", ...options }));
    }),
  );
  if (found.includes(null)) return null;
  return [...new Map(found.flatMap((each) => each ?? []).map((document) => [document.id, document])).values()];
}

async function listAtMost(list: AsyncIterable<Document>): Promise<Document[] | null> {
  const listed: Document[] = [];
  for await (const document of list) {
    if (listed.length >= LISTED_MAX) return null;
    listed.push(document);
  }
  return listed;
}
