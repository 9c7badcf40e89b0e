import { wilson } from "@assay/core/retrieval-versions";
import { type Figure, reaches } from "./figure.ts";

export interface Measured {
  readonly title: string;
  readonly figures: readonly Figure[];
}

const HALVES = { tuned: "development", "kept back": "held-out" };
const HEADER = ["what", "half", "n", "share", "95 %", "goal", ""];

/** Returns one Markdown table for each measure, with Wilson's interval next to each share. */
export function printTables(measured: readonly Measured[]): string {
  return measured.map(({ title, figures }) => `### ${title}\n\n${printTable(figures)}`).join("\n\n");
}

function printTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const [low, high] = wilson(figure.count, figure.of);
    const { count, of, what } = figure;
    const half = HALVES[figure.half];
    const share = of === 0 ? "-" : percent(count / of);
    return [what, half, `${count} of ${of}`, share, `${percent(low)}–${percent(high)}`, goalOf(figure), markOf(figure)];
  });
  const widths = HEADER.map((name, at) => Math.max(3, name.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  return [line(HEADER), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function goalOf({ goal }: Figure): string {
  if (!goal) return "";
  return "atMost" in goal ? `≤ ${percent(goal.atMost)}` : `≥ ${percent(goal.atLeast)}`;
}

function markOf(figure: Figure): string {
  return reaches(figure) ? "" : "missed";
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
