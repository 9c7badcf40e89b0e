import { AssayError } from "@assay/contract";
import { type Transaction, uploads } from "@assay/db";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { StoredFile } from "../../ports/file-store.ts";
import type { Context } from "../../tenancy/context.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { isOwn, requireUpload, type UploadRow } from "./find-upload.ts";

/** Also of a line that breaks all the time. */
const PARTS_MAX = 1000;
/** What a file makes of full parts, so that as many may break. */
const FULL_PARTS_MAX = 500;

/** A part of an upload: where it begins in the file, and its number, which is used once. */
export interface Part {
  readonly offset: number;
  readonly number: number;
}

/** How many bytes one part of a file may have. */
export function partBytesOf({ sizeBytes }: Pick<UploadRow, "sizeBytes">, usualBytes: number): number {
  return Math.max(usualBytes, Math.ceil(sizeBytes / FULL_PARTS_MAX));
}

/** Throws INVALID_STATE where the upload goes on elsewhere, with the offset in `details`. */
export function requireOffset(upload: UploadRow, offset: number): void {
  if (upload.receivedBytes !== offset) throw elsewhere(upload);
}

/**
 * Announces a part that will be stored, so that it is deleted should nobody record it. Throws NOT_FOUND, and INVALID_STATE
 * where the upload goes on elsewhere, with the offset in `details`, and without it where it has come in too many.
 */
export function announcePart(ctx: Context, id: string, offset: number): Promise<Part & { readonly upload: UploadRow }> {
  return changeAt(ctx, id, offset, async (tx, isNext) => {
    const [upload] = await tx
      .update(uploads)
      .set({ partsBegun: sql`${uploads.partsBegun} + 1` })
      .where(and(isNext, sql`${uploads.partsBegun} < ${PARTS_MAX}`))
      .returning();
    return upload && { offset, number: upload.partsBegun - 1, upload };
  });
}

/** Records a stored part, unless another came in its place meanwhile. Throws as `announcePart`. */
export function recordPart(
  ctx: Context,
  id: string,
  { offset, number }: Part,
  { sizeBytes, sha256 }: StoredFile,
): Promise<UploadRow> {
  return changeAt(ctx, id, offset, async (tx, isNext) => {
    const [row] = await tx
      .update(uploads)
      .set({
        receivedBytes: offset + sizeBytes,
        parts: sql`array_append(${uploads.parts}, ${number}::int)`,
        partDigests: sql`${uploads.partDigests} || ${JSON.stringify({ [number]: sha256 })}::jsonb`,
      })
      .where(isNext)
      .returning();
    return row;
  });
}

/**
 * Ends an upload in the transaction that makes its document, so that it becomes one document however often its last part
 * comes. Throws as `announcePart`.
 */
export async function endUpload(
  tx: Transaction,
  ctx: Context,
  { id, offset }: { readonly id: string; readonly offset: number },
  { documentId, duplicate }: { readonly documentId: string; readonly duplicate: boolean },
): Promise<void> {
  const ended = await tx
    .update(uploads)
    .set({ receivedBytes: sql`${uploads.sizeBytes}`, documentId, duplicate })
    .where(isNextOf(ctx, id, offset))
    .returning({ id: uploads.id });
  if (ended.length === 0) throw elsewhere(await requireUpload(tx, ctx, id));
}

/** Writes what holds only as long as the upload goes on at this offset. Throws as `announcePart`. */
export async function changeAt<T>(
  ctx: Context,
  id: string,
  offset: number,
  write: (tx: Transaction, isNext: SQL) => Promise<T | undefined>,
): Promise<T> {
  return inTenant(ctx, async (tx) => {
    await requireUpload(tx, ctx, id);
    const written = await write(tx, isNextOf(ctx, id, offset));
    if (written !== undefined) return written;
    const upload = await requireUpload(tx, ctx, id);
    throw upload.receivedBytes === offset && upload.partsBegun >= PARTS_MAX ? tooManyParts(id) : elsewhere(upload);
  });
}

const isNextOf = (ctx: Context, id: string, offset: number): SQL =>
  and(isOwn(ctx, id), eq(uploads.receivedBytes, offset), isNull(uploads.documentId))!;

function elsewhere({ id, receivedBytes }: UploadRow): AssayError {
  return refused(id, `it goes on at offset ${receivedBytes}`, { offset: receivedBytes });
}

function tooManyParts(id: string): AssayError {
  return refused(id, `it came in more than ${PARTS_MAX} parts: begin it again and send larger ones`, {});
}

function refused(id: string, why: string, details: Record<string, unknown>): AssayError {
  return new AssayError("INVALID_STATE", `Cannot take this part of upload '${id}' because ${why}`, { details });
}
