import type { SegmentSink } from "../child/segment-sink.ts";

/** Formulas whose values the file does not have: how many of a sheet, and the cell of the first. */
export function warnOfUncomputed(sink: SegmentSink, title: string, { count, first }: { count: number; first: string }) {
  if (count === 0) return;
  const [have, were] =
    count === 1 ? ["one formula has", "its cell was"] : [`${count} formulas have`, "their cells were"];
  sink.warn({
    code: "FORMULAS_NOT_COMPUTED",
    message: `${title}: ${have} no stored value (the first in ${first}), so that ${were} read as blank: open the file in a spreadsheet program, save it and upload it again`,
  });
}
