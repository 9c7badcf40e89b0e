import { AssayError } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { beginUpload, discardUpload, getDocument, getUpload } from "@assay/core/documents";
import type { Context } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import { invalid } from "../middleware/invalid.ts";
import { checkFilename } from "../upload/check-file.ts";
import { takeParts } from "../upload/take-parts.ts";
import { readCount, readMetadata, requirePart, requireTus, TUS_VERSION, tusHeaders } from "../upload/tus-headers.ts";

/** Uploads that go on after a break, by tus 1.0 with creation, termination and expiration. */
export const resumableUploads = serve(
  bind(operations.documents.beginUpload, async (c) => {
    const { ctx, services } = c.var;
    const { headers } = speakTus(c);
    const { maxUploadBytes, quota, resumable } = services.settings;
    const sizeBytes = readCount(headers, "Upload-Length");
    const { filename, versionOf, fields } = readMetadata(headers);
    checkFilename(filename);
    if (sizeBytes === 0) throw invalid("header", [{ field: "Upload-Length", issue: "must not be 0" }]);
    if (sizeBytes > maxUploadBytes)
      throw new AssayError(
        "FILE_TOO_LARGE",
        `Cannot accept a file because it must have at most ${maxUploadBytes} bytes`,
        {
          details: { limitBytes: maxUploadBytes },
        },
      );
    if (versionOf !== undefined) await getDocument(ctx, versionOf);
    const upload = await beginUpload(
      ctx,
      { filename, fields, versionOf, sizeBytes },
      { quota, keepMs: resumable.keepMs },
    );
    return c.body(null, 201, { ...tusHeaders(upload), Location: `/api/uploads/${upload.id}` });
  }),
  bind(operations.documents.resumableUpload, async (c) => {
    speakTus(c);
    const row = await getUpload(c.var.ctx, c.req.param("uploadId"));
    const { id, filename, sizeBytes, receivedBytes, duplicate, documentId } = row;
    const document = documentId === null ? null : await getDocument(c.var.ctx, documentId);
    const upload = { id, filename, sizeBytes, receivedBytes, expiresAt: row.expiresAt.toISOString(), duplicate };
    return c.json({ upload, document }, 200, tusHeaders(row));
  }),
  bind(operations.documents.sendPart, async (c) => {
    const { headers } = speakTus(c);
    requirePart(headers);
    const offset = readCount(headers, "Upload-Offset");
    const upload = await takeParts(c.var, c.req.param("uploadId"), offset, c.req.raw);
    return c.body(null, 204, tusHeaders(upload));
  }),
  bind(operations.documents.discardUpload, async (c) => {
    speakTus(c);
    await c.var.services.dispatcher.dispatch(await discardUpload(c.var.ctx, c.req.param("uploadId")));
    return c.body(null, 204, { "Tus-Resumable": TUS_VERSION });
  }),
);

/** Throws VALIDATION_ERROR for another version of the protocol, next to the one that is spoken. */
function speakTus(c: Context): Request {
  c.header("Tus-Version", TUS_VERSION);
  requireTus(c.req.raw.headers);
  return c.req.raw;
}
