import { AssayError, type Document, uploadFields } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import { abandonFiles, fileKey, prepareFiles, registerUpload } from "@assay/core/documents";
import { type Context, requireSameRequest } from "@assay/core/tenancy";
import { Hono } from "hono";
import { keptReply, withIdempotencyKey } from "../middleware/idempotency.ts";
import { limitRate } from "../middleware/limit-rate.ts";
import { role } from "../middleware/role.ts";
import { requireValid } from "../middleware/validate.ts";
import type { ApiServices } from "../services.ts";
import { checkFile, checkFilename } from "../upload/check-file.ts";
import { type FilePart, readForm } from "../upload/read-form.ts";
import { sampleFile } from "../upload/sample-file.ts";
import type { ApiEnv } from "../variables.ts";

const CLAIM_SECONDS = 900;

export const upload = new Hono<ApiEnv>();

upload.post("/api/documents/upload", role("MEMBER"), limitRate("uploads"), async (c) => {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new AssayError(
      "UNSUPPORTED_MEDIA_TYPE",
      `Cannot read the body as it must be multipart/form-data: it is ${type || "not said"}`,
    );
  return withIdempotencyKey(c, CLAIM_SECONDS, async ({ kept, claim }) => {
    const { ctx, services } = c.var;
    const received = await receiveFile(ctx, services, c.req.raw, type);
    const digest = await sha256Hex(
      JSON.stringify(["upload", received.stored.sha256, received.filename, Object.entries(received.fields).sort()]),
    );
    if (kept) {
      await giveUp(ctx, services, received.documentId);
      requireSameRequest(kept, digest);
      return keptReply(c, kept);
    }
    const answer = (document: Document, created: boolean) => ({
      digest,
      status: created ? 201 : 200,
      body: JSON.stringify({ document }),
    });
    const registered = await registerUpload(ctx, received, services.settings.quota, claim && { claim, answer }).catch(
      async (error) => {
        await giveUp(ctx, services, received.documentId);
        throw error;
      },
    );
    if (!registered.created) await giveUp(ctx, services, received.documentId);
    await services.waker.wake(registered.work);
    return c.json({ document: registered.document }, registered.created ? 201 : 200);
  });
});

/** Streams the form's file into the store, counting and hashing on the way, and checks what it is. */
async function receiveFile(ctx: Context, services: ApiServices, request: Request, contentType: string) {
  const { files, settings } = services;
  const [documentId] = await prepareFiles(ctx, 1);
  const sample = sampleFile();
  const store = async ({ filename, body }: FilePart) => {
    checkFilename(filename);
    const key = fileKey({ tenantId: ctx.tenantId, documentId: documentId! });
    const stored = await files.put(key, body.pipeThrough(sample.through), { limitBytes: settings.maxUploadBytes });
    return { filename, stored };
  };
  const reader = (request.body ?? new Blob([]).stream()).getReader();
  try {
    const { file, fields } = await readForm(reader, contentType, store);
    const checked = uploadFields.safeParse(fields);
    if (!checked.success) requireValid("form", checked.error);
    const fileType = checkFile(
      { ...sample.ends(), filename: file.filename, sizeBytes: file.stored.sizeBytes },
      settings.archive,
    );
    return { documentId: documentId!, ...file, fileType, fields: checked.data };
  } catch (error) {
    reader.releaseLock();
    await giveUp(ctx, services, documentId!);
    throw error;
  }
}

// The work item that was left when the file was announced deletes it, now or, should this fail, an hour later.
async function giveUp(ctx: Context, { waker, logger }: ApiServices, documentId: string): Promise<void> {
  try {
    await waker.wake(await abandonFiles(ctx, [documentId]));
  } catch {
    logger.error("upload.abandon_failed", { documentId });
  }
}
