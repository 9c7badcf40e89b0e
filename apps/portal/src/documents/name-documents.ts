import type { Document } from "@assay/client";
import { nameOf } from "./name-of.ts";

type Named = Pick<Document, "id" | "uploadedAt" | "title" | "heading" | "originalFilename">;

/** What each of the listed documents is called: of those of one name, the later ones have a number. */
export function nameDocuments(documents: readonly Named[]): ReadonlyMap<string, string> {
  const groups = Map.groupBy(documents, nameOf);
  return new Map(
    [...groups].flatMap(([name, group]) =>
      group
        .toSorted((a, b) => compare(a.uploadedAt, b.uploadedAt) || compare(a.id, b.id))
        .map(({ id }, at): [string, string] => [id, at === 0 ? name : `${name} (${at + 1})`]),
    ),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
