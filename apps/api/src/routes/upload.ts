import { AssayError, type Document, type UploadFields, uploadFields, versionFields } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { sha256Hex } from "@assay/core/digest";
import { getDocument } from "@assay/core/documents";
import { requireSameRequest } from "@assay/core/tenancy";
import type { Context } from "hono";
import type { z } from "zod";
import { bind, serve } from "../middleware/bind.ts";
import { keptReply, withIdempotencyKey } from "../middleware/idempotency.ts";
import { type ReceivedFile, receiveFile } from "../upload/receive-file.ts";
import { prepareDestination, registerReceived, rememberIn } from "../upload/register-received.ts";
import type { ApiEnv } from "../variables.ts";

export const upload = serve(
  bind(operations.documents.upload, (c) => take(c as never, uploadFields)),
  bind(operations.documents.addVersion, async (c) => {
    const { id } = await getDocument(c.var.ctx, c.req.param("id"));
    return take(c as never, versionFields, id);
  }),
);

/** Stores the form's file and makes it a document, or the next version of one. */
async function take(c: Context<ApiEnv>, expected: z.ZodType<UploadFields>, versionOf?: string): Promise<Response> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new AssayError(
      "UNSUPPORTED_MEDIA_TYPE",
      `Cannot read the body because it must be multipart/form-data: its Content-Type is ${type || "missing"}`,
    );
  return withIdempotencyKey(c, async ({ kept, claim }) => {
    const { services } = c.var;
    if (kept) {
      requireSameRequest(
        kept,
        await digestOf(await receiveFile(services, c.req.raw, type, { fields: expected }), versionOf),
      );
      return keptReply(c, kept);
    }
    const { documentId, ...destination } = await prepareDestination(c.var);
    const received = await receiveFile(services, c.req.raw, type, {
      fields: expected,
      destination,
      onRefused: rememberIn(c.var.ctx),
    });
    const digest = await digestOf(received, versionOf);
    const answer = (document: Document, created: boolean) => ({
      digest,
      status: created ? 201 : 200,
      body: JSON.stringify({ document }),
    });
    const file = { documentId, ...received, ...(versionOf && { versionOf }) };
    const registered = await registerReceived(c.var, destination, file, claim && { claim, answer });
    return c.json({ document: registered.document }, registered.created ? 201 : 200);
  });
}

function digestOf({ stored, filename, fields }: ReceivedFile<UploadFields>, versionOf?: string): Promise<string> {
  const asked = ["upload", stored.sha256, filename, Object.entries(fields).sort()];
  return sha256Hex(JSON.stringify(versionOf ? [...asked, versionOf] : asked));
}
