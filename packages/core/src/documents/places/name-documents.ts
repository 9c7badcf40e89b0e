import { type FileType, FORMATS, formatOfExtension, isContainer, isMessage } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import { documents, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { AuditEvent } from "../../audit/audit-event.ts";
import { sha256Hex } from "../../digest.ts";
import { enqueue } from "../../jobs/job.ts";
import type { DocumentRow } from "../to-document.ts";
import { BY_HAND } from "./list-places.ts";

export type Named = Pick<
  DocumentRow,
  "id" | "tenantId" | "originalFilename" | "givenFilename" | "readAs" | "fileType" | "status"
>;

/** What holds a live document, and so gives it a name. */
export interface Holds {
  /** An upload without a place holds it. */
  readonly byUpload: boolean;
  readonly places: readonly { readonly source: string; readonly path: string; readonly filename: string | null }[];
  /** Its names in the live archives and mails that contain it. */
  readonly memberNames: readonly string[];
}

/**
 * The name of a document that is held so, by this alone: the one that a person uploaded it under without a place, else of the
 * first place by source and path, else the first of its names in archives and mails.
 */
export function nameBy({ byUpload, places, memberNames }: Holds, given: string): string {
  if (byUpload || places.some(({ source }) => source === BY_HAND)) return given;
  const [place] = [...places].sort((one, other) => compare(one.source, other.source) || compare(one.path, other.path));
  if (place) return place.filename ?? place.path.slice(place.path.lastIndexOf("/") + 1);
  return [...memberNames].sort(compare)[0] ?? given;
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/**
 * Gives a document another name. What was made of it by the old one is made again: see `renewDocuments`. Returns the audit
 * event, which the caller records last.
 */
export async function renameDocument(tx: Transaction, row: Named, name: string): Promise<AuditEvent> {
  const fileType = typeAs(row, name);
  const wasRead = row.status === "READY" || row.status === "FAILED";
  const isUnread = row.status === "UPLOADED" && fileType === row.fileType && row.readAs === null;
  const readAs = isUnread || isContainer(row.fileType) ? null : (row.readAs ?? row.originalFilename);
  await tx
    .update(documents)
    .set({
      originalFilename: name,
      givenFilename: row.givenFilename ?? row.originalFilename,
      fileType,
      // What is being read may have used either name meanwhile.
      readAs: wasRead && readAs === name ? null : readAs,
    })
    .where(and(eq(documents.tenantId, row.tenantId), eq(documents.id, row.id)));
  if (wasRead && readAs !== null && readAs !== name)
    await enqueue(tx, [{ tenantId: row.tenantId, kind: "file", subjectId: row.id, stage: "describe" }]);
  const [before, after] = await Promise.all([row.originalFilename, name].map(sha256Hex));
  const corrections = [{ field: "originalFilename" as const, before: before!, after: after! }];
  return { action: "document.renamed", objectType: "document", objectId: row.id, details: { corrections } };
}

/** What only a name tells apart is what the name says; a mail stays one, as its attachments are documents. */
export function typeAs({ fileType }: { readonly fileType: FileType }, name: string): FileType {
  const named = formatOfExtension(splitExtension(name).extension)?.type;
  return named && isPlain(fileType) && isPlain(named) ? named : fileType;
}

const isPlain = (type: FileType) =>
  FORMATS.some((row) => row.type === type && row.bytes.in === "text") && !isMessage(type);
