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
import type { Http, RequestOptions } from "../http.ts";
import { List, type Page } from "../list.ts";
import { sendForm, type UploadProgress } from "../send-form.ts";
import { toForm } from "../upload.ts";

export interface IngestionFilters extends RequestOptions {
  readonly packId?: string | undefined;
  readonly status?: IngestionStatus | undefined;
}

export interface IngestionUpload extends RequestOptions {
  readonly packId: string;
  /** The name with its extension; a `File` brings its own. */
  readonly filename?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

const INGESTIONS = "/api/admin/corpus/ingestions";
const ACTIVATIONS = "/api/admin/corpus/activations";
const at = (id: string) => `${INGESTIONS}/${encodeURIComponent(id)}`;

/** The guidance of packs. For a SUPER_ADMIN alone. */
export class Corpus {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  ingestions({ signal, ...filters }: IngestionFilters = {}): List<CorpusIngestion> {
    return new List(async (page): Promise<Page<CorpusIngestion>> => {
      const request = { query: { ...filters, ...page }, signal };
      const reply = await this.#http.json<CorpusIngestionListReply>("GET", INGESTIONS, request);
      return { items: reply.ingestions, nextCursor: reply.nextCursor };
    });
  }

  async ingestion(id: string, options: RequestOptions = {}): Promise<CorpusIngestion> {
    return (await this.#http.json<CorpusIngestionReply>("GET", at(id), options)).ingestion;
  }

  /** Has a page of the public web fetched and read. */
  async ingestUrl(body: UrlIngestion, options: RequestOptions = {}): Promise<CorpusIngestion> {
    const request = { ...options, json: body };
    return (await this.#http.json<CorpusIngestionReply>("POST", INGESTIONS, request)).ingestion;
  }

  /** Has a file read; no ZIP. */
  async ingestFile(file: Blob, options: IngestionUpload): Promise<CorpusIngestion> {
    const { packId, filename, signal, onProgress } = options;
    const form = toForm(file, filename, { packId });
    const sent = { signal, onProgress };
    const answer = await sendForm<CorpusIngestionReply>(this.#http, INGESTIONS, form, sent);
    return answer.body.ingestion;
  }

  /** What was read so far, in the order of the text; a FAILED ingestion keeps nothing. */
  passages(id: string, { signal }: RequestOptions = {}): List<GuidancePassage> {
    return new List(async (page): Promise<Page<GuidancePassage>> => {
      const request = { query: { ...page }, signal };
      const reply = await this.#http.json<GuidancePassageListReply>("GET", `${at(id)}/passages`, request);
      return { items: reply.passages, nextCursor: reply.nextCursor };
    });
  }

  /** Newest first. */
  activations({ signal, packId }: RequestOptions & { packId?: string | undefined } = {}): List<CorpusActivation> {
    return new List(async (page): Promise<Page<CorpusActivation>> => {
      const request = { query: { packId, ...page }, signal };
      const reply = await this.#http.json<CorpusActivationListReply>("GET", ACTIVATIONS, request);
      return { items: reply.activations, nextCursor: reply.nextCursor };
    });
  }

  /** Puts completed ingestions in force for new runs of the pack, in the place of those before; none for no guidance. */
  async activate(body: NewActivation, options: RequestOptions = {}): Promise<CorpusActivation> {
    const request = { ...options, json: body };
    return (await this.#http.json<CorpusActivationReply>("POST", ACTIVATIONS, request)).activation;
  }
}
