import { AssayApiError, AssayConnectionError } from "./assay-error.ts";
import type { Document, ResumableUpload } from "./generated/types.ts";
import { type Http, type HttpRequest, pause } from "./http.ts";
import { NotSentError } from "./not-sent-error.ts";
import { type FileOptions, nameOf, TIMEOUT_MS } from "./send-file.ts";
import type { FileSource } from "./upload-file.ts";
import { watchingFetch } from "./watching-fetch.ts";

export interface PartsOptions extends FileOptions {
  /** Called when a file over 16 MiB begins, with an address for `resume`. */
  readonly onBegin?: ((address: string) => void) | undefined;
  /**
   * Continues an earlier upload of the same bytes, of another process too. Begins again where it has ended, is gone, which is
   * after 24 hours, or is of another name or size.
   */
  readonly resume?: string | undefined;
  /** When the signal aborts, gives up what was sent: it takes no room of the tenant's any more, and cannot be resumed. */
  readonly discard?: boolean | undefined;
}

type Fields = Readonly<Record<string, string | undefined>>;

interface Reached {
  readonly upload: ResumableUpload;
  readonly document: Document | null;
}

/** So small that a break, and a proxy that waits for whole requests, cost little. */
const PART_BYTES = 8_388_608;
/** Half of what the service takes, so that as many may break. */
const PARTS_MAX = 500;
const TUS = { "Tus-Resumable": "1.0.0" };
const ADDRESS = /^\/api\/uploads\/[\w-]+$/;
/** Breaks in a row, without a byte that arrived: about a minute. */
const BREAKS_MAX = 8;
const WAIT_MS = 500;
const WAIT_MAX_MS = 15_000;
/** A full quota asks for hours. */
const WAIT_ASKED_MAX_MS = 30_000;

/**
 * Sends a file in parts, by tus 1.0, and continues after breaks. Undefined where the service, or what is in front of it, knows
 * no such uploads. Throws NotSentError for one that became shorter meanwhile.
 */
export async function sendInParts(
  http: Http,
  file: Blob | FileSource,
  fields: Fields,
  { filename: given, onBegin, resume, discard, ...options }: PartsOptions,
): Promise<{ document: Document; duplicate: boolean } | undefined> {
  const { size: totalBytes } = file;
  const filename = nameOf(file, given);
  const { onProgress: _, timeoutMs: __, ...request } = options;
  const found = await findBegun(http, resume, { filename, totalBytes }, request);
  const at = found ? resume! : await begin(http, { ...fields, filename }, totalBytes, request);
  if (at === undefined) return undefined;
  if (!found) onBegin?.(at);
  try {
    return await sendFrom(http, { at, file, filename, offset: found?.receivedBytes ?? 0 }, options);
  } catch (error) {
    // What cannot be given up now expires.
    if (discard && request.signal?.aborted)
      await http
        .send("DELETE", at, { ...request, signal: undefined, headers: TUS, maxRetries: 0 })
        .catch(() => undefined);
    throw error;
  }
}

interface Begun {
  readonly at: string;
  readonly file: Blob | FileSource;
  readonly filename: string;
  /** Where it continues. */
  readonly offset: number;
}

async function sendFrom(
  http: Http,
  { at, file, filename, offset: begun }: Begun,
  { onProgress, timeoutMs = TIMEOUT_MS, ...request }: FileOptions,
): Promise<{ document: Document; duplicate: boolean }> {
  const { size: totalBytes } = file;
  let offset = begun;
  let breaks = 0;
  if (offset > 0) onProgress?.({ sentBytes: offset, totalBytes });
  while (offset < totalBytes) {
    const from = offset;
    for await (const part of partsOf(file, from)) {
      const start = offset;
      const end = start + part.size;
      while (start <= offset && offset < end) {
        const before = offset;
        try {
          const toSend = { offset, totalBytes, body: part.slice(offset - start) };
          await sendPart(http, at, toSend, { ...request, timeoutMs, onProgress });
          offset = end;
        } catch (error) {
          request.signal?.throwIfAborted();
          const waitMs = Math.max(waitAskedMs(error), Math.min(WAIT_MS * 2 ** breaks, WAIT_MAX_MS));
          if (!isBreak(error) || breaks >= (request.maxRetries ?? BREAKS_MAX) || waitMs > WAIT_ASKED_MAX_MS)
            throw error;
          await pause(waitMs, request.signal);
          offset = await offsetAfter(error, http, at, request);
          breaks = offset > before ? 0 : breaks + 1;
        }
        onProgress?.({ sentBytes: offset, totalBytes });
      }
      // Another process sends the same upload, too: the file is read again from where that one is.
      if (offset !== end) break;
    }
    if (offset === from) throw tooShort(filename, offset, totalBytes);
  }
  const { upload, document } = await show(http, at, request);
  if (!document) throw new NotSentError(`Cannot find the document that '${filename}' became: it may be deleted`);
  return { document, duplicate: upload.duplicate === true };
}

