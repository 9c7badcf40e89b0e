import { knownNames } from "@assay/contract/known-names";
import leven from "leven";
import type { z } from "zod";

/** Letters to add, remove or replace: a third of a name, so that a short one is never taken for another. */
const editsAllowed = (name: string) => Math.max(1, Math.floor(name.length / 3));
const NAMES_SHOWN = 12;

/** Of a body that has thousands of keys, and of one that has a long one. */
const ISSUES_MAX = 20;
const NAME_LENGTH_MAX = 100;

/** An issue for each key that a schema does not know, with the nearest one that it does. */
export function unknownNames(schema: z.ZodType, { path, keys }: z.core.$ZodIssueUnrecognizedKeys) {
  const known = knownNames(schema, path);
  return keys.slice(0, ISSUES_MAX).map((key) => {
    const name = key.slice(0, NAME_LENGTH_MAX);
    return { field: [...path, name].join("."), issue: `is not known: ${advise(name, known)}` };
  });
}

function advise(key: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({
      name,
      edits: leven(key.toLowerCase(), name.toLowerCase(), { maxDistance: editsAllowed(key) + 1 }),
    }))
    .filter(({ edits }) => edits <= editsAllowed(key))
    .sort((a, b) => a.edits - b.edits);
  if (nearest) return `did you mean '${nearest.name}'?`;
  if (known.length === 0) return "no name is";
  const shown = known.slice(0, NAMES_SHOWN).join(", ");
  return known.length > NAMES_SHOWN ? `known names begin with ${shown}` : `known names are ${shown}`;
}
