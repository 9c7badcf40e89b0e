import type { FailedDocument, ReadingCounts, ReprocessChoice, Reprocessed } from "../generated/admin-types.ts";
import type { FailedDocumentListReply, ReadingCountsReply } from "../generated/replies.ts";
import type { DocumentFailureCode } from "../generated/types.ts";
import type { RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

const DOCUMENTS = "/api/admin/documents";

/** Many documents at a time. */
export class AdminDocuments extends Resource {
  /** FAILED documents, newest first. */
  failed(filters: ListOptions & { code?: DocumentFailureCode | undefined } = {}): List<FailedDocument> {
    return listOf(this.http, `${DOCUMENTS}/failed`, filters, ({ documents }: FailedDocumentListReply) => documents);
  }

  /** How many have failed, by reason, and how many an earlier reader read. */
  async counts(options: RequestOptions = {}): Promise<ReadingCounts> {
    return (await this.http.json<ReadingCountsReply>("GET", `${DOCUMENTS}/counts`, options)).counts;
  }

  /** Reads documents again from their stored files, and says of each that it could not why. */
  reprocess(choice: ReprocessChoice = {}, options: RequestOptions = {}): Promise<Reprocessed> {
    return this.http.json("POST", `${DOCUMENTS}/reprocess`, { ...options, json: choice });
  }
}
