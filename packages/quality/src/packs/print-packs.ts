import { wilson } from "@assay/core/retrieval-versions";
import { draw } from "../meaning/draw.ts";
import type { OfflineWay } from "../offline-meaning/evaluate-offline.ts";
import type { JudgedRequirement } from "../read/evaluate-all.ts";
import { printReadings } from "../read/print-readings.ts";
import type { PackLine } from "./measure-packs.ts";

const SAMPLE = 60;

/** Returns a table: how often each pack is COMPLETE and PARTIAL, by how it is judged. */
export function printPacks(lines: readonly PackLine[]): string {
  return [
    "| pack | offline engine by | COMPLETE | share | 95 % | PARTIAL | share | 95 % |",
    "|---|---|---|---|---|---|---|---|",
    ...lines.map(
      ({ pack, way, complete, partial, of }) =>
        `| ${pack} | ${way} | ${printShare(complete, of)} | ${printShare(partial, of)} |`,
    ),
  ].join("\n");
}

/** Returns a page on which a person marks each of 60 COMPLETE verdicts a way, drawn by seed, as right or wrong. */
export function printSample(complete: ReadonlyMap<OfflineWay, readonly JudgedRequirement[]>, seed: number): string {
  const sections = [...complete].map(([way, judged]) => {
    const drawn = draw(judged, SAMPLE, seed);
    return `## By ${way}: ${drawn.length} of ${judged.length} COMPLETE\n\n${printReadings(drawn)}\n`;
  });
  return ["# Verdicts to judge: mark each with an x\n", ...sections].join("\n");
}

/** Returns what a person marked on such a page. */
export function printJudged(page: string): string {
  const sections = page.split(/^## /m).slice(1);
  return [
    "| verdicts | right | share | 95 % | not marked |",
    "|---|---|---|---|---|",
    ...sections.map((section) => {
      const right = count(section, /\[x\] right/gi);
      const marked = right + count(section, /\[x\] wrong/gi);
      const all = count(section, /\[[ x]\] right/gi);
      return `| ${section.split("\n", 1)[0]} | ${printShare(right, marked)} | ${all - marked} |`;
    }),
  ].join("\n");
}

const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0;

function printShare(part: number, of: number): string {
  const [low, high] = wilson(part, of).map(percent);
  return `${part} of ${of} | ${of === 0 ? "-" : percent(part / of)} | ${low}–${high}`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
