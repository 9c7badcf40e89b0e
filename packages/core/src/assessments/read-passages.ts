import { listStatements } from "@assay/language/text";
import type { JudgedPassage } from "./evaluated-evidence.ts";
import type { GuardedPassage } from "./guard/note-weakness.ts";

/** Finds a passage by its chunk, with its statements: parsed once, when it is first cited. */
export function readPassages(passages: readonly JudgedPassage[]): (chunkId: string) => GuardedPassage | undefined {
  const given = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const read = new Map<string, GuardedPassage>();
  return (chunkId) => {
    const passage = given.get(chunkId);
    if (passage && !read.has(chunkId)) read.set(chunkId, { ...passage, statements: listStatements(passage.text) });
    return read.get(chunkId);
  };
}
