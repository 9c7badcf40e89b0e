import { AssayError } from "@assay/contract";
import { getDocument, type OriginalRequest, openOriginal, reportDamage, requireSafe } from "@assay/core/documents";
import type { ByteRange } from "@assay/core/ports";
import type { Context } from "hono";
import { contentDisposition } from "../content-disposition.ts";
import { reportFailure, toAssayError } from "../middleware/errors.ts";
import { UNALTERED } from "../middleware/validators.ts";
import { readRange } from "../read-range.ts";
import type { ApiEnv } from "../variables.ts";

/** A document's original bytes, or the range of them that was asked for. */
export async function sendOriginal(c: Context<ApiEnv, "/api/documents/:id/original">): Promise<Response> {
  const document = await getDocument(c.var.ctx, c.req.param("id"));
  await requireSafe(c.var.ctx.db, document, c.var.services.settings);
  const { id, tenantId, originalFilename, sizeBytes, sha256Hash } = document;
  const etag = `"${sha256Hash}"`;
  // RFC 9110 §14.2: a Range means nothing to any other method.
  const range = c.req.method === "GET" ? c.req.header("Range") : undefined;
  const asked = readRange({ range, ifRange: c.req.header("If-Range"), etag, sizeBytes });
  c.header("Accept-Ranges", "bytes");
  if (asked === "unsatisfiable") {
    c.header("Content-Range", `bytes */${sizeBytes}`);
    throw new AssayError(
      "RANGE_NOT_SATISFIABLE",
      `Cannot send this range because it must begin within the file's ${sizeBytes} bytes: the request asks for '${range}'`,
      { details: { sizeBytes } },
    );
  }
  const { start, end } = asked ?? { start: 0, end: sizeBytes };
  const body = await openSound(c, { id, tenantId, sizeBytes, sha256Hash }, asked ?? undefined);
  if (asked) c.header("Content-Range", `bytes ${start}-${end - 1}/${sizeBytes}`);
  c.header("Cache-Control", UNALTERED);
  return c.body(body, asked ? 206 : 200, {
    "Content-Type": "application/octet-stream",
    "Content-Length": String(end - start),
    "Content-Disposition": contentDisposition(originalFilename),
    ETag: etag,
  });
}

/** The checked bytes. What is damaged is checked as a whole at once, so that nobody relies on it any more. */
async function openSound(
  c: Context<ApiEnv>,
  file: OriginalRequest["file"],
  range: ByteRange | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const { files, dispatcher, logger } = c.var.services;
  const { db } = c.var.ctx;
  const onDamage = async () => {
    try {
      await dispatcher.dispatch(await reportDamage(db, file));
    } catch {
      logger.error("original.check_failed", { documentId: file.id });
    }
  };
  return openOriginal({
    db,
    files,
    file,
    range,
    onDamage,
    // The response has begun: nothing else tells of it.
    onBroken: (error) => reportFailure(c, toAssayError(error), error),
  });
}
