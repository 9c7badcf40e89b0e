import { listStatements } from "@assay/language/text";
import { countedText } from "../documents/counted-text.ts";
import type { JudgedPassage } from "./evaluated-evidence.ts";
import type { GuardedPassage } from "./guard/note-weakness.ts";

/** Finds a passage by its chunk, with its statements, without what does not count: parsed once, when it is first cited. */
export function readPassages(passages: readonly JudgedPassage[]): (chunkId: string) => GuardedPassage | undefined {
  const given = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const read = new Map<string, GuardedPassage>();
  return (chunkId) => {
    const passage = given.get(chunkId);
    if (passage && !read.has(chunkId)) {
      const text = countedText(passage.text, passage.flaggedRanges);
      read.set(chunkId, { ...passage, text, statements: listStatements(text) });
    }
    return read.get(chunkId);
  };
}
