import type { DocumentComparison } from "../generated/types.ts";
import type { Style, Terminal } from "./terminal/terminal.ts";

const SIGNS = { removed: "-", added: "+" } as const;
const STYLES: Readonly<Record<keyof typeof SIGNS, Style>> = { removed: "red", added: "green" };
const WHY = {
  TOO_LARGE: "they are too large",
  TOO_DIFFERENT: "too much of them differs",
} as const;

/** A line for each that was removed or added, with where it begins in its own text. */
export function printComparison(terminal: Terminal, { from, to, changes, incompleteReason }: DocumentComparison): void {
  const names = `${from.originalFilename} and ${to.originalFilename}`;
  if (incompleteReason) {
    terminal.note(`Cannot compare ${names} because ${WHY[incompleteReason]}.`);
    return;
  }
  let differ = false;
  for (const { kind, text, from: removed, to: added } of changes) {
    if (kind === "equal") continue;
    differ = true;
    const at = (removed ?? added)!.start;
    for (const line of text.split("\n").filter((each) => each.trim() !== ""))
      terminal.print(terminal.paint(STYLES[kind], `${SIGNS[kind]} ${at}\t${line}`));
  }
  if (!differ) terminal.note(`${names} say the same.`);
}
