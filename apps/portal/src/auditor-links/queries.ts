import { assayQuery } from "@assay/site/assay-query";

export function linksQuery(runId: string) {
  return assayQuery(["run", runId, "links"], ({ links }, options) => links.list(runId, options).toArray());
}
