import { findFigures, isComparable, meetsFigure } from "@assay/language/quantity";
import type { Candidate } from "./list-candidates.ts";

/** Whether a part asks for a quantity, and a candidate or the text around it states another one in its place. */
export function statesOtherFigure(part: string, { around }: Candidate): boolean {
  const said = findFigures(around);
  return findFigures(part)
    .filter(({ kind, value }) => kind !== "amount" || value !== 1)
    .some((wanted) => {
      const comparable = said.filter((figure) => isComparable(wanted, figure));
      return comparable.length > 0 && !comparable.some((figure) => meetsFigure(wanted, figure));
    });
}
