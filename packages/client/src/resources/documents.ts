import { AssayConnectionError } from "../assay-error.ts";
import type { DocumentReply } from "../generated/replies.ts";
import { DocumentsBase } from "../generated/resources.ts";
import type { DeletionPreview, Document, DocumentDeletion, DocumentProgress } from "../generated/types.ts";
import { type Http, type KeyedOptions, keyed, path, type RequestOptions } from "../http.ts";
import { pollUntil } from "../poll-until.ts";
import { sendFile } from "../send-file.ts";
import type { PartsOptions } from "../send-in-parts.ts";
import { type UploadFile, type UploadProgress, WHOLE_BYTES_MAX } from "../upload-file.ts";

export interface UploadOptions extends KeyedOptions, PartsOptions {
  readonly category?: string | undefined;
  /** Days such as 2026-01-31. */
  readonly effectiveDate?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly title?: string | undefined;
  /** A member who answers for it, and the day by which they look at it again. */
  readonly ownerId?: string | undefined;
  readonly reviewBy?: string | undefined;
  /** Where the file comes from, and its path there: other bytes at the same place become a new version. */
  readonly source?: string | undefined;
  readonly path?: string | undefined;
}

export interface UploadWaitOptions extends Omit<UploadOptions, "onProgress"> {
  /** Called as bytes leave, then on each change of the document's state, which has a `status`. */
  readonly onProgress?: ((progress: UploadProgress | DocumentProgress) => void) | undefined;
}

export interface DocumentWaitOptions extends RequestOptions {
  /** Called with the state at the begin and on each change. */
  readonly onProgress?: ((progress: DocumentProgress) => void) | undefined;
}

export interface Uploaded {
  readonly document: Document;
  /** The tenant had a document with the same bytes: it is returned and nothing was made. */
  readonly duplicate: boolean;
}

/** The tenant's documents: evidence that runs assess. */
export class Documents extends DocumentsBase {
  /**
   * Sends a file, which is then read in the background: see `uploadAndWait`. Repeated like a reading call, under one
   * idempotency key; one over 16 MiB goes in parts, and continues after a break where it was, unless it has an
   * `idempotencyKey`, which holds for whole files. Throws FileTooLargeError, UnsupportedFileTypeError,
   * ArchiveLimitExceededError, ValidationError, RateLimitedError (for a full quota too).
   *
   * @example On Node, from disk
   * const { document } = await assay.documents.upload(await fileFromPath("policy.pdf"), { expiresAt: "2027-01-31" });
   */
  async upload(file: UploadFile, options: UploadOptions = {}): Promise<Uploaded> {
    return send(this.http, "/api/documents/upload", file, options);
  }

  /** As `upload`, as the next version of a document. Throws InvalidStateError too. */
  async addVersion(
    id: string,
    file: UploadFile,
    options: Omit<UploadOptions, "source" | "path"> = {},
  ): Promise<Uploaded> {
    return send(this.http, path`/api/documents/${id}/versions`, file, options, id);
  }

  /**
   * Sends a file and waits until it is READY or FAILED; its `failure` then says why. The wait has no end of its own.
   *
   * @example
   * const signal = AbortSignal.timeout(300_000);
   * const { document } = await assay.documents.uploadAndWait(file, { signal, onProgress: console.log });
   */
  async uploadAndWait(file: UploadFile, options: UploadWaitOptions = {}): Promise<Uploaded> {
    const { document, duplicate } = await this.upload(file, options);
    return { document: await this.wait(document.id, options), duplicate };
  }

  /** Waits until a document is READY or FAILED, asking at first twice a second and later every 5 seconds. */
  async wait(id: string, { onProgress, ...options }: DocumentWaitOptions = {}): Promise<Document> {
    let last: string | undefined;
    await pollUntil(async () => {
      const progress = await this.status(id, options);
      const { status, recognition } = progress;
      const state = `${status} ${recognition?.done ?? ""}`;
      if (state !== last) onProgress?.(progress);
      last = state;
      return status === "READY" || status === "FAILED";
    }, options.signal);
    return this.get(id, options);
  }

  /**
   * The bytes as they were uploaded; with `range` those from `start` to before `end`, answered with 206. Throws
   * IntegrityError where the stored ones differ; over 8 MB the body may also fail while it is read: use none of it then.
   */
  original(
    id: string,
    { range, ...options }: RequestOptions & { range?: { start: number; end: number } | undefined } = {},
  ): Promise<Response> {
    const headers = { Range: range && `bytes=${range.start}-${range.end - 1}` };
    return this.http.send("GET", path`/api/documents/${id}/original`, { ...options, headers });
  }

  /** What `delete` would remove. */
  previewDelete(id: string, options: RequestOptions = {}): Promise<DeletionPreview> {
    return this.http.json("DELETE", path`/api/documents/${id}`, { query: { dryRun: true }, ...options });
  }

  /** Of a ZIP, with everything extracted from it. Runs keep what they cited. */
  async delete(id: string, { reason, ...options }: RequestOptions & DocumentDeletion = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/documents/${id}`, { ...options, json: reason && { reason } });
  }
}

async function send(
  http: Http,
  at: string,
  file: UploadFile,
  { category, effectiveDate, expiresAt, title, ownerId, reviewBy, source, path, ...options }: UploadOptions,
  versionOf?: string,
): Promise<Uploaded> {
  const fields = { category, effectiveDate, expiresAt, title, ownerId, reviewBy, source, path };
  const { onBegin, resume, ...request } = options;
  if ("size" in file && file.size > WHOLE_BYTES_MAX && options.idempotencyKey === undefined) {
    // Few programs send such files: the others do not carry it.
    const { sendInParts } = await import("../send-in-parts.ts").catch((error) => {
      throw new AssayConnectionError(error);
    });
    const sent = await sendInParts(http, file, { ...fields, versionOf }, options);
    if (sent) return sent;
  }
  const { status, body } = await sendFile<DocumentReply>(http, at, file, fields, keyed(request));
  return { document: body.document, duplicate: status === 200 };
}
