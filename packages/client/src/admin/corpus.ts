import type {
  CorpusActivation,
  CorpusIngestion,
  GuidancePassage,
  IngestionStatus,
  NewActivation,
  UrlIngestion,
} from "../generated/admin-types.ts";
import type {
  CorpusActivationListReply,
  CorpusActivationReply,
  CorpusIngestionListReply,
  CorpusIngestionReply,
  GuidancePassageListReply,
} from "../generated/replies.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";
import { type FileOptions, sendFile } from "../send-file.ts";
import type { UploadFile } from "../upload-file.ts";

export interface IngestionFilters extends ListOptions {
  readonly packId?: string | undefined;
  readonly status?: IngestionStatus | undefined;
}

export interface IngestionUpload extends FileOptions {
  readonly packId: string;
}

const INGESTIONS = "/api/admin/corpus/ingestions";
const ACTIVATIONS = "/api/admin/corpus/activations";

/** The guidance of packs. For a SUPER_ADMIN alone. */
export class Corpus extends Resource {
  /** Newest first. */
  ingestions(filters: IngestionFilters = {}): List<CorpusIngestion> {
    return listOf(this.http, INGESTIONS, filters, ({ ingestions }: CorpusIngestionListReply) => ingestions);
  }

  /** How far reading it has come; `failure` says why a FAILED one could not be read. */
  async ingestion(id: string, options: RequestOptions = {}): Promise<CorpusIngestion> {
    return (await this.http.json<CorpusIngestionReply>("GET", `${INGESTIONS}${path`/${id}`}`, options)).ingestion;
  }

  /** Has a page of the public web fetched and read. Throws UnsafeUrlError. */
  async ingestUrl(body: UrlIngestion, options: RequestOptions = {}): Promise<CorpusIngestion> {
    return (await this.http.json<CorpusIngestionReply>("POST", INGESTIONS, { ...options, json: body })).ingestion;
  }

  /** Has a file read; no ZIP. Throws FileTooLargeError, UnsupportedFileTypeError. */
  async ingestFile(file: UploadFile, { packId, ...options }: IngestionUpload): Promise<CorpusIngestion> {
    return (await sendFile<CorpusIngestionReply>(this.http, INGESTIONS, file, { packId }, options)).body.ingestion;
  }

  /** What was read so far, in the order of the text; a FAILED ingestion keeps nothing. */
  passages(id: string, options: ListOptions = {}): List<GuidancePassage> {
    const itemsOf = ({ passages }: GuidancePassageListReply) => passages;
    return listOf(this.http, `${INGESTIONS}${path`/${id}/passages`}`, options, itemsOf);
  }

  /** Newest first. */
  activations(filters: ListOptions & { packId?: string | undefined } = {}): List<CorpusActivation> {
    return listOf(this.http, ACTIVATIONS, filters, ({ activations }: CorpusActivationListReply) => activations);
  }

  /** Puts completed ingestions in force for new runs of the pack, in the place of those before; none for no guidance. */
  async activate(body: NewActivation, options: RequestOptions = {}): Promise<CorpusActivation> {
    return (await this.http.json<CorpusActivationReply>("POST", ACTIVATIONS, { ...options, json: body })).activation;
  }
}
