import { CorpusBase } from "../generated/admin-resources.ts";
import type { CorpusIngestion, UrlIngestion } from "../generated/admin-types.ts";
import type { CorpusIngestionReply } from "../generated/replies.ts";
import type { RequestOptions } from "../http.ts";
import { type FileOptions, sendFile } from "../send-file.ts";
import type { UploadFile } from "../upload-file.ts";

export interface IngestionUpload extends FileOptions {
  readonly packId: string;
}

const INGESTIONS = "/api/admin/corpus/ingestions";

/** The guidance of packs. For a SUPER_ADMIN alone. */
export class Corpus extends CorpusBase {
  /** Has a page of the public web fetched and read. Throws UnsafeUrlError. */
  async ingestUrl(body: UrlIngestion, options: RequestOptions = {}): Promise<CorpusIngestion> {
    return (await this.http.json<CorpusIngestionReply>("POST", INGESTIONS, { ...options, json: body })).ingestion;
  }

  /** Has a file read; no ZIP. Throws FileTooLargeError, UnsupportedFileTypeError. */
  async ingestFile(file: UploadFile, { packId, ...options }: IngestionUpload): Promise<CorpusIngestion> {
    return (await sendFile<CorpusIngestionReply>(this.http, INGESTIONS, file, { packId }, options)).body.ingestion;
  }
}
