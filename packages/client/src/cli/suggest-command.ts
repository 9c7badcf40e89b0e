import type { Command } from "./command.ts";
import { type CommandError, usageError } from "./exit-codes.ts";

const EDITS_MAX = 2;

/** The error for a command that there is not, with the nearest one that there is. */
export function suggestCommand(words: readonly string[], commands: readonly Command[]): CommandError {
  const typed = words[0]!;
  const within = commands.filter(({ name }) => name.startsWith(`${typed} `));
  if (within.length > 0)
    return usageError(`'${typed}' needs one more word`, `It is one of: ${within.map(({ name }) => name).join(", ")}.`);
  const near = commands
    .map(({ name }) => ({ name, edits: countEdits(typed, name.split(" ")[0]!) }))
    .sort((a, b) => a.edits - b.edits)[0];
  const fix = near && near.edits <= EDITS_MAX ? `Did you mean \`assay ${near.name}\`?` : "See `assay help`.";
  return usageError(`There is no command '${typed}'`, fix);
}

/** Letters to add, remove or replace to make one word of the other. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
