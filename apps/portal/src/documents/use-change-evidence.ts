import type { Document } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshDocuments } from "./refresh-documents.ts";

/** Takes a document out of later runs, or brings it back. */
export function useChangeEvidence({ id }: Document) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: "retire" | "restore") => (await assay()).documents[change](id),
    onSettled: () => refreshDocuments(queries),
  });
}
