import { assayQuery } from "@assay/site/assay-query";
import { DOCUMENTS_KEY } from "../queries.ts";

const VERSIONS_MAX = 200;

/** The newest that have stood at the places of a document. */
export function versionsQuery(documentId: string) {
  return assayQuery([...DOCUMENTS_KEY, "versions", documentId], ({ documents }, options) =>
    documents.versions(documentId, options).page({ limit: VERSIONS_MAX }),
  );
}

/** How the text of one document became that of another. */
export function comparisonQuery(from: string, to: string) {
  return assayQuery([...DOCUMENTS_KEY, "compare", from, to], ({ documents }, options) =>
    documents.compare(to, from, options),
  );
}
