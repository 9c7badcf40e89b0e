import type { Http, HttpRequest, Reply, RequestOptions } from "./http.ts";
import { streamForm } from "./stream-form.ts";
import type { FileSource, UploadFile, UploadProgress } from "./upload-file.ts";
import { watchingFetch } from "./watching-fetch.ts";

export interface FileOptions extends RequestOptions {
  /** The name with its extension; a `File` brings its own. */
  readonly filename?: string | undefined;
  /** Called as bytes leave, and once all have left. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Of a file of 100 MB at 1.4 Mbit/s. */
export const TIMEOUT_MS = 600_000;

/** Posts a form with a file behind its fields. Throws TypeError for a file without a name. */
export async function sendFile<T>(
  http: Http,
  path: string,
  source: UploadFile,
  fields: Readonly<Record<string, string | undefined>>,
  { filename, onProgress, timeoutMs = TIMEOUT_MS, ...request }: FileOptions & HttpRequest,
): Promise<Reply<T>> {
  const inPage = typeof XMLHttpRequest !== "undefined";
  // A page sends no stream over HTTP/1.1.
  const file = inPage && !(source instanceof Blob) ? await readWhole(source) : source;
  const name = nameOf(source, filename);
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const inForm = file instanceof Blob && (inPage || !onProgress);
  const form = inForm
    ? { body: toForm(given, file, name), fetch: onProgress && watchingFetch(onProgress) }
    : streamForm(given, file, name, onProgress);
  const headers = { ...request.headers, ...("headers" in form && form.headers) };
  const reply = await http.reply<T>("POST", path, { ...request, ...form, headers, timeoutMs });
  if (inForm) onProgress?.({ sentBytes: file.size, totalBytes: file.size });
  return reply;
}

/** Throws TypeError for a file without a name. */
export function nameOf(file: UploadFile, filename: string | undefined): string {
  const name = filename ?? ("name" in file ? file.name : undefined);
  if (name === undefined) throw new TypeError("Cannot upload without a file name: give 'filename' or a File");
  return name;
}

function readWhole(source: FileSource | ReadableStream<Uint8Array>): Promise<Blob> {
  return new Response(source instanceof ReadableStream ? source : source.stream()).blob();
}

function toForm(fields: readonly [string, string][], file: Blob, name: string): FormData {
  const form = new FormData();
  for (const [field, value] of fields) form.append(field, value);
  form.append("file", file, name);
  return form;
}
