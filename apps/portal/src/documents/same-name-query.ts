import { assayQuery } from "@assay/site/assay-query";
import { isReplaceable } from "./is-replaceable.ts";
import { DOCUMENTS_KEY } from "./queries.ts";

/** Over all such lookups. */
export const SAME_NAME_KEY = [...DOCUMENTS_KEY, "same-name"] as const;

/** Most files whose names are looked up before they are sent. */
export const LOOKED_UP_MAX = 20;

const MATCHES_MAX = 100;
/** What the service takes of a search. */
const NAME_LENGTH_MAX = 200;

/** The documents of exactly this file name that a file can be a new version of, the newest first. */
export function sameNameQuery(name: string) {
  return assayQuery([...SAME_NAME_KEY, name], async ({ documents }, options) => {
    const q = name.slice(0, NAME_LENGTH_MAX).toWellFormed();
    const page = await documents.list({ q, ...options }).page({ limit: MATCHES_MAX });
    return page.items.filter((document) => document.originalFilename === name && isReplaceable(document));
  });
}
