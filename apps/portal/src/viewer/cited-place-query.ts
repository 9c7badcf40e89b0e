import { assay } from "@assay/site/assay";
import { queryOptions } from "@tanstack/react-query";
import { type CitedPassage, locateCitation } from "./located-citation.ts";

/** Where a citation is in the document's text as it is now. */
export function citedPlaceQuery(documentId: string, citation: CitedPassage) {
  return queryOptions({
    queryKey: ["cited-place", documentId, citation.chunkId, citation.text],
    queryFn: async ({ signal }) => {
      const { documents } = await assay();
      const { segments } = await documents.segments(documentId, { chunkId: citation.chunkId, signal });
      return locateCitation(citation, segments[0]);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
