import { assay } from "@assay/site/assay";
import { queryOptions } from "@tanstack/react-query";

export function signOffsQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId, "sign-offs"],
    queryFn: async ({ signal }) => (await assay()).signOffs.list(runId, { signal }),
  });
}
