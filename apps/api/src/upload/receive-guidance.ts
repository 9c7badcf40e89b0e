import { ingestionFields } from "@assay/contract";
import { abandonIngestionFile, createFileIngestion, ingestionFileKey, prepareIngestionFile } from "@assay/core/corpus";
import type { Context } from "@assay/core/tenancy";
import { requireValid } from "../middleware/validate.ts";
import type { ApiServices } from "../services.ts";
import { checkFile, checkFilename } from "./check-file.ts";
import { type FilePart, readForm } from "./read-form.ts";
import { sampleFile } from "./sample-file.ts";

/** Streams the form's file into the store and makes an ingestion of it; a refused one leaves no file behind. */
export async function receiveGuidance(ctx: Context, services: ApiServices, request: Request, contentType: string) {
  const { files, settings, waker, logger } = services;
  const ingestionId = await prepareIngestionFile(ctx);
  const sample = sampleFile();
  const store = async ({ filename, body }: FilePart) => {
    checkFilename(filename);
    const limits = { limitBytes: settings.maxUploadBytes };
    return {
      filename,
      stored: await files.put(ingestionFileKey(ingestionId), body.pipeThrough(sample.through), limits),
    };
  };
  const reader = (request.body ?? new Blob([]).stream()).getReader();
  try {
    const { file, fields } = await readForm(reader, contentType, store);
    const checked = ingestionFields.safeParse(fields);
    if (!checked.success) requireValid("form", checked.error);
    const { filename, stored } = file;
    const fileType = checkFile({ ...sample.ends(), filename, sizeBytes: stored.sizeBytes }, settings.archive);
    return await createFileIngestion(ctx, { ingestionId, ...checked.data, filename, fileType, stored });
  } catch (error) {
    reader.releaseLock();
    // The work item that was left when the file was announced deletes it, now or, should this fail, an hour later.
    await abandonIngestionFile(ctx, ingestionId)
      .then((work) => waker.wake(work))
      .catch(() => logger.error("ingestion.abandon_failed", { ingestionId }));
    throw error;
  }
}
