import { wilson } from "../figure.ts";
import type { MeaningFigure } from "./measure-meaning.ts";

/** A table: of each group, what comes out by wording alone and with the check, with Wilson's interval of COMPLETE. */
export function printMeaning(title: string, figures: readonly MeaningFigure[]): string {
  const rows = figures.map(({ group, n, without, checked }) =>
    [
      group,
      n,
      without.COMPLETE,
      `${checked.COMPLETE} (${interval(checked.COMPLETE, n)})`,
      checked.PARTIAL,
      checked.MISSING,
    ]
      .map(String)
      .join(" | "),
  );
  return [
    `### ${title}`,
    "",
    "| cited with 0.9, and in truth | pairs | COMPLETE by wording | COMPLETE when checked (95 %) | PARTIAL | MISSING |",
    "|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}

function interval(count: number, of: number): string {
  return wilson(count, of)
    .map((share) => `${(share * 100).toFixed(0)} %`)
    .join("–");
}
