import { AssayError } from "@assay/contract";
import { fileKey, getDocument } from "@assay/core/documents";
import type { Context } from "hono";
import { contentDisposition } from "../content-disposition.ts";
import { UNALTERED } from "../middleware/validators.ts";
import { readRange } from "../read-range.ts";
import type { ApiEnv } from "../variables.ts";

/** A document's original bytes, or the range of them that was asked for. */
export async function sendOriginal(c: Context<ApiEnv, "/api/documents/:id/original">): Promise<Response> {
  const { id, tenantId, originalFilename, sizeBytes, sha256Hash } = await getDocument(c.var.ctx, c.req.param("id"));
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
  if (asked) c.header("Content-Range", `bytes ${start}-${end - 1}/${sizeBytes}`);
  const body = await c.var.services.files.get(fileKey({ tenantId, documentId: id }), asked ?? undefined);
  c.header("Cache-Control", UNALTERED);
  return c.body(body, asked ? 206 : 200, {
    "Content-Type": "application/octet-stream",
    "Content-Length": String(end - start),
    "Content-Disposition": contentDisposition(originalFilename),
    ETag: etag,
  });
}
