import {
  AssayBase,
  Comments,
  Connections,
  Exceptions,
  Links,
  Mentions,
  People,
  Reviews,
} from "./generated/resources.ts";
import { type AssayOptions, callWithResponse, createHttp, type WithResponse } from "./http.ts";
import { Documents } from "./resources/documents.ts";
import { Runs } from "./resources/runs.ts";
import { SignOffs } from "./resources/sign-offs.ts";
import { Sources } from "./resources/sources.ts";
import { Tasks } from "./resources/tasks.ts";

/**
 * A client of the service's HTTP API. Refusals are AssayApiError, each code with a class of its own; a request that got no
 * reply is AssayConnectionError, one that got none in time AssayTimeoutError.
 *
 * @example
 * const assay = new Assay(); // of ASSAY_URL and ASSAY_API_KEY
 * const { document } = await assay.documents.uploadAndWait(file);
 * const run = await assay.runs.startAndWait();
 * for (const { requirementId, status } of await assay.runs.assessments(run.id)) console.log(requirementId, status);
 */
export class Assay extends AssayBase {
  readonly documents: Documents;
  readonly sources: Sources;
  readonly reviews: Reviews;
  readonly links: Links;
  /** Applications that read through `/mcp`. */
  readonly connections: Connections;
  readonly runs: Runs;
  readonly signOffs: SignOffs;
  readonly tasks: Tasks;
  readonly comments: Comments;
  readonly mentions: Mentions;
  readonly people: People;
  readonly exceptions: Exceptions;

  readonly #options: AssayOptions;

  constructor(options: AssayOptions = {}) {
    super(createHttp(options));
    this.#options = options;
    this.documents = new Documents(this.http);
    this.sources = new Sources(this.http);
    this.reviews = new Reviews(this.http);
    this.links = new Links(this.http);
    this.connections = new Connections(this.http);
    this.runs = new Runs(this.http);
    this.signOffs = new SignOffs(this.http);
    this.tasks = new Tasks(this.http);
    this.comments = new Comments(this.http);
    this.mentions = new Mentions(this.http);
    this.people = new People(this.http);
    this.exceptions = new Exceptions(this.http);
  }

  /**
   * What the call returns, with status, headers and request id of its last reply. The call gets a client of its own.
   *
   * @example
   * const { data, requestId } = await assay.withResponse((assay) => assay.runs.get(id));
   */
  withResponse<T>(call: (assay: Assay) => Promise<T>): Promise<WithResponse<T>> {
    return callWithResponse((options) => new Assay(options), this.#options, call);
  }
}
