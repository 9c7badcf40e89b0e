import { formatCount } from "../format-count.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Style, Terminal } from "../terminal/terminal.ts";

const PROBLEMS_MAX = 20;
const RESULTS = {
  PROVED: { label: "proved", style: "green" },
  NOT_PROVED: { label: "not proved", style: "yellow" },
  FAILED: { label: "FAILED", style: "red" },
} as const satisfies Record<string, { label: string; style: Style }>;

interface Checked<Name extends string> {
  readonly check: Name;
  readonly result: keyof typeof RESULTS;
  readonly problems: readonly string[];
}

/** Each check with its result, and what is wrong with it. */
export function printChecks<Name extends string>(
  terminal: Terminal,
  checks: readonly Checked<Name>[],
  says: Readonly<Record<Name, string>>,
): void {
  const width = Math.max(...checks.map(({ check }) => check.length));
  for (const { check, result, problems } of checks) {
    const { label, style } = RESULTS[result];
    terminal.print(`${terminal.paint(style, label.padEnd(10))}  ${check.padEnd(width)}  ${says[check]}`);
    for (const problem of problems.slice(0, PROBLEMS_MAX)) terminal.print(`            ${toOneLine(problem)}`);
    if (problems.length > PROBLEMS_MAX)
      terminal.print(`            and ${formatCount(problems.length - PROBLEMS_MAX, "more problem")}`);
  }
}
