import type { RequirementListReply, SessionReply } from "./generated/replies.ts";
import type { PasswordChange, Requirement, Session } from "./generated/types.ts";
import { type AssayOptions, asQuery, createHttp, type RequestOptions } from "./http.ts";
import { Resource } from "./resource.ts";
import { Documents } from "./resources/documents.ts";
import { Runs } from "./resources/runs.ts";
import { Tasks } from "./resources/tasks.ts";

/**
 * A client of the service's HTTP API. Refusals are AssayApiError, each code with a class of its own; a request that got no
 * reply is AssayConnectionError, one that got none in time AssayTimeoutError.
 *
 * @example
 * const assay = new Assay({ baseUrl: "https://assay.example.com", token: process.env.ASSAY_API_KEY });
 * const { document } = await assay.documents.uploadAndWait(file);
 * const run = await assay.runs.startAndWait();
 * for (const { requirementId, status } of await assay.runs.assessments(run.id)) console.log(requirementId, status);
 */
export class Assay extends Resource {
  readonly documents: Documents;
  readonly runs: Runs;
  readonly tasks: Tasks;

  constructor(options: AssayOptions) {
    super(createHttp(options));
    this.documents = new Documents(this.http);
    this.runs = new Runs(this.http);
    this.tasks = new Tasks(this.http);
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
}
