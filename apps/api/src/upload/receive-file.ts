import type { FileType } from "@assay/contract";
import type { JobRef } from "@assay/core/jobs";
import type { StoredFile } from "@assay/core/ports";
import type { z } from "zod";
import { requireValid } from "../middleware/validate.ts";
import type { ApiServices } from "../services.ts";
import { checkFile, checkFilename } from "./check-file.ts";
import { type FilePart, readForm } from "./read-form.ts";
import { sampleFile } from "./sample-file.ts";

/** Where the file of a form goes. */
export interface Destination<Fields> {
  /** Announced in the store's name, so that what is never registered is deleted. */
  readonly key: string;
  readonly fields: z.ZodType<Fields>;
  /** Deletes the file now. */
  abandon(): Promise<readonly JobRef[]>;
}

export interface ReceivedFile<Fields> {
  readonly filename: string;
  readonly fileType: FileType;
  readonly stored: StoredFile;
  readonly fields: Fields;
}

/** Streams the form's file into the store, counting and hashing on the way, and checks what it is. */
export async function receiveFile<Fields>(
  services: ApiServices,
  request: Request,
  contentType: string,
  destination: Destination<Fields>,
): Promise<ReceivedFile<Fields>> {
  const { files, settings } = services;
  const sample = sampleFile();
  const store = async ({ filename, body }: FilePart) => {
    checkFilename(filename);
    const limits = { limitBytes: settings.maxUploadBytes };
    return { filename, stored: await files.put(destination.key, body.pipeThrough(sample.through), limits) };
  };
  const reader = (request.body ?? new Blob([]).stream()).getReader();
  try {
    const { file, fields } = await readForm(reader, contentType, store);
    const checked = destination.fields.safeParse(fields);
    if (!checked.success) return requireValid("form", checked.error);
    const fileType = checkFile(
      { ...sample.ends(), filename: file.filename, sizeBytes: file.stored.sizeBytes },
      settings.archive,
    );
    return { ...file, fileType, fields: checked.data };
  } catch (error) {
    reader.releaseLock();
    await abandonUpload(services, destination);
    throw error;
  }
}

// The job that was left when the file was announced deletes it, now or, should this fail, in its own time.
export async function abandonUpload(
  { dispatcher, logger }: ApiServices,
  { key, abandon }: Pick<Destination<unknown>, "key" | "abandon">,
): Promise<void> {
  try {
    await dispatcher.dispatch(await abandon());
  } catch {
    logger.error("upload.abandon_failed", { key });
  }
}
