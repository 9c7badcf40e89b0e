import type { ChunkListReply, DocumentListReply, DocumentPageListReply, DocumentReply } from "../generated/replies.ts";
import type {
  Chunk,
  DeletionPreview,
  Document,
  DocumentCorrection,
  DocumentPage,
  DocumentProgress,
  DocumentStatus,
  PageState,
  PageWords,
  SegmentPage,
  TextEncoding,
} from "../generated/types.ts";
import { asQuery, type KeyedOptions, keyed, path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { pollUntil } from "../poll-until.ts";
import { Resource } from "../resource.ts";
import { type FileOptions, sendFile } from "../send-file.ts";
import type { UploadFile, UploadProgress } from "../upload-file.ts";

export interface DocumentFilters extends ListOptions {
  readonly status?: DocumentStatus | undefined;
  readonly category?: string | undefined;
  /** The archive that they came from; `none` for what came from no archive. */
  readonly parentDocumentId?: string | undefined;
  /** Part of the file name or of the title, in any case. */
  readonly q?: string | undefined;
}

export interface SegmentFilters extends RequestOptions {
  /** The first `segmentIndex` wanted; 0 where it is left out. */
  readonly from?: number | undefined;
  /** 1 to 200; 50 where it is left out. */
  readonly limit?: number | undefined;
  /** Only the segment that holds this chunk. */
  readonly chunkId?: string | undefined;
}

export interface PageFilters extends ListOptions {
  readonly state?: PageState | undefined;
}

export interface UploadOptions extends KeyedOptions, FileOptions {
  readonly category?: string | undefined;
  /** Days such as 2026-01-31. */
  readonly effectiveDate?: string | undefined;
  readonly expiresAt?: string | undefined;
}

export interface UploadWaitOptions extends Omit<UploadOptions, "onProgress"> {
  /** Called as bytes leave, then on each change of the document's state, which has a `status`. */
  readonly onProgress?: ((progress: UploadProgress | DocumentProgress) => void) | undefined;
}

export interface DocumentWaitOptions extends RequestOptions {
  /** Called with the state at the begin and on each change. */
  readonly onProgress?: ((progress: DocumentProgress) => void) | undefined;
}

export interface ReprocessOptions extends RequestOptions {
  /** How the bytes of a text file are to be taken; an earlier choice holds where it is left out. */
  readonly encoding?: TextEncoding | undefined;
}

export interface Uploaded {
  readonly document: Document;
  /** The tenant had a document with the same bytes: it is returned and nothing was made. */
  readonly duplicate: boolean;
}

/** The tenant's documents: evidence that runs assess. */
export class Documents extends Resource {
  /**
   * Newest first.
   *
   * @example
   * for await (const { originalFilename, status } of assay.documents.list({ q: "policy" })) console.log(originalFilename, status);
   */
  list(filters: DocumentFilters = {}): List<Document> {
    return listOf(this.http, "/api/documents", filters, ({ documents }: DocumentListReply) => documents);
  }

  /** Throws NotFoundError. */
  async get(id: string, options: RequestOptions = {}): Promise<Document> {
    return (await this.http.json<DocumentReply>("GET", path`/api/documents/${id}`, options)).document;
  }

  /** How far reading it has come; `failure` says why a FAILED one cannot be read. */
  status(id: string, options: RequestOptions = {}): Promise<DocumentProgress> {
    return this.http.json("GET", path`/api/documents/${id}/status`, options);
  }

  /**
   * Sends a file, which is then read in the background: see `uploadAndWait`. Repeated like a reading call, under one
   * idempotency key. Throws FileTooLargeError, UnsupportedFileTypeError, ArchiveLimitExceededError, ValidationError,
   * RateLimitedError (for a full quota too).
   *
   * @example On Node, from disk
   * const { document } = await assay.documents.upload(await fileFromPath("policy.pdf"), { expiresAt: "2027-01-31" });
   */
  async upload(file: UploadFile, options: UploadOptions = {}): Promise<Uploaded> {
    const { category, effectiveDate, expiresAt, ...request } = options;
    const fields = { category, effectiveDate, expiresAt };
    const at = "/api/documents/upload";
    const { status, body } = await sendFile<DocumentReply>(this.http, at, file, fields, keyed(request));
    return { document: body.document, duplicate: status === 200 };
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

  /** In the order of the text. */
  chunks(id: string, options: ListOptions = {}): List<Chunk> {
    return listOf(this.http, path`/api/documents/${id}/chunks`, options, ({ chunks }: ChunkListReply) => chunks);
  }

  /** A stretch of the document's text by page, rows, slide or section. */
  segments(id: string, filters: SegmentFilters = {}): Promise<SegmentPage> {
    return this.http.json("GET", path`/api/documents/${id}/segments`, asQuery(filters));
  }

  /** What was read of each page, sheet, slide, mail part and picture, and how. */
  pages(id: string, filters: PageFilters = {}): List<DocumentPage> {
    return listOf(this.http, path`/api/documents/${id}/pages`, filters, ({ pages }: DocumentPageListReply) => pages);
  }

  /** The words that OCR read from the picture of a page, with their boxes. Throws NotFoundError where it read none. */
  pageWords(id: string, pageIndex: number, options: RequestOptions = {}): Promise<PageWords> {
    return this.http.json("GET", path`/api/documents/${id}/pages/${String(pageIndex)}/words`, options);
  }

  /** The bytes as they were uploaded; with `range` those from `start` to before `end`, answered with 206. */
  original(
    id: string,
    { range, ...options }: RequestOptions & { range?: { start: number; end: number } | undefined } = {},
  ): Promise<Response> {
    const headers = { Range: range && `bytes=${range.start}-${range.end - 1}` };
    return this.http.send("GET", path`/api/documents/${id}/original`, { ...options, headers });
  }

  /** Corrects what is said of a document; runs keep what they fixed. */
  async edit(id: string, correction: DocumentCorrection, options: RequestOptions = {}): Promise<Document> {
    const request = { ...options, json: correction };
    return (await this.http.json<DocumentReply>("PATCH", path`/api/documents/${id}`, request)).document;
  }

  /**
   * Starts a FAILED document again, or a READY one that an earlier reader read, that was read in part or
   * whose encoding is not sure; with `encoding`, a text file whose encoding was guessed. Throws InvalidStateError for any
   * other, and for a READY one during a run.
   *
   * @example
   * await assay.documents.reprocess(id, { encoding: "windows-1250" });
   */
  async reprocess(id: string, { encoding, ...options }: ReprocessOptions = {}): Promise<Document> {
    const request = { ...options, json: { encoding } };
    return (await this.http.json<DocumentReply>("POST", path`/api/documents/${id}/reprocess`, request)).document;
  }

  /** What `delete` would remove. */
  previewDelete(id: string, options: RequestOptions = {}): Promise<DeletionPreview> {
    return this.http.json("DELETE", path`/api/documents/${id}`, { query: { dryRun: true }, ...options });
  }

  /** Of a ZIP, with everything extracted from it. Runs keep what they cited. */
  async delete(id: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/documents/${id}`, options);
  }
}
