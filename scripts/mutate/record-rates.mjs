// The table of docs/build/metrics.md that says how many faults the tests of a folder notice.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../toolchain.mjs";

const PAGE = join(ROOT, "docs/build/metrics.md");
const HEAD = "| Folder | Mutants tried | Noticed | Rate |\n|---|---|---|---|\n";

/** As rows of a table of Markdown. */
export function tableOf(rates) {
  const row = ({ folder, tried, killed }) =>
    `| \`${folder}\` | ${tried} | ${killed} | ${((100 * killed) / tried).toFixed(1)} % |\n`;
  return HEAD + rates.map(row).join("");
}

/** Replaces the rows of these folders, and keeps those of others. */
export function recordRates(rates) {
  const page = readFileSync(PAGE, "utf8");
  const from = page.indexOf(HEAD);
  if (from < 0)
    throw new Error(`Cannot record rates as docs/build/metrics.md has no table with the head '${HEAD.trim()}'`);
  const [rows] = /^(?:\|.*\n)*/.exec(page.slice(from + HEAD.length));
  const kept = rows
    .split("\n")
    .filter((row) => row && !rates.some(({ folder }) => row.startsWith(`| \`${folder}\` |`)));
  const all = [...kept, ...tableOf(rates).slice(HEAD.length).split("\n").filter(Boolean)].sort();
  writeFileSync(
    PAGE,
    `${page.slice(0, from)}${HEAD}${all.join("\n")}\n${page.slice(from + HEAD.length + rows.length)}`,
  );
}
