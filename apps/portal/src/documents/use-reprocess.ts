import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DOCUMENTS_KEY } from "./queries.ts";

/** Starts a FAILED document again. */
export function useReprocess(documentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await assay()).documents.reprocess(documentId),
    onSettled: () => queries.invalidateQueries({ queryKey: DOCUMENTS_KEY }),
  });
}
