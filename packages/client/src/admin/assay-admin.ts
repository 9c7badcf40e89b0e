import {
  AccessRecords,
  AdminDocuments,
  AdminModels,
  ApiKeys,
  AssayAdminBase,
  Bindings,
  Connections,
  Deployment,
  Erasures,
  GoldenSets,
  Invitations,
  Members,
  OcrLanguages,
  Persons,
  Resets,
  Residency,
  Retention,
  Reviewers,
  Scim,
  SecondFactor,
  SingleSignOn,
  Tenants,
  Webhooks,
} from "../generated/admin-resources.ts";
import { type AssayOptions, createHttp } from "../http.ts";
import { Audit } from "./audit.ts";
import { Corpus } from "./corpus.ts";
import { Events } from "./events.ts";
import { Packs } from "./packs.ts";
import { RetrievalVersions } from "./retrieval-versions.ts";
import { AdminRuns } from "./runs.ts";
import { Traces } from "./traces.ts";

/**
 * A client of the administrative routes, which need the role ADMIN, some of them SUPER_ADMIN. An entry of its own, so
 * that what only reads and uploads does not carry it. Errors are those of Assay.
 *
 * @example
 * const admin = new AssayAdmin({ baseUrl: "https://assay.example.com", token: process.env.ASSAY_API_KEY! });
 * for await (const { email, role } of admin.members.list()) console.log(email, role);
 */
export class AssayAdmin extends AssayAdminBase {
  readonly accessRecords: AccessRecords;
  readonly apiKeys: ApiKeys;
  readonly audit: Audit;
  readonly deployment: Deployment;
  readonly documents: AdminDocuments;
  readonly erasures: Erasures;
  readonly events: Events;
  readonly goldenSet: GoldenSets;
  readonly invitations: Invitations;
  readonly members: Members;
  readonly runs: AdminRuns;
  readonly bindings: Bindings;
  readonly connections: Connections;
  readonly corpus: Corpus;
  readonly models: AdminModels;
  readonly packs: Packs;
  readonly persons: Persons;
  readonly resets: Resets;
  readonly retention: Retention;
  readonly retrievalVersions: RetrievalVersions;
  readonly reviewers: Reviewers;
  readonly scim: Scim;
  readonly ocrLanguages: OcrLanguages;
  readonly residency: Residency;
  readonly secondFactor: SecondFactor;
  readonly singleSignOn: SingleSignOn;
  readonly tenants: Tenants;
  readonly traces: Traces;
  readonly webhooks: Webhooks;

  constructor(options: AssayOptions = {}) {
    super(createHttp(options));
    this.accessRecords = new AccessRecords(this.http);
    this.apiKeys = new ApiKeys(this.http);
    this.audit = new Audit(this.http);
    this.deployment = new Deployment(this.http);
    this.persons = new Persons(this.http);
    this.erasures = new Erasures(this.http);
    this.documents = new AdminDocuments(this.http);
    this.events = new Events(this.http);
    this.goldenSet = new GoldenSets(this.http);
    this.invitations = new Invitations(this.http);
    this.members = new Members(this.http);
    this.runs = new AdminRuns(this.http);
    this.bindings = new Bindings(this.http);
    this.connections = new Connections(this.http);
    this.corpus = new Corpus(this.http);
    this.models = new AdminModels(this.http);
    this.packs = new Packs(this.http);
    this.resets = new Resets(this.http);
    this.retention = new Retention(this.http);
    this.retrievalVersions = new RetrievalVersions(this.http);
    this.reviewers = new Reviewers(this.http);
    this.scim = new Scim(this.http);
    this.ocrLanguages = new OcrLanguages(this.http);
    this.residency = new Residency(this.http);
    this.secondFactor = new SecondFactor(this.http);
    this.singleSignOn = new SingleSignOn(this.http);
    this.tenants = new Tenants(this.http);
    this.traces = new Traces(this.http);
    this.webhooks = new Webhooks(this.http);
  }
}
