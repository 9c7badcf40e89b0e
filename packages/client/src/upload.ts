import { AssayConnectionError, toApiError } from "./assay-error.ts";
import { definedOnly, type Http, type RequestOptions } from "./http.ts";
import type { Document } from "./types.ts";

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

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface Uploaded {
  readonly document: Document;
  /** The tenant had a document with the same bytes: it is returned and nothing was made. */
  readonly duplicate: boolean;
}

/** Sends a file. Throws AssayApiError, such as FILE_TOO_LARGE or UNSUPPORTED_FILE_TYPE. */
export async function upload(http: Http, file: Blob, options: UploadOptions = {}): Promise<Uploaded> {
  const form = toForm(file, options);
  const headers = definedOnly({ "Idempotency-Key": options.idempotencyKey });
  const target = { url: http.url("/api/documents/upload"), headers };
  const answer =
    options.onProgress && typeof XMLHttpRequest !== "undefined"
      ? await sendWatched(http, form, { ...target, ...options, onProgress: options.onProgress })
      : await sendPlain(http, form, { ...options, headers });
  options.onProgress?.({ sentBytes: file.size, totalBytes: file.size });
  return { document: answer.body.document, duplicate: answer.status === 200 };
}

interface Answer {
  status: number;
  body: { document: Document };
}

function toForm(file: Blob, { filename, category, effectiveDate, expiresAt }: UploadOptions): FormData {
  const form = new FormData();
  const name = filename ?? (file instanceof File ? file.name : undefined);
  if (name === undefined) throw new TypeError("Cannot upload without a file name: give 'filename' or a File");
  for (const [field, value] of Object.entries({ category, effectiveDate, expiresAt }))
    if (value !== undefined) form.append(field, value);
  form.append("file", file, name);
  return form;
}

async function sendPlain(http: Http, form: FormData, options: UploadOptions & { headers: Record<string, string> }) {
  const { headers, signal } = options;
  const response = await http.send("POST", "/api/documents/upload", { form, headers, signal });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** `fetch` cannot tell how much of a body has left; XMLHttpRequest can. */
async function sendWatched(
  http: Http,
  form: FormData,
  options: {
    url: string;
    headers: Record<string, string>;
    signal?: AbortSignal | undefined;
    onProgress: (progress: UploadProgress) => void;
  },
): Promise<Answer> {
  const { url, headers, signal, onProgress } = options;
  const token = await http.token();
  signal?.throwIfAborted();
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort, { once: true });
    request.open("POST", url);
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total });
    request.onload = () => {
      const { status, responseText } = request;
      if (status === 200 || status === 201) resolve({ status, body: JSON.parse(responseText) as Answer["body"] });
      else reject(toApiError({ status, headers: readHeaders(request) }, responseText));
    };
    request.onerror = () => reject(new AssayConnectionError(new Error("The upload broke off")));
    request.onabort = () => reject(signal?.reason ?? new DOMException("The upload was cancelled", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.send(form);
  });
}

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ["X-Request-Id", "Retry-After"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
