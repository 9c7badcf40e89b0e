import { EXPECTATION_KINDS } from "@assay/contract";
import { describeBound } from "../reviews/upper-bound.ts";
import type { VerdictGroup } from "./report.ts";

const KINDS = [...EXPECTATION_KINDS, null] as const;

/** For each kind of requirement with a COMPLETE, how often one may be wrong by the reviews of the run that count. */
export function wrongCompleteRows(groups: readonly VerdictGroup[]): [label: string, bound: string][] {
  const complete = groups.filter(({ verdict }) => verdict === "COMPLETE");
  const kinds = KINDS.filter((kind) => complete.some((group) => group.kind === kind));
  return kinds.map((kind) => {
    const count = (matches: (group: VerdictGroup) => boolean) =>
      complete
        .filter((group) => group.kind === kind && matches(group))
        .reduce((total, { requirements }) => total + requirements, 0);
    const wrong = count(({ decision, reviewedStatus }) => decision === "CHANGED" && reviewedStatus !== "COMPLETE");
    const reviewed = count(({ decision }) => decision === "AGREED" || decision === "CHANGED");
    const named = kind ?? (kinds.length > 1 ? "kind not said" : null);
    return [
      named === null ? "Wrong COMPLETE" : `Wrong COMPLETE, ${named}`,
      reviewed > 0 ? describeBound(wrong, reviewed) : `none of ${count(() => true)} reviewed, so nothing is known`,
    ];
  });
}
