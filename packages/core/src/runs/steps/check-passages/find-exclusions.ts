import type { DocumentError } from "@assay/contract";
import { fileKey } from "../../../documents/register-upload.ts";
import { findInstructionLikeText } from "../../../documents/stages/flag-instructions.ts";
import { storedFileFailure } from "../../../documents/stored-files.ts";
import type { RunServices } from "../../open-run.ts";
import type { RunRow } from "../../to-run.ts";
import type { Passage, Texts } from "./load-batch.ts";

const FILES_AT_A_TIME = 8;

/** The passage speaks to the model that reads it: no assessor sees it. */
export const ADDRESSES_MODEL = "ADDRESSES_MODEL";

/** The documents whose stored file is not what was uploaded, each with what is wrong with it. */
export async function findBrokenFiles(
  files: RunServices["files"],
  run: RunRow,
  passages: readonly Passage[],
): Promise<Map<string, DocumentError>> {
  const broken = new Map<string, DocumentError>();
  const distinct = [...new Map(passages.map((passage) => [passage.documentId, passage.document]))];
  const check = async ([documentId, document]: (typeof distinct)[number]) => {
    if (!document) return;
    const failure = storedFileFailure(document, await files.stat(fileKey({ tenantId: run.tenantId, documentId })));
    if (failure) broken.set(documentId, failure);
  };
  for (let at = 0; at < distinct.length; at += FILES_AT_A_TIME)
    await Promise.all(distinct.slice(at, at + FILES_AT_A_TIME).map(check));
  return broken;
}

/** Why a passage is no evidence of the run; undefined where it is. */
export function exclusionOf(
  { documentId, document, chunk }: Passage,
  broken: ReadonlyMap<string, DocumentError>,
  texts: Texts,
): string | undefined {
  if (!document || !chunk) return "DELETED";
  if (broken.has(documentId)) return broken.get(documentId)!.code;
  if (document.status !== "READY") return "NOT_READY";
  const segment = texts.get(`${documentId}/${chunk.segmentIndex}`);
  const from = chunk.startOffset - (segment?.startOffset ?? 0);
  if (segment?.text.slice(from, from + chunk.content.length) !== chunk.content) return "TEXT_MISMATCH";
  // Looked for again, as an earlier release may have known fewer forms.
  const isFlagged = chunk.flaggedRanges.some(({ reason }) => reason === "INSTRUCTION");
  return isFlagged || findInstructionLikeText(chunk.content).length > 0 ? ADDRESSES_MODEL : undefined;
}
