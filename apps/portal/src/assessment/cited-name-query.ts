import { queryOptions } from "@tanstack/react-query";
import { findDocumentName } from "./find-document-name.ts";

export function citedNameQuery(runId: string, documentId: string) {
  return queryOptions({
    queryKey: ["run", runId, "cited-name", documentId],
    queryFn: ({ signal }) => findDocumentName(runId, documentId, signal),
    staleTime: 60_000,
  });
}
