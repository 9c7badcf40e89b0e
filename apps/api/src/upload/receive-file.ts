import { AssayError, type FileType } from "@assay/contract";
import { tapParts } from "@assay/core/documents";
import type { JobRef } from "@assay/core/jobs";
import type { StoredFile } from "@assay/core/ports";
import type { z } from "zod";
import { describeError } from "../logger.ts";
import { requireValid } from "../middleware/validate.ts";
import type { ApiServices } from "../services.ts";
import { checkFile, checkFilename } from "./check-file.ts";
import { measureFile } from "./measure-file.ts";
import { type FilePart, readForm } from "./read-form.ts";
import { sampleFile } from "./sample-file.ts";

/** Where the file of a form goes. */
export interface Destination {
  /** Announced in the store's name, so that what is never registered is deleted. */
  readonly key: string;
  /** Deletes the file now. */
  abandon(): Promise<readonly JobRef[]>;
}

interface FormOf<Fields> {
  readonly fields: z.ZodType<Fields>;
  /** Without one the file is only counted, hashed and checked. */
  readonly destination?: Destination | undefined;
  /** Told of bytes that are refused for what they are, before the error is thrown. */
  readonly onRefused?: OnRefused<Fields>;
}

interface RefusedFile {
  readonly filename: string;
  readonly sha256: string;
}

export type OnRefused<Fields> = (error: AssayError, file: RefusedFile, fields: Fields) => Promise<void>;

export interface ReceivedFile<Fields> {
  readonly filename: string;
  readonly fileType: FileType;
  readonly stored: StoredFile;
  /** The digests of the file's parts. */
  readonly parts: readonly string[];
  readonly fields: Fields;
}

/** Streams the form's file to its destination, counting and hashing on the way, and checks what it is. */
export async function receiveFile<Fields>(
  services: ApiServices,
  request: Request,
  contentType: string,
  { fields: expected, destination, onRefused }: FormOf<Fields>,
): Promise<ReceivedFile<Fields>> {
  const store = async ({ filename, body }: FilePart) => {
    checkFilename(filename);
    return { filename, ...(await storeFile(services, body, destination)) };
  };
  const reader = (request.body ?? new Blob([]).stream()).getReader();
  try {
    const { file, fields } = await readForm(reader, contentType, store);
    const checked = expected.safeParse(fields);
    if (!checked.success) return requireValid("form", expected, checked.error);
    const told = onRefused && ((error: AssayError, refused: RefusedFile) => onRefused(error, refused, checked.data));
    return { ...(await withType(services, file, told)), fields: checked.data };
  } catch (error) {
    reader.releaseLock();
    if (destination) await abandonUpload(services, destination);
    throw error;
  }
}

/** As `receiveFile`, for a file whose size and fields are known. Throws INTEGRITY_ERROR where it is not of that size. */
export async function receiveStored(
  services: ApiServices,
  { filename, body, sizeBytes }: FilePart & { readonly sizeBytes: number },
  destination: Destination,
  onRefused: (error: AssayError, file: RefusedFile) => Promise<void>,
): Promise<Omit<ReceivedFile<unknown>, "fields">> {
  try {
    const file = await storeFile(services, body, destination);
    if (file.stored.sizeBytes !== sizeBytes) throw partsMissing();
    return await withType(services, { filename, ...file }, onRefused);
  } catch (error) {
    await abandonUpload(services, destination);
    throw error;
  }
}

export function partsMissing(): AssayError {
  return new AssayError(
    "INTEGRITY_ERROR",
    "Cannot put the upload together because some of it is missing or damaged: begin it again",
  );
}

async function storeFile(
  { files, settings }: ApiServices,
  body: ReadableStream<Uint8Array>,
  destination: Destination | undefined,
) {
  const sample = sampleFile();
  const limits = { limitBytes: settings.maxUploadBytes };
  const sampled = tapParts(body.pipeThrough(sample.through));
  const stored = await (destination
    ? files.put(destination.key, sampled.body, limits)
    : measureFile(sampled.body, limits));
  return { stored, parts: await sampled.end(), ends: sample.ends() };
}

async function withType(
  { settings, logger }: ApiServices,
  { ends, ...file }: { readonly filename: string } & Awaited<ReturnType<typeof storeFile>>,
  onRefused?: (error: AssayError, file: RefusedFile) => Promise<void>,
) {
  const { filename, stored } = file;
  try {
    return { ...file, fileType: checkFile({ ...ends, filename, sizeBytes: stored.sizeBytes }, settings.archive) };
  } catch (error) {
    if (error instanceof AssayError)
      await onRefused?.(error, { filename, sha256: stored.sha256 }).catch((failure: unknown) =>
        logger.error("upload.refusal_not_kept", describeError(failure)),
      );
    throw error;
  }
}

// The job that was left when the file was announced deletes it, now or, should this fail, in its own time.
export async function abandonUpload({ dispatcher, logger }: ApiServices, { key, abandon }: Destination): Promise<void> {
  try {
    await dispatcher.dispatch(await abandon());
  } catch {
    logger.error("upload.abandon_failed", { key });
  }
}
