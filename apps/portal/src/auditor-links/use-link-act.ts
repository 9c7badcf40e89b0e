import type { Assay } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { linksQuery } from "./queries.ts";

/** Does something with the links of a run; they are read again after it. */
export function useLinkAct<Input = void, Result = unknown>(
  runId: string,
  act: (links: Assay["links"], input: Input) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => act((await assay()).links, input),
    onSuccess(result) {
      onDone(result);
      void queries.invalidateQueries({ queryKey: linksQuery(runId).queryKey });
    },
  });
}
