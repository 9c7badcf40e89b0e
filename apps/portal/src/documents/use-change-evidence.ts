import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DOCUMENTS_KEY } from "./queries.ts";

/** Takes a document out of later runs, or brings it back. */
export function useChangeEvidence(documentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: "retire" | "restore") => (await assay()).documents[change](documentId),
    onSettled: () => queries.invalidateQueries({ queryKey: DOCUMENTS_KEY }),
  });
}
