import type { Citation, CitationNote, DocumentState, WeakReason } from "@assay/contract";
import type { AnsweredDocument } from "../ports/assessor.ts";
import type { EvaluatedEvidence } from "./evaluated-evidence.ts";
import { WEAKNESS_OF_STATE } from "./guard/weakness-of-state.ts";

/**
 * The notes of the guard, and next to them what the assessor itself says of the cited documents: one that it takes for a
 * draft, or for another organisation's, proves nothing by its citations.
 */
export function noteStatedDocuments(
  notes: readonly CitationNote[],
  documents: readonly AnsweredDocument[],
  { citations, passages }: { readonly citations: readonly Citation[] } & Pick<EvaluatedEvidence, "passages">,
): CitationNote[] {
  const documentIds = new Map(passages.map(({ chunkId, documentId }) => [chunkId, documentId]));
  const stated = new Map(documents.map(({ chunkId, state }) => [documentIds.get(chunkId), weaknessOf(state)]));
  const known = new Map(notes.map((note) => [note.index, note]));
  return citations.flatMap(({ documentId }, index) => {
    const note = known.get(index);
    const weak = note?.weak ?? stated.get(documentId);
    return note || weak ? [{ index, ...note, ...(weak && { weak }) }] : [];
  });
}

/** Of an answer as it is asked for, and of one that says it in words. */
function weaknessOf(state: string): WeakReason | undefined {
  return WEAKNESS_OF_STATE[
    state
      .trim()
      .toUpperCase()
      .replace(/[\s-]+/g, "_") as DocumentState
  ];
}
