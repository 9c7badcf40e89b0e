import { AssayError } from "@assay/contract";
import { type Transaction, uploads } from "@assay/db";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { StoredFile } from "../../ports/file-store.ts";
import type { Context } from "../../tenancy/context.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { isOwn, requireUpload, type UploadRow } from "./find-upload.ts";

/** Far more than a line that breaks all the time makes of the largest file. */
const PARTS_MAX = 1000;

/** A part of an upload: where it begins in the file, and its number, which is used once. */
export interface Part {
  readonly offset: number;
  readonly number: number;
}

/** Throws INVALID_STATE where the upload goes on elsewhere, with the offset in `details`. */
export function requireOffset(upload: UploadRow, offset: number): void {
  if (upload.receivedBytes !== offset) throw elsewhere(upload);
}

/**
 * Announces a part that will be stored, so that it is deleted should nobody record it. Throws NOT_FOUND, and INVALID_STATE
 * where the upload goes on elsewhere, with the offset in `details`.
 */
export function announcePart(ctx: Context, id: string, offset: number): Promise<Part & { readonly upload: UploadRow }> {
  return change(ctx, id, offset, async (tx, isNext) => {
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
  return change(ctx, id, offset, async (tx, isNext) => {
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

async function change<T>(
  ctx: Context,
  id: string,
  offset: number,
  write: (tx: Transaction, isNext: SQL) => Promise<T | undefined>,
): Promise<T> {
  return inTenant(ctx, async (tx) => {
    await requireUpload(tx, ctx, id);
    const written = await write(tx, isNextOf(ctx, id, offset));
    if (written !== undefined) return written;
    throw elsewhere(await requireUpload(tx, ctx, id));
  });
}

const isNextOf = (ctx: Context, id: string, offset: number): SQL =>
  and(isOwn(ctx, id), eq(uploads.receivedBytes, offset), isNull(uploads.documentId))!;

function elsewhere({ id, receivedBytes, partsBegun }: UploadRow): AssayError {
  const why =
    partsBegun >= PARTS_MAX
      ? `it came in more than ${PARTS_MAX} parts: begin it again and send larger ones`
      : `it goes on at offset ${receivedBytes}`;
  return new AssayError("INVALID_STATE", `Cannot take this part of upload '${id}' because ${why}`, {
    details: { offset: receivedBytes },
  });
}
