import type { TextEncoding } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshDocuments } from "./refresh-documents.ts";

/** Starts a FAILED document again, or one whose reading is unsure: then in the encoding that a person chose. */
export function useReprocess(documentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (choice: { encoding?: TextEncoding }) => (await assay()).documents.reprocess(documentId, choice),
    onSettled: () => refreshDocuments(queries, [documentId]),
  });
}
