import { BASE, hrefWith, type SearchChange } from "@assay/site/location";
import { principal } from "@assay/site/principal";

/** Whether the page shows one run to the holder of an auditor's link, who reaches nothing else. */
export const isAuditor = () => principal() !== undefined;

/** The address of the run's verdicts with what is chosen there: of the workspace, and for an auditor of its own view. */
export function verdictHref(runId: string, chosen: SearchChange = {}): string {
  if (isAuditor()) return hrefWith({ view: null, ...chosen });
  const search = Object.entries({ run: runId, ...chosen }).filter((each): each is [string, string] => each[1] !== null);
  return `${BASE}?${new URLSearchParams(search)}`;
}
