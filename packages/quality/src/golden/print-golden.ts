import { REVIEWED_STATUSES } from "@assay/contract";
import { describeBound, type GoldenCases } from "@assay/core/reviews";

const KINDS = ["DESIGN", "OPERATION", "BOTH", null] as const;

/** Says how far verdicts agree with what people said, and how often a green light may be wrong, by what is asked for. */
export function printGolden({ cases, notComparable, isCut }: GoldenCases): string {
  const agreed = cases.filter(({ right, said }) => right === said).length;
  const kinds = KINDS.filter((kind) => cases.some((each) => each.kind === kind));
  return [
    `${cases.length} reviewed verdicts, of which ${agreed} as the reviewer says.`,
    ...(notComparable > 0
      ? [`${notComparable} more cannot be compared: start a run of the same documents with this version first.`]
      : []),
    ...(isCut ? ["There are more reviews than are read: these are of the newest."] : []),
    `COMPLETE: ${boundOf(cases)}.`,
    ...(kinds.length > 1
      ? kinds.map((kind) => `  ${kind ?? "kind not said"}: ${boundOf(cases.filter((each) => each.kind === kind))}.`)
      : []),
    "",
    `| said | ${REVIEWED_STATUSES.map((right) => `right: ${right}`).join(" | ")} |`,
    `|---${"|---".repeat(REVIEWED_STATUSES.length)}|`,
    ...[...REVIEWED_STATUSES, "FAILED" as const].flatMap((said) => {
      const counts = REVIEWED_STATUSES.map(
        (right) => cases.filter((each) => each.said === said && each.right === right).length,
      );
      return said === "FAILED" && counts.every((count) => count === 0) ? [] : [`| ${said} | ${counts.join(" | ")} |`];
    }),
  ].join("\n");
}

function boundOf(cases: GoldenCases["cases"]): string {
  const complete = cases.filter(({ said }) => said === "COMPLETE");
  return describeBound(complete.filter(({ right }) => right !== "COMPLETE").length, complete.length);
}
