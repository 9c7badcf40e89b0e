import type { DocumentReply } from "./generated/replies.ts";
import type { Document } from "./generated/types.ts";
import { definedOnly, type Http, type RequestOptions } from "./http.ts";
import { sendForm, type UploadProgress } from "./send-form.ts";

export interface UploadOptions extends RequestOptions {
  /** The name with its extension; a `File` brings its own. */
  readonly filename?: string | undefined;
  readonly category?: string | undefined;
  /** Days such as 2026-01-31. */
  readonly effectiveDate?: string | undefined;
  readonly expiresAt?: string | undefined;
  /** The same key and file give the first answer again, for 24 hours. */
  readonly idempotencyKey?: string | undefined;
  /** Called as bytes leave, where the runtime can tell (browsers), and once all have left. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface Uploaded {
  readonly document: Document;
  /** The tenant had a document with the same bytes: it is returned and nothing was made. */
  readonly duplicate: boolean;
}

/** Sends a file. Throws AssayApiError, such as FILE_TOO_LARGE or UNSUPPORTED_FILE_TYPE. */
export async function upload(http: Http, file: Blob, options: UploadOptions = {}): Promise<Uploaded> {
  const { category, effectiveDate, expiresAt, idempotencyKey, signal, onProgress } = options;
  const form = toForm(file, options.filename, { category, effectiveDate, expiresAt });
  const headers = definedOnly({ "Idempotency-Key": idempotencyKey });
  const answer = await sendForm<DocumentReply>(http, "/api/documents/upload", form, {
    headers,
    signal,
    onProgress,
  });
  onProgress?.({ sentBytes: file.size, totalBytes: file.size });
  return { document: answer.body.document, duplicate: answer.status === 200 };
}

/** The fields that have a value, and the file after them. Throws TypeError for a file without a name. */
export function toForm(
  file: Blob,
  filename: string | undefined,
  fields: Readonly<Record<string, string | undefined>>,
): FormData {
  const form = new FormData();
  const name = filename ?? (file instanceof File ? file.name : undefined);
  if (name === undefined) throw new TypeError("Cannot upload without a file name: give 'filename' or a File");
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, value);
  form.append("file", file, name);
  return form;
}
