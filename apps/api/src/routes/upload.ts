import { AssayError, type Document, type UploadFields, uploadFields } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import { abandonFiles, fileKey, prepareFiles, registerUpload } from "@assay/core/documents";
import { requireSameRequest } from "@assay/core/tenancy";
import { Hono } from "hono";
import { keptReply, withIdempotencyKey } from "../middleware/idempotency.ts";
import { limitRate } from "../middleware/limit-rate.ts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { abandonUpload, type ReceivedFile, receiveFile } from "../upload/receive-file.ts";
import type { ApiEnv } from "../variables.ts";

export const upload = new Hono<ApiEnv>();

upload.post(
  "/api/documents/upload",
  role("MEMBER"),
  operation(
    "documents.upload",
    "Uploads a document",
    { 201: "DocumentReply", 200: "DocumentReply" },
    {
      description: "201 with the new document; 200 with the existing one if the tenant already has the same bytes.",
      form: { fields: uploadFields, file: "A document of a supported format, or a ZIP of such." },
      idempotent: true,
      errors: ["FILE_TOO_LARGE", "UNSUPPORTED_FILE_TYPE", "ARCHIVE_LIMIT_EXCEEDED"],
    },
  ),
  limitRate("uploads"),
  async (c) => {
    const type = c.req.header("Content-Type") ?? "";
    if (!/^multipart\/form-data\s*(;|$)/i.test(type))
      throw new AssayError(
        "UNSUPPORTED_MEDIA_TYPE",
        `Cannot read the body because it must be multipart/form-data: its Content-Type is ${type || "missing"}`,
      );
    return withIdempotencyKey(c, async ({ kept, claim }) => {
      const { ctx, services } = c.var;
      if (kept) {
        requireSameRequest(
          kept,
          await digestOf(await receiveFile(services, c.req.raw, type, { fields: uploadFields })),
        );
        return keptReply(c, kept);
      }
      const [documentId] = await prepareFiles(ctx, 1, services.settings);
      const destination = {
        key: fileKey({ tenantId: ctx.tenantId, documentId: documentId! }),
        abandon: () => abandonFiles(ctx, [documentId!]),
      };
      const received = await receiveFile(services, c.req.raw, type, { fields: uploadFields, destination });
      const digest = await digestOf(received);
      const answer = (document: Document, created: boolean) => ({
        digest,
        status: created ? 201 : 200,
        body: JSON.stringify({ document }),
      });
      const file = { documentId: documentId!, ...received };
      const register = async () =>
        registerUpload(await c.var.renewContext(), file, services.settings.quota, claim && { claim, answer });
      const registered = await register().catch(async (error) => {
        await abandonUpload(services, destination);
        throw error;
      });
      if (!registered.created) await abandonUpload(services, destination);
      await services.dispatcher.dispatch(registered.jobs);
      return c.json({ document: registered.document }, registered.created ? 201 : 200);
    });
  },
);

function digestOf({ stored, filename, fields }: ReceivedFile<UploadFields>): Promise<string> {
  return sha256Hex(JSON.stringify(["upload", stored.sha256, filename, Object.entries(fields).sort()]));
}
