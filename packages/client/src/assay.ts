import type { RequirementListReply, SessionReply } from "./generated/replies.ts";
import type { PasswordChange, Requirement, Session } from "./generated/types.ts";
import { type AssayOptions, createHttp, type Http, type RequestOptions } from "./http.ts";
import { Documents } from "./resources/documents.ts";
import { Runs } from "./resources/runs.ts";
import { Tasks } from "./resources/tasks.ts";

/**
 * A client of the service's HTTP API. Refusals are AssayApiError with status, code and request id; a request that got
 * no answer is AssayConnectionError.
 */
export class Assay {
  readonly documents: Documents;
  readonly runs: Runs;
  readonly tasks: Tasks;
  readonly #http: Http;

  constructor(options: AssayOptions) {
    this.#http = createHttp(options);
    this.documents = new Documents(this.#http);
    this.runs = new Runs(this.#http);
    this.tasks = new Tasks(this.#http);
  }

  /** Who the token acts as. */
  async session(options: RequestOptions = {}): Promise<Session> {
    return (await this.#http.json<SessionReply>("GET", "/api/session", options)).session;
  }

  /** Changes the password of whoever is signed in. Their other sessions end; with Supabase this one does too. */
  async changePassword(change: PasswordChange, options: RequestOptions = {}): Promise<void> {
    await this.#http.send("POST", "/api/session/password", { ...options, json: change });
  }

  /** The requirements that a run started now would assess, in pack order. */
  async requirements({ signal, packId }: RequestOptions & { packId?: string } = {}): Promise<Requirement[]> {
    const request = { query: { packId }, signal };
    return (await this.#http.json<RequirementListReply>("GET", "/api/requirements", request)).requirements;
  }
}
