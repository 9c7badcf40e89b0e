import type { ChunkListReply, DocumentListReply, DocumentReply } from "../generated/replies.ts";
import type {
  Chunk,
  DeletionPreview,
  Document,
  DocumentCorrection,
  DocumentProgress,
  DocumentStatus,
  SegmentPage,
} from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";
import { type Uploaded, type UploadOptions, upload } from "../upload.ts";

export interface DocumentFilters extends RequestOptions {
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

const at = (id: string) => `/api/documents/${encodeURIComponent(id)}`;

export class Documents {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list({ signal, ...filters }: DocumentFilters = {}): List<Document> {
    return new List(async (page) => {
      const query = { ...filters, ...page };
      const reply = await this.#http.json<DocumentListReply>("GET", "/api/documents", { query, signal });
      return { items: reply.documents, nextCursor: reply.nextCursor };
    });
  }

  async get(id: string, options: RequestOptions = {}): Promise<Document> {
    return (await this.#http.json<DocumentReply>("GET", at(id), options)).document;
  }

  status(id: string, options: RequestOptions = {}): Promise<DocumentProgress> {
    return this.#http.json("GET", `${at(id)}/status`, options);
  }

  upload(file: Blob, options: UploadOptions = {}): Promise<Uploaded> {
    return upload(this.#http, file, options);
  }

  /** In the order of the text. */
  chunks(id: string, { signal }: RequestOptions = {}): List<Chunk> {
    return new List(async (page) => {
      const reply = await this.#http.json<ChunkListReply>("GET", `${at(id)}/chunks`, {
        query: { ...page },
        signal,
      });
      return { items: reply.chunks, nextCursor: reply.nextCursor };
    });
  }

  /** A stretch of the document's text by page, rows, slide or section. */
  segments(id: string, { signal, ...query }: SegmentFilters = {}): Promise<SegmentPage> {
    return this.#http.json("GET", `${at(id)}/segments`, { query, signal });
  }

  /** The bytes as they were uploaded; with `range` those from `start` to before `end`, answered with 206. */
  original(
    id: string,
    { range, signal }: RequestOptions & { range?: { start: number; end: number } | undefined } = {},
  ): Promise<Response> {
    const headers = { Range: range && `bytes=${range.start}-${range.end - 1}` };
    return this.#http.send("GET", `${at(id)}/original`, { headers, signal });
  }

  /** Corrects what is said of a document; runs keep what they fixed. */
  async edit(id: string, correction: DocumentCorrection, { signal }: RequestOptions = {}): Promise<Document> {
    const request = { json: correction, signal };
    return (await this.#http.json<DocumentReply>("PATCH", at(id), request)).document;
  }

  /** Starts a FAILED document again. */
  async reprocess(id: string, options: RequestOptions = {}): Promise<Document> {
    return (await this.#http.json<DocumentReply>("POST", `${at(id)}/reprocess`, options)).document;
  }

  previewDelete(id: string, options: RequestOptions = {}): Promise<DeletionPreview> {
    return this.#http.json("DELETE", at(id), { query: { dryRun: true }, ...options });
  }

  /** Of a ZIP, with everything extracted from it. */
  async delete(id: string, options: RequestOptions = {}): Promise<void> {
    await this.#http.send("DELETE", at(id), options);
  }
}
