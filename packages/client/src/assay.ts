import type { RequirementListReply, SessionReply } from "./generated/replies.ts";
import type { PasswordChange, Requirement, SearchResults, Session } from "./generated/types.ts";
import { type AssayOptions, asQuery, createHttp, type RequestOptions } from "./http.ts";
import { Resource } from "./resource.ts";
import { Comments } from "./resources/comments.ts";
import { Documents } from "./resources/documents.ts";
import { Exceptions } from "./resources/exceptions.ts";
import { Links } from "./resources/links.ts";
import { Mentions } from "./resources/mentions.ts";
import { People } from "./resources/people.ts";
import { Reviews } from "./resources/reviews.ts";
import { Runs } from "./resources/runs.ts";
import { SignOffs } from "./resources/sign-offs.ts";
import { Tasks } from "./resources/tasks.ts";

export interface SearchOptions extends RequestOptions {
  /** 1 to 50; 10 where it is left out. */
  readonly limit?: number | undefined;
  /** Only this document and, of a ZIP, what came from it. */
  readonly documentId?: string | undefined;
  readonly category?: string | undefined;
}

/**
 * A client of the service's HTTP API. Refusals are AssayApiError, each code with a class of its own; a request that got no
 * reply is AssayConnectionError, one that got none in time AssayTimeoutError.
 *
 * @example
 * const assay = new Assay({ baseUrl: "https://assay.example.com", token: process.env.ASSAY_API_KEY! });
 * const { document } = await assay.documents.uploadAndWait(file);
 * const run = await assay.runs.startAndWait();
 * for (const { requirementId, status } of await assay.runs.assessments(run.id)) console.log(requirementId, status);
 */
export class Assay extends Resource {
  readonly documents: Documents;
  readonly reviews: Reviews;
  readonly links: Links;
  readonly runs: Runs;
  readonly signOffs: SignOffs;
  readonly tasks: Tasks;
  readonly comments: Comments;
  readonly mentions: Mentions;
  readonly people: People;
  readonly exceptions: Exceptions;

  constructor(options: AssayOptions) {
    super(createHttp(options));
    this.documents = new Documents(this.http);
    this.reviews = new Reviews(this.http);
    this.links = new Links(this.http);
    this.runs = new Runs(this.http);
    this.signOffs = new SignOffs(this.http);
    this.tasks = new Tasks(this.http);
    this.comments = new Comments(this.http);
    this.mentions = new Mentions(this.http);
    this.people = new People(this.http);
    this.exceptions = new Exceptions(this.http);
  }

  /** Who the token acts as, in which tenant, with which packs. Throws UnauthorizedError. */
  async session(options: RequestOptions = {}): Promise<Session> {
    return (await this.http.json<SessionReply>("GET", "/api/session", options)).session;
  }

  /** Changes the password of whoever is signed in. Their other sessions end; with Supabase this one does too. */
  async changePassword(change: PasswordChange, options: RequestOptions = {}): Promise<void> {
    await this.http.send("POST", "/api/session/password", { ...options, json: change });
  }

  /** The requirements that a run started now would assess, in pack order. `packId` where the tenant uses several packs. */
  async requirements(filters: RequestOptions & { packId?: string | undefined } = {}): Promise<Requirement[]> {
    return (await this.http.json<RequirementListReply>("GET", "/api/requirements", asQuery(filters))).requirements;
  }

  /**
   * The passages of the tenant's READY documents that answer a question best, each with its page and a quote whose
   * `matches` are the words that were searched for. `degraded` says why only words were searched. Throws ValidationError
   * for an empty text or one over 500 characters, RateLimitedError beyond the searches of a minute.
   *
   * @example
   * const { results } = await assay.search("how often are backups restored as a test");
   * for (const { originalFilename, pageNumber, quote } of results) console.log(originalFilename, pageNumber, quote.text);
   */
  search(q: string, options: SearchOptions = {}): Promise<SearchResults> {
    return this.http.json("GET", "/api/search", asQuery({ q, ...options }));
  }
}
