import { assayQuery } from "@assay/site/assay-query";

export function signOffsQuery(runId: string) {
  return assayQuery(["run", runId, "sign-offs"], ({ signOffs }, options) => signOffs.list(runId, options));
}