function tooShort(filename: string, offset: number, totalBytes: number): NotSentError {
  return new NotSentError(
    `Cannot send '${filename}' because it ends after ${offset} of ${totalBytes} bytes: send it again once it no longer changes`,
  );
}

/** Undefined for one that is gone, has ended, or is of another file: then it is begun again. */
async function findBegun(
  http: Http,
  address: string | undefined,
  { filename, totalBytes }: { readonly filename: string; readonly totalBytes: number },
  request: HttpRequest,
): Promise<ResumableUpload | undefined> {
  if (address === undefined || !ADDRESS.test(address)) return undefined;
  try {
    const { upload } = await show(http, address, request);
    const isIt = upload.sizeBytes === totalBytes && upload.filename === filename;
    return isIt && upload.receivedBytes < totalBytes ? upload : undefined;
  } catch (error) {
    if (error instanceof AssayApiError && error.status === 404) return undefined;
    throw error;
  }
}

async function begin(
  http: Http,
  metadata: Fields,
  totalBytes: number,
  request: HttpRequest,
): Promise<string | undefined> {
  const headers = { ...TUS, "Upload-Length": String(totalBytes), "Upload-Metadata": toPairs(metadata) };
  try {
    // A second one that nobody uses expires.
    const { headers: replied } = await http.send("POST", "/api/documents/uploads", {
      ...request,
      headers,
      repeatable: true,
    });
    const at = replied.get("Location") ?? "";
    return ADDRESS.test(at) ? at : undefined;
  } catch (error) {
    if (error instanceof AssayApiError && [404, 405, 501].includes(error.status) && !("id" in error.details))
      return undefined;
    throw error;
  }
}

interface PartToSend {
  readonly offset: number;
  readonly totalBytes: number;
  readonly body: Blob;
}

async function sendPart(
  http: Http,
  at: string,
  { offset, totalBytes, body }: PartToSend,
  { onProgress, ...request }: FileOptions,
): Promise<void> {
  const watched =
    onProgress &&
    typeof XMLHttpRequest !== "undefined" &&
    watchingFetch(({ sentBytes }) => onProgress({ sentBytes: offset + sentBytes, totalBytes }));
  const headers = { ...TUS, "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset) };
  await http.send("PATCH", at, { ...request, headers, body, maxRetries: 0, ...(watched && { fetch: watched }) });
}

/** Throws the break itself where the upload is gone: it says more. */
async function offsetAfter(error: unknown, http: Http, at: string, request: HttpRequest): Promise<number> {
  try {
    return (await show(http, at, request)).upload.receivedBytes;
  } catch (failed) {
    throw failed instanceof AssayApiError && failed.status === 404 ? error : failed;
  }
}

function show(http: Http, at: string, request: HttpRequest): Promise<Reached> {
  return http.json<Reached>("GET", at, { ...request, headers: TUS });
}

/** A part that is refused because another attempt of it arrived is one, too. */
function isBreak(error: unknown): boolean {
  if (error instanceof AssayConnectionError) return true;
  if (!(error instanceof AssayApiError) || error.code === "INTEGRITY_ERROR") return false;
  const { status, details } = error;
  return (status === 409 && "offset" in details) || status === 408 || status === 429 || status >= 500;
}

function waitAskedMs(error: unknown): number {
  return error instanceof AssayApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

/** Parts of the file from an offset on, in order; of a source at most two of them in memory. */
async function* partsOf(file: Blob | FileSource, from: number): AsyncGenerator<Blob> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(file.size / PARTS_MAX));
  if (file instanceof Blob) {
    for (let at = from; at < file.size; at += partBytes) yield file.slice(at, at + partBytes);
    return;
  }
  let skip = from;
  let held: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const read of file.stream() as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    let left = read.subarray(skip);
    skip -= read.length - left.length;
    while (left.length > 0) {
      const chunk = left.subarray(0, partBytes - bytes);
      left = left.subarray(chunk.length);
      held.push(chunk);
      bytes += chunk.length;
      if (bytes < partBytes) continue;
      yield new Blob(held);
      held = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield new Blob(held);
}

function toPairs(metadata: Fields): string {
  return Object.entries(metadata)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${toBase64(value)}`]))
    .join(",");
}

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
