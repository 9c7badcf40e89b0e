import type { JudgedPassage } from "../evaluated-evidence.ts";
import type { Support } from "./evidence-rule.ts";

/** The passages that are cited and prove something; all that are cited where none does. */
export function supportingPassages({ citations, citationNotes, evidence }: Support): JudgedPassage[] {
  const weak = new Set(citationNotes.flatMap(({ index, weak }) => (weak ? [index] : [])));
  const sound = citations.filter((_, index) => !weak.has(index));
  const ids = new Set((sound.length > 0 ? sound : citations).map(({ chunkId }) => chunkId));
  return evidence.passages.filter(({ chunkId }) => ids.has(chunkId));
}
