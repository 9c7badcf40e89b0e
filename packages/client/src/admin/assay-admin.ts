import type { Overview, Settings } from "../generated/admin-types.ts";
import type { OverviewReply, SettingsReply } from "../generated/replies.ts";
import { type AssayOptions, createHttp, type RequestOptions } from "../http.ts";
import { Resource } from "../resource.ts";
import { ApiKeys } from "./api-keys.ts";
import { Audit } from "./audit.ts";
import { Bindings } from "./bindings.ts";
import { Corpus } from "./corpus.ts";
import { AdminDocuments } from "./documents.ts";
import { GoldenSets } from "./golden-set.ts";
import { Members } from "./members.ts";
import { AdminModels } from "./models.ts";
import { Packs } from "./packs.ts";
import { RetrievalVersions } from "./retrieval-versions.ts";
import { Reviewers } from "./reviewers.ts";
import { AdminRuns } from "./runs.ts";
import { Tenants } from "./tenants.ts";
import { Traces } from "./traces.ts";
import { Webhooks } from "./webhooks.ts";

/**
 * A client of the administrative routes, which need the role ADMIN, some of them SUPER_ADMIN. An entry of its own, so
 * that what only reads and uploads does not carry it. Errors are those of Assay.
 *
 * @example
 * const admin = new AssayAdmin({ baseUrl: "https://assay.example.com", token: process.env.ASSAY_API_KEY! });
 * for await (const { email, role } of admin.members.list()) console.log(email, role);
 */
export class AssayAdmin extends Resource {
  readonly apiKeys: ApiKeys;
  readonly audit: Audit;
  readonly documents: AdminDocuments;
  readonly goldenSet: GoldenSets;
  readonly members: Members;
  readonly runs: AdminRuns;
  readonly bindings: Bindings;
  readonly corpus: Corpus;
  readonly models: AdminModels;
  readonly packs: Packs;
  readonly retrievalVersions: RetrievalVersions;
  readonly reviewers: Reviewers;
  readonly tenants: Tenants;
  readonly traces: Traces;
  readonly webhooks: Webhooks;

  constructor(options: AssayOptions) {
    super(createHttp(options));
    this.apiKeys = new ApiKeys(this.http);
    this.audit = new Audit(this.http);
    this.documents = new AdminDocuments(this.http);
    this.goldenSet = new GoldenSets(this.http);
    this.members = new Members(this.http);
    this.runs = new AdminRuns(this.http);
    this.bindings = new Bindings(this.http);
    this.corpus = new Corpus(this.http);
    this.models = new AdminModels(this.http);
    this.packs = new Packs(this.http);
    this.retrievalVersions = new RetrievalVersions(this.http);
    this.reviewers = new Reviewers(this.http);
    this.tenants = new Tenants(this.http);
    this.traces = new Traces(this.http);
    this.webhooks = new Webhooks(this.http);
  }

  /** How the tenant stands: what needs attention, the last 30 days and what is in force. */
  async overview(options: RequestOptions = {}): Promise<Overview> {
    return (await this.http.json<OverviewReply>("GET", "/api/admin/overview", options)).overview;
  }

  /** What the deployment runs with. */
  async settings(options: RequestOptions = {}): Promise<Settings> {
    return (await this.http.json<SettingsReply>("GET", "/api/admin/settings", options)).settings;
  }
}
