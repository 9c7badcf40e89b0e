import type { FailedDocument, ReadingCounts, ReprocessChoice, Reprocessed } from "../generated/admin-types.ts";
import type { FailedDocumentListReply, ReadingCountsReply } from "../generated/replies.ts";
import type { DocumentFailureCode } from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";

const DOCUMENTS = "/api/admin/documents";

/** Many documents at a time. */
export class AdminDocuments {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** FAILED documents, newest first. */
  failed({
    signal,
    ...filters
  }: RequestOptions & { code?: DocumentFailureCode | undefined } = {}): List<FailedDocument> {
    return new List(async (page) => {
      const request = { query: { ...filters, ...page }, signal };
      const reply = await this.#http.json<FailedDocumentListReply>("GET", `${DOCUMENTS}/failed`, request);
      return { items: reply.documents, nextCursor: reply.nextCursor };
    });
  }

  async counts(options: RequestOptions = {}): Promise<ReadingCounts> {
    return (await this.#http.json<ReadingCountsReply>("GET", `${DOCUMENTS}/counts`, options)).counts;
  }

  /** Reads documents again from their stored files, and says of each that it could not why. */
  reprocess(choice: ReprocessChoice = {}, options: RequestOptions = {}): Promise<Reprocessed> {
    return this.#http.json("POST", `${DOCUMENTS}/reprocess`, { ...options, json: choice });
  }
}
