import { createHash } from "node:crypto";
import { AssayError, DocumentError, type ErrorCode } from "@assay/contract";
import {
  announcePart,
  getUpload,
  giveUpAt,
  type Part,
  partBytesOf,
  partKey,
  recordPart,
  requireOffset,
  type UploadRow,
} from "@assay/core/documents";
import type { FileStore } from "@assay/core/ports";
import { invalid } from "../middleware/invalid.ts";
import { streamBytes } from "../stream-bytes.ts";
import type { ApiEnv } from "../variables.ts";
import { partsMissing, receiveStored } from "./receive-file.ts";
import { prepareDestination, registerReceived, rememberIn } from "./register-received.ts";
import { type SplitBody, splitBody } from "./split-body.ts";

type Of = Pick<ApiEnv["Variables"], "ctx" | "services" | "renewContext">;

/** What a file is refused for that no further try changes. */
const FINAL: readonly ErrorCode[] = [
  "VALIDATION_ERROR",
  "UNSUPPORTED_FILE_TYPE",
  "ARCHIVE_LIMIT_EXCEEDED",
  "FILE_TOO_LARGE",
  "INTEGRITY_ERROR",
  "NOT_FOUND",
];
/** What proves that a part was not recorded: of any other failure nobody knows whether it came before the commit. */
const UNRECORDED: readonly ErrorCode[] = ["INVALID_STATE", "NOT_FOUND", "VALIDATION_ERROR"];

/**
 * Takes what comes next of an upload, and keeps what has come when the connection breaks. With its last byte it becomes a
 * document. A part is recorded only where the one before it ends, so that of two callers at once one is refused.
 */
export async function takeParts(of: Of, id: string, offset: number, request: Request): Promise<UploadRow> {
  let upload = await getUpload(of.ctx, id);
  requireOffset(upload, offset);
  const length = request.headers.get("Content-Length");
  if (length !== null && offset + Number(length) > upload.sizeBytes) throw tooLong(upload);
  const body = splitBody(request.body);
  try {
    while (await body.hasMore()) upload = await takePart(of, upload, body);
    return upload;
  } finally {
    body.release();
  }
}

async function takePart(of: Of, { id, receivedBytes }: UploadRow, body: SplitBody): Promise<UploadRow> {
  const { ctx, services } = of;
  const giveUp = giveUpIfFinal(of, id, receivedBytes);
  const { upload, ...part } = await announcePart(ctx, id, receivedBytes).catch(giveUp);
  const partBytes = partBytesOf(upload, services.settings.resumable.partBytes);
  const limitBytes = Math.min(partBytes, upload.sizeBytes - receivedBytes);
  if (limitBytes === 0) throw tooLong(upload);
  const key = partKey(upload, part.number);
  const stored = await services.files.put(key, body.take(limitBytes), { limitBytes });
  const isLast = receivedBytes + stored.sizeBytes === upload.sizeBytes;
  try {
    if (!isLast) return await recordPart(ctx, id, part, stored);
    if (await body.hasMore()) throw tooLong(upload);
    await finish(of, upload, { ...part, sha256: stored.sha256 }).catch(giveUp);
  } catch (error) {
    // A part that may be recorded stays until the upload expires; the last one never is.
    if (isLast || isOneOf(error, UNRECORDED)) await deleteParts(of, [key]);
    throw error;
  }
  await deleteParts(of, keysOf(upload, part));
  return getUpload(ctx, id);
}

/** Makes the upload a document. It stays where its last part begins when that fails for now. */
async function finish(of: Of, upload: UploadRow, part: Part & { readonly sha256: string }): Promise<void> {
  const { ctx, services } = of;
  const { filename, sizeBytes, fields, versionOf } = upload;
  const { documentId, ...destination } = await prepareDestination(of);
  const body = streamBytes(readParts(services.files, upload, part));
  const received = await receiveStored(services, { filename, sizeBytes, body }, destination, (error, refused) =>
    rememberIn(ctx)(error, refused, fields),
  );
  const file = { documentId, ...received, fields, ...(versionOf !== null && { versionOf }) };
  await registerReceived(of, destination, { ...file, resumed: { id: upload.id, offset: part.offset } });
}

/** Throws where the upload goes on instead when another attempt of the part has made it a document, and deleted what is missing. */
function giveUpIfFinal({ ctx, services }: Of, id: string, offset: number): (error: unknown) => Promise<never> {
  return async (error) => {
    if (isOneOf(error, FINAL) || staysRefused(error))
      await services.dispatcher.dispatch(await giveUpAt(ctx, id, offset));
    throw error;
  };
}

function isOneOf(error: unknown, codes: readonly ErrorCode[]): error is AssayError {
  return error instanceof AssayError && codes.includes(error.code);
}

/** Of the document whose new version it was to be, or of too many parts; where the upload goes on elsewhere, `details` have an offset. */
function staysRefused(error: unknown): boolean {
  return isOneOf(error, ["INVALID_STATE"]) && !("offset" in (error.details ?? {}));
}

const numbersOf = (upload: UploadRow, last: Part) => [...upload.parts, last.number];

const keysOf = (upload: UploadRow, last: Part) => numbersOf(upload, last).map((part) => partKey(upload, part));

/** Throws INTEGRITY_ERROR for a part that is gone, or is not what was stored. */
async function* readParts(
  files: FileStore,
  upload: UploadRow,
  last: Part & { readonly sha256: string },
): AsyncGenerator<Uint8Array> {
  const digests: UploadRow["partDigests"] = { ...upload.partDigests, [last.number]: last.sha256 };
  for (const number of numbersOf(upload, last)) {
    const part = await files.get(partKey(upload, number)).catch((error: unknown) => {
      throw error instanceof DocumentError && error.code === "OBJECT_MISSING" ? partsMissing() : error;
    });
    const hash = createHash("sha256");
    for await (const chunk of part) {
      hash.update(chunk);
      yield chunk;
    }
    // One that an earlier release recorded has none.
    const expected = digests[number];
    if (expected !== undefined && hash.digest("hex") !== expected) throw partsMissing();
  }
}

/** What cannot be deleted now goes when the upload expires. */
async function deleteParts({ services: { files, logger } }: Of, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.delete(key).catch(() => logger.error("upload.abandon_failed", { key }));
}

function tooLong({ sizeBytes }: UploadRow): AssayError {
  return invalid("body", [{ field: "", issue: `must end with the file, which has ${sizeBytes} bytes` }]);
}
