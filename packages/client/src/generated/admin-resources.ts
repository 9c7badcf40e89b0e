// Made from packages/contract/src/operations by `npm run types:client`: change the table, not this file.
import { splitDamaged } from "../damage.ts";
import type { RequestOptions } from "../http.ts";
import { asQuery, path } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";
import type {
  AccessRecordExportFilters,
  AccessRecordFilters,
  ApiKeyFilters,
  AuditCheckpointFilters,
  CorpusActivationFilters,
  CorpusIngestionFilters,
  DeploymentFilters,
  DeploymentLogFilters,
  EgressEntryFilters,
  FailedDocumentFilters,
  GoldenSetFilters,
  InvitationFilters,
  MemberFilters,
  PackFilters,
  RetentionPreviewFilters,
  ReviewerFilters,
  TenantFilters,
  WebhookDeliveryFilters,
} from "./admin-filters.ts";
import type {
  AccessRecordPage,
  AdminRunDetails,
  ApiKey,
  AuditCheckpoint,
  CorpusActivation,
  CorpusIngestion,
  CreatedApiKey,
  CreatedScimKey,
  CriteriaDiff,
  CriteriaVersion,
  DeletionCertificate,
  DeploymentLogPage,
  DeploymentPage,
  EgressEntry,
  EngineMetrics,
  Erasure,
  ErasurePreview,
  FailedDocument,
  GoldenSet,
  GuidancePassage,
  IdentityProvider,
  IdentityProviderChange,
  ImportRun,
  Member,
  MemberChange,
  NewActivation,
  NewApiKey,
  NewErasure,
  NewIdentityProvider,
  NewMember,
  NewPack,
  NewRetrievalVersion,
  NewTestEvent,
  NewWebhook,
  Overview,
  Pack,
  PackBinding,
  PackChange,
  PackOffer,
  ReadingCounts,
  ReprocessChoice,
  Reprocessed,
  RetentionPreview,
  RetrievalVersion,
  ReviewerPage,
  ScimGroup,
  ScimKey,
  Settings,
  SsoRole,
  Tenant,
  TenantChange,
  TenantDomain,
  TenantHold,
  TenantResidency,
  TenantRetention,
  TriggeredEvent,
  VersionForecasts,
  VersionMetrics,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookWithSecret,
} from "./admin-types.ts";
import type { ModelListReply } from "./replies.ts";
import type {
  ConfirmedReset,
  Connection,
  Invitation,
  IssuedInvitation,
  NewReset,
  PersonExport,
  Provider,
  Requirement,
  Reset,
  Run,
} from "./types.ts";
/** Who read originals, snapshots, exports, reports and replays. */
export class AccessRecords extends Resource {
  /** Lists who read originals, snapshots, exports, reports and replays, newest first. Kept 13 months. */
  list(filters: AccessRecordFilters = {}): Promise<AccessRecordPage> {
    return this.http.json("GET", "/api/admin/access-records", asQuery(filters));
  }

  /** Returns all access records that match the filters as a file. */
  export(format: "csv" | "ndjson", filters: AccessRecordExportFilters = {}): Promise<Response> {
    return this.http.send("GET", "/api/admin/access-records/export", asQuery({ format, ...filters }));
  }
}

/** Keys for programs that call the API of a tenant. */
export class ApiKeys extends Resource {
  /** Lists API keys, revoked and expired ones too. */
  list(filters: ApiKeyFilters = {}): List<ApiKey> {
    return listOf(this.http, "/api/admin/api-keys", filters, "apiKeys");
  }

  /**
   * Creates an API key. An action of a person: not with an API key. `key` is shown only here. For at most one
   * year, and with no role above the caller's.
   */
  create(body: NewApiKey, options: RequestOptions = {}): Promise<CreatedApiKey> {
    return this.http.json("POST", "/api/admin/api-keys", { ...options, json: body });
  }

  /** Revokes an API key. An action of a person: not with an API key. The key ends with the next request. */
  async revoke(apiKeyId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/api-keys/${apiKeyId}`, options);
  }
}

/** The audit log of the tenant, its hash chain and signed checkpoints. */
export class AuditBase extends Resource {
  /** Lists signed checkpoints, newest first. */
  checkpoints(filters: AuditCheckpointFilters = {}): List<AuditCheckpoint> {
    return listOf(this.http, "/api/admin/audit-logs/checkpoints", filters, "checkpoints");
  }

  /** Returns who gets checkpoints by mail. */
  recipients(options: RequestOptions = {}): Promise<string[]> {
    return this.only("GET", "/api/admin/audit-logs/recipients", options, "addresses");
  }

  /**
   * Says who gets checkpoints by mail. An action of a person: not with an API key. Needs an authentication of the
   * last 5 minutes. 409 INVALID_STATE where the deployment sends no mail. Throws InvalidStateError.
   */
  changeRecipients(addresses: readonly string[], options: RequestOptions = {}): Promise<string[]> {
    return this.only("PUT", "/api/admin/audit-logs/recipients", { ...options, json: { addresses } }, "addresses");
  }
}

/** Which version of a pack the tenant uses. */
export class Bindings extends Resource {
  /** Returns which version of a pack the tenant uses. */
  get(packId: string, options: RequestOptions = {}): Promise<PackBinding> {
    return this.only("GET", path`/api/admin/bindings/${packId}`, options, "binding");
  }

  /**
   * Sets which version of a pack the tenant uses. A pack of the tenant or one that it is offered; a SUPER_ADMIN
   * binds each of the deployment's. Throws InvalidStateError.
   */
  put(packId: string, criteriaVersionId: string, options: RequestOptions = {}): Promise<PackBinding> {
    return this.only(
      "PUT",
      path`/api/admin/bindings/${packId}`,
      { ...options, json: { criteriaVersionId } },
      "binding",
    );
  }

  /**
   * Unbinds the tenant from a pack. Its runs stay as they are. INVALID_STATE while one is under way, with its id
   * as `details.runId`. Throws InvalidStateError.
   */
  async remove(packId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/bindings/${packId}`, options);
  }
}

/** Applications that members have connected. */
export class Connections extends Resource {
  /** Lists the applications that members have connected, newest first. */
  list(filters: ListOptions = {}): List<Connection> {
    return listOf(this.http, "/api/admin/connections", filters, "connections");
  }
}

/** Guidance that belongs to a pack. */
export class CorpusBase extends Resource {
  /** Lists ingestions of guidance. */
  ingestions(filters: CorpusIngestionFilters = {}): List<CorpusIngestion> {
    return listOf(this.http, "/api/admin/corpus/ingestions", filters, "ingestions");
  }

  /** Returns an ingestion. */
  ingestion(id: string, options: RequestOptions = {}): Promise<CorpusIngestion> {
    return this.only("GET", path`/api/admin/corpus/ingestions/${id}`, options, "ingestion");
  }

  /** Lists the passages of an ingestion, in the order of the text. */
  passages(id: string, filters: ListOptions = {}): List<GuidancePassage> {
    return listOf(this.http, path`/api/admin/corpus/ingestions/${id}/passages`, filters, "passages");
  }

  /** Lists activations of guidance. */
  activations(filters: CorpusActivationFilters = {}): List<CorpusActivation> {
    return listOf(this.http, "/api/admin/corpus/activations", filters, "activations");
  }

  /**
   * Activates guidance for new runs. For new runs of the pack, in place of the guidance before; an empty list for
   * no guidance. Throws InvalidStateError.
   */
  activate(body: NewActivation, options: RequestOptions = {}): Promise<CorpusActivation> {
    return this.only("POST", "/api/admin/corpus/activations", { ...options, json: body }, "activation");
  }
}

/** All tenants at a glance, and the actions that belong to none. */
export class Deployment extends Resource {
  /**
   * Returns how all tenants are, those in the worst trouble first. Only quantities: nothing of a tenant's
   * evidence, and no tenant is entered.
   */
  get(filters: DeploymentFilters = {}): Promise<DeploymentPage> {
    return this.http.json("GET", "/api/admin/deployment", asQuery(filters));
  }

  /**
   * Lists actions that belong to no tenant. The newest first. An entry that was changed, or does not follow the
   * one before it, is not shown.
   */
  log(filters: DeploymentLogFilters = {}): Promise<DeploymentLogPage> {
    return this.http.json("GET", "/api/admin/deployment/log", asQuery(filters));
  }
}

/** Failed documents, and documents to read again. */
export class AdminDocuments extends Resource {
  /** Lists failed documents. */
  failed(filters: FailedDocumentFilters = {}): List<FailedDocument> {
    return listOf(this.http, "/api/admin/documents/failed", filters, "documents");
  }

  /** Counts documents by reader and failure. */
  counts(options: RequestOptions = {}): Promise<ReadingCounts> {
    return this.only("GET", "/api/admin/documents/counts", options, "counts");
  }

  /** Reads documents again. Throws InvalidStateError. */
  reprocess(body: ReprocessChoice = {}, options: RequestOptions = {}): Promise<Reprocessed> {
    return this.http.json("POST", "/api/admin/documents/reprocess", { ...options, json: body });
  }
}

/** What happens in the tenant, as it happens. */
export class EventsBase extends Resource {
  /**
   * Sends an event of a type as a test. To those who read the stream, or to one webhook once. It has `test: true`,
   * and its ids name nothing. Throws InvalidStateError.
   */
  trigger(body: NewTestEvent, options: RequestOptions = {}): Promise<TriggeredEvent> {
    return this.http.json("POST", "/api/events", { ...options, json: body });
  }
}

/** The tenant's reviews as a labelled set. */
export class GoldenSets extends Resource {
  /** Shows what was said to the tenant's reviewed verdicts, or what a retrieval version said of them. */
  get(filters: GoldenSetFilters = {}): Promise<GoldenSet> {
    return this.http.json("GET", "/api/admin/golden-set", asQuery(filters));
  }
}

/** Offers of a membership, until they are accepted. */
export class Invitations extends Resource {
  /** Lists invitations, newest first, ended ones too. */
  list(filters: InvitationFilters = {}): List<Invitation> {
    return listOf(this.http, "/api/admin/invitations", filters, "invitations");
  }

  /**
   * Gives an invitation a new link, for another 14 days. An action of a person: not with an API key. Needs an
   * authentication of the last 5 minutes. The earlier link ends. Delivered as a new invitation. Throws
   * InvalidStateError.
   */
  renew(invitationId: string, options: RequestOptions = {}): Promise<IssuedInvitation> {
    return this.http.json("POST", path`/api/admin/invitations/${invitationId}/renew`, options);
  }

  /**
   * Withdraws an invitation. An action of a person: not with an API key. Needs an authentication of the last 5
   * minutes. One that was withdrawn before stays as it is. Throws InvalidStateError.
   */
  async withdraw(invitationId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/invitations/${invitationId}`, options);
  }
}

/** People of the tenant and their roles. */
export class Members extends Resource {
  /** Lists members. Throws IntegrityError. */
  list(filters: MemberFilters = {}): List<Member> {
    return listOf(this.http, "/api/admin/members", filters, "members", splitDamaged);
  }

  /**
   * Invites a person, who is a member once they have accepted. An action of a person: not with an API key. Needs
   * an authentication of the last 5 minutes. The link goes by mail where the deployment sends mail; else `secret`
   * and `path` are in the response, for you to hand over. The response does not depend on whether the person has
   * an account. INVALID_STATE: the person is a member, or is invited already. Throws InvalidStateError.
   */
  invite(body: NewMember, options: RequestOptions = {}): Promise<IssuedInvitation> {
    return this.http.json("POST", "/api/admin/members", { ...options, json: body });
  }

  /**
   * Changes the role of a member, or whether a VIEWER may review. An action of a person: not with an API key.
   * Needs an authentication of the last 5 minutes. What is omitted stays. INVALID_STATE: the tenant would have no
   * ADMIN. Throws InvalidStateError.
   */
  change(userId: string, body: MemberChange, options: RequestOptions = {}): Promise<Member> {
    return this.only("PATCH", path`/api/admin/members/${userId}`, { ...options, json: body }, "member");
  }

  /**
   * Removes a member. An action of a person: not with an API key. Needs an authentication of the last 5 minutes.
   * The access ends with the next request. What the member did stays. Throws InvalidStateError.
   */
  async remove(userId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/members/${userId}`, options);
  }
}

/** What models may be asked, and what is used of it. */
export class AdminModels extends Resource {
  /** Lists the models with their limits, what is used of them and until when they wait. */
  list(options: RequestOptions = {}): Promise<ModelListReply> {
    return this.http.json("GET", "/api/admin/models", options);
  }
}

export class AssayAdminBase extends Resource {
  /** Returns what needs attention, the last 30 days and what is active. */
  overview(options: RequestOptions = {}): Promise<Overview> {
    return this.only("GET", "/api/admin/overview", options, "overview");
  }

  /** Returns the settings of the deployment, without secrets. */
  settings(options: RequestOptions = {}): Promise<Settings> {
    return this.only("GET", "/api/admin/settings", options, "settings");
  }
}

/** Packs of requirements and their versions. */
export class PacksBase extends Resource {
  /**
   * Lists the tenant's packs and those that it uses or is offered. For a SUPER_ADMIN the tenant's own and all of
   * the deployment's.
   */
  list(filters: PackFilters = {}): List<Pack> {
    return listOf(this.http, "/api/admin/packs", filters, "packs");
  }

  /** Creates a pack without a version. Throws TenantLimitExceededError. */
  create(body: NewPack, options: RequestOptions = {}): Promise<Pack> {
    return this.only("POST", "/api/admin/packs", { ...options, json: body }, "pack");
  }

  /** Returns a pack. */
  get(packId: string, options: RequestOptions = {}): Promise<Pack> {
    return this.only("GET", path`/api/admin/packs/${packId}`, options, "pack");
  }

  /** Renames, describes or archives a pack, or takes it out of the archive. Throws TenantLimitExceededError. */
  change(packId: string, body: PackChange, options: RequestOptions = {}): Promise<Pack> {
    return this.only("PATCH", path`/api/admin/packs/${packId}`, { ...options, json: body }, "pack");
  }

  /**
   * Deletes a pack that has only drafts. IMMUTABLE_RESOURCE once a version is published or guidance added: archive
   * it. Throws ImmutableResourceError.
   */
  async delete(packId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/packs/${packId}`, options);
  }

  /** Returns which tenants may bind a pack of the deployment. Throws InvalidStateError. */
  getOffer(packId: string, options: RequestOptions = {}): Promise<PackOffer> {
    return this.only("GET", path`/api/admin/packs/${packId}/offer`, options, "offer");
  }

  /**
   * Sets which tenants may bind a pack of the deployment. A tenant that uses the pack keeps it. Throws
   * InvalidStateError.
   */
  offer(packId: string, tenantIds: "ALL" | readonly string[], options: RequestOptions = {}): Promise<PackOffer> {
    return this.only("PUT", path`/api/admin/packs/${packId}/offer`, { ...options, json: { tenantIds } }, "offer");
  }

  /** Lists the versions of a pack. Drafts too, of the tenant's own packs and for a SUPER_ADMIN. */
  versions(packId: string, filters: ListOptions = {}): List<CriteriaVersion> {
    return listOf(this.http, path`/api/admin/packs/${packId}/versions`, filters, "versions");
  }

  /** Publishes a version. A published version never changes. Throws ImmutableResourceError, InvalidStateError. */
  publish(packId: string, versionId: string, options: RequestOptions = {}): Promise<CriteriaVersion> {
    return this.only("POST", path`/api/admin/packs/${packId}/versions/${versionId}/publish`, options, "version");
  }

  /** Deletes a DRAFT version. Throws ImmutableResourceError. */
  async deleteDraft(packId: string, versionId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/packs/${packId}/versions/${versionId}`, options);
  }

  /** Returns a version of a pack. */
  version(packId: string, versionId: string, options: RequestOptions = {}): Promise<CriteriaVersion> {
    return this.only("GET", path`/api/admin/packs/${packId}/versions/${versionId}`, options, "version");
  }

  /** Lists the requirements of a version, in pack order. Throws IntegrityError. */
  requirements(packId: string, versionId: string, filters: ListOptions = {}): List<Requirement> {
    return listOf(
      this.http,
      path`/api/admin/packs/${packId}/versions/${versionId}/requirements`,
      filters,
      "requirements",
    );
  }

  /** Compares a version with another one. */
  diff(packId: string, versionId: string, against: string, options: RequestOptions = {}): Promise<CriteriaDiff> {
    return this.http.json("GET", path`/api/admin/packs/${packId}/versions/${versionId}/diff`, {
      ...options,
      query: { against },
    });
  }
}

/** What is kept of a person, in every tenant, and its erasure. */
export class Persons extends Resource {
  /**
   * Returns what is kept of a person, in every tenant. An action of a person: not with an API key. Needs an
   * authentication of the last 5 minutes. Nothing of others, and no evidence. Recorded in each tenant of theirs.
   */
  export(userId: string, options: RequestOptions = {}): Promise<PersonExport> {
    return this.http.json("GET", path`/api/admin/persons/${userId}`, options);
  }

  /**
   * Erases a person: their name becomes a token, and their account and access end. An action of a person: not with
   * an API key. Needs an authentication of the last 5 minutes. In every tenant, at once or not at all; again, it
   * does what is left. What they decided, wrote and signed stays. INVALID_STATE: a tenant would have no ADMIN.
   * Throws InvalidStateError, IntegrityError.
   */
  erase(
    userId: string,
    reason: string,
    options: RequestOptions = {},
  ): Promise<{
    userId: string;
    /** What the person is called from now on, in every row: `erased-` and the end of their id. */
    name: string;
    /** In how many tenants something was erased now; 0 where it was before. */
    tenants: number;
  }> {
    return this.only("POST", path`/api/admin/persons/${userId}/erase`, { ...options, json: { reason } }, "person");
  }
}

/** Resets of a member's password or second factors, by mail or by two ADMINs. */
export class Resets extends Resource {
  /** Lists resets that ADMINs began, newest first, ended ones too. */
  list(filters: ListOptions = {}): List<Reset> {
    return listOf(this.http, "/api/admin/resets", filters, "resets");
  }

  /**
   * Begins a reset of a member's password or second factors. An action of a member of the tenant: not with an API
   * key. Needs an authentication of the last 5 minutes. A link for a password goes to the member's proved address
   * where the deployment sends mail; else another ADMIN must confirm within 24 hours. INVALID_STATE: one is open,
   * or the account is not this tenant's alone. Throws InvalidStateError, NotFoundError.
   */
  start(body: NewReset, options: RequestOptions = {}): Promise<Reset> {
    return this.only("POST", "/api/admin/resets", { ...options, json: body }, "reset");
  }

  /**
   * Confirms a reset that another ADMIN began. An action of a member of the tenant: not with an API key. Needs an
   * authentication of the last 5 minutes. Of a password: `secret` and `path` are for you to hand over. Second
   * factors are removed at once. FORBIDDEN for who began it, and for one's own account. Throws InvalidStateError.
   */
  confirm(resetId: string, options: RequestOptions = {}): Promise<ConfirmedReset> {
    return this.http.json("POST", path`/api/admin/resets/${resetId}/confirm`, options);
  }

  /**
   * Withdraws a reset and ends its link. An action of a member of the tenant: not with an API key. Needs an
   * authentication of the last 5 minutes. Throws InvalidStateError.
   */
  async withdraw(resetId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/resets/${resetId}`, options);
  }
}

/** Models, thresholds and rules that runs pin. */
export class RetrievalVersionsBase extends Resource {
  /** Lists retrieval versions. */
  list(filters: ListOptions = {}): List<RetrievalVersion> {
    return listOf(this.http, "/api/admin/retrieval-versions", filters, "retrievalVersions");
  }

  /**
   * Creates a retrieval version. It is not activated. Vectors of another embedder are made in the background.
   * Throws InvalidStateError.
   */
  create(body: NewRetrievalVersion = {}, options: RequestOptions = {}): Promise<RetrievalVersion> {
    return this.only("POST", "/api/admin/retrieval-versions", { ...options, json: body }, "retrievalVersion");
  }

  /** Shows, tenant by tenant, what the recommended version would change. */
  forecasts(options: RequestOptions = {}): Promise<VersionForecasts> {
    return this.http.json("GET", "/api/admin/retrieval-versions/forecasts", options);
  }

  /**
   * Activates a retrieval version. INVALID_STATE: passages have no vector of its embedder yet. Throws
   * InvalidStateError.
   */
  activate(id: string, options: RequestOptions = {}): Promise<RetrievalVersion> {
    return this.only("POST", path`/api/admin/retrieval-versions/${id}/activate`, options, "retrievalVersion");
  }

  /** Shows the metrics of a retrieval version next to those of the active one. */
  metrics(id: string, options: RequestOptions = {}): Promise<VersionMetrics> {
    return this.http.json("GET", path`/api/admin/retrieval-versions/${id}/metrics`, options);
  }

  /** Stores the metrics of a retrieval version. */
  storeMetrics(id: string, body: EngineMetrics, options: RequestOptions = {}): Promise<VersionMetrics> {
    return this.http.json("PUT", path`/api/admin/retrieval-versions/${id}/metrics`, { ...options, json: body });
  }

  /**
   * Recommends a retrieval version. INVALID_STATE: it has no metrics, or worse ones than the active version.
   * Throws InvalidStateError.
   */
  recommend(id: string, options: RequestOptions = {}): Promise<RetrievalVersion> {
    return this.only("POST", path`/api/admin/retrieval-versions/${id}/recommend`, options, "retrievalVersion");
  }
}

/** How carefully people review. */
export class Reviewers extends Resource {
  /** Lists reviewers with how quickly they decide, and how often without opening the evidence. */
  list(filters: ReviewerFilters = {}): Promise<ReviewerPage> {
    return this.http.json("GET", "/api/admin/reviewers", asQuery(filters));
  }
}

/** Runs with their pins, jobs and costs; replay and import. */
export class AdminRunsBase extends Resource {
  /** Returns a run with its pins, jobs and costs. */
  get(runId: string, options: RequestOptions = {}): Promise<AdminRunDetails> {
    return this.http.json("GET", path`/api/admin/runs/${runId}`, options);
  }

  /**
   * Returns the stored results of a run. Never new results from a model. Of a captured snapshot the bytes are the
   * same each time. Throws ReplayUnavailableError, InvalidStateError, IntegrityError.
   */
  replay(runId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/admin/runs/${runId}/replay`, options);
  }

  /** Imports a finished run of an earlier system. Throws InvalidStateError. */
  import(body: ImportRun, options: RequestOptions = {}): Promise<Run> {
    return this.only("POST", "/api/admin/runs/import", { ...options, json: body }, "run");
  }
}

/** Keys for a directory that makes and disables members, and what its groups give. */
export class Scim extends Resource {
  /** Lists SCIM keys, revoked ones too. */
  listKeys(filters: ListOptions = {}): List<ScimKey> {
    return listOf(this.http, "/api/admin/scim-keys", filters, "scimKeys");
  }

  /**
   * Creates a SCIM key. An action of a person: not with an API key. Needs an authentication of the last 5 minutes.
   * `key` is shown only here. INVALID_STATE: people sign in elsewhere. Throws InvalidStateError,
   * TenantLimitExceededError.
   */
  createKey(name: string, options: RequestOptions = {}): Promise<CreatedScimKey> {
    return this.http.json("POST", "/api/admin/scim-keys", { ...options, json: { name } });
  }

  /**
   * Revokes a SCIM key. An action of a person: not with an API key. Needs an authentication of the last 5 minutes.
   * The key ends with the next request. Members stay.
   */
  async revokeKey(scimKeyId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/scim-keys/${scimKeyId}`, options);
  }

  /** Lists the groups of the directory. */
  listGroups(filters: ListOptions = {}): List<ScimGroup> {
    return listOf(this.http, "/api/admin/scim-groups", filters, "scimGroups");
  }

  /**
   * Changes which role a group gives. An action of a person: not with an API key. Needs an authentication of the
   * last 5 minutes. Its members get the role at once. An ADMIN is never changed.
   */
  mapGroup(scimGroupId: string, role: SsoRole | null, options: RequestOptions = {}): Promise<ScimGroup> {
    return this.only("PATCH", path`/api/admin/scim-groups/${scimGroupId}`, { ...options, json: { role } }, "scimGroup");
  }
}

/** The languages that OCR looks for in the tenant's scans and images. */
export class OcrLanguages extends Resource {
  /** Returns the languages that OCR looks for in the tenant's scans and images. */
  get(options: RequestOptions = {}): Promise<("eng" | "deu" | "fra" | "spa" | "ita" | "por" | "nld")[]> {
    return this.only("GET", "/api/admin/ocr-languages", options, "languages");
  }

  /**
   * Says which languages the tenant's scans and images are in. For pages that are read from now on; those that
   * were read stay as they are until they are processed again. Languages that the service does not read are left
   * out.
   */
  change(
    languages: readonly ("eng" | "deu" | "fra" | "spa" | "ita" | "por" | "nld")[],
    options: RequestOptions = {},
  ): Promise<("eng" | "deu" | "fra" | "spa" | "ita" | "por" | "nld")[]> {
    return this.only("PUT", "/api/admin/ocr-languages", { ...options, json: { languages } }, "languages");
  }
}

/** Who may be given a tenant's text, by which engine version it is judged, and where it was sent. */
export class Residency extends Resource {
  /** Returns who may be given the tenant's text, and by which engine version it is judged. */
  get(options: RequestOptions = {}): Promise<TenantResidency> {
    return this.only("GET", "/api/admin/residency", options, "residency");
  }

  /**
   * Says who may be given the tenant's text. From the next request on: what needs another provider waits and says
   * so, and a run that would need one is refused with 409 INVALID_STATE and `details.provider`.
   */
  change(allowedProviders: readonly Provider[] | null, options: RequestOptions = {}): Promise<TenantResidency> {
    return this.only("PUT", "/api/admin/residency", { ...options, json: { allowedProviders } }, "residency");
  }

  /**
   * Binds the tenant to an engine version, or to the active one again. Its vectors are created first: until they
   * are, the response is 409 INVALID_STATE with `details.missing`, and the same request succeeds later. Throws
   * InvalidStateError.
   */
  bind(retrievalVersionId: string | null, options: RequestOptions = {}): Promise<TenantResidency> {
    return this.only(
      "PUT",
      "/api/admin/residency/engine-version",
      { ...options, json: { retrievalVersionId } },
      "residency",
    );
  }

  /** Lists where the tenant's text was sent, by day, run, host and purpose. */
  egress(filters: EgressEntryFilters = {}): List<EgressEntry> {
    return listOf(this.http, "/api/admin/egress", filters, "egress");
  }
}

/** Who of the tenant's people needs a second factor. */
export class SecondFactor extends Resource {
  /** Returns who of the tenant's people needs a second factor. */
  get(options: RequestOptions = {}): Promise<"NOBODY" | "ACTS" | "EVERYBODY"> {
    return this.only("GET", "/api/admin/second-factor", options, "required");
  }

  /**
   * Says who of the tenant's people needs a second factor. An action of a person: not with an API key. Needs an
   * authentication of the last 5 minutes. From the next request on, people without one are refused with
   * `details.reason` SECOND_FACTOR_MISSING: with EVERYBODY on every route but `GET /api/session` and the
   * password's, with ACTS where a recent sign-in is asked for. API keys and links are not concerned.
   */
  change(
    required: "NOBODY" | "ACTS" | "EVERYBODY",
    options: RequestOptions = {},
  ): Promise<"NOBODY" | "ACTS" | "EVERYBODY"> {
    return this.only("PUT", "/api/admin/second-factor", { ...options, json: { required } }, "required");
  }
}

/** Where the tenant's people sign in, and which e-mail domains are the tenant's. */
export class SingleSignOn extends Resource {
  /** Lists identity providers. */
  listProviders(filters: ListOptions = {}): List<IdentityProvider> {
    return listOf(this.http, "/api/admin/identity-providers", filters, "identityProviders");
  }

  /**
   * Creates an identity provider. An action of a person: not with an API key. Needs an authentication of the last
   * 5 minutes. It is not active yet. At most 10. INVALID_STATE: people sign in elsewhere. Throws UnsafeUrlError,
   * InvalidStateError, TenantLimitExceededError.
   */
  createProvider(body: NewIdentityProvider, options: RequestOptions = {}): Promise<IdentityProvider> {
    return this.only("POST", "/api/admin/identity-providers", { ...options, json: body }, "identityProvider");
  }

  /**
   * Changes an identity provider, or whether people sign in there. An action of a person: not with an API key.
   * Needs an authentication of the last 5 minutes. What is omitted stays. INVALID_STATE: another one is active.
   * Throws UnsafeUrlError, InvalidStateError.
   */
  changeProvider(
    providerId: string,
    body: IdentityProviderChange,
    options: RequestOptions = {},
  ): Promise<IdentityProvider> {
    return this.only(
      "PATCH",
      path`/api/admin/identity-providers/${providerId}`,
      { ...options, json: body },
      "identityProvider",
    );
  }

  /**
   * Removes an identity provider. An action of a person: not with an API key. Needs an authentication of the last
   * 5 minutes. Members stay, and can sign in again where the same issuer is a provider again.
   */
  async removeProvider(providerId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/identity-providers/${providerId}`, options);
  }

  /** Asks the provider for its description. An action of a person: not with an API key. Throws InvalidStateError. */
  checkProvider(providerId: string, options: RequestOptions = {}): Promise<string | null> {
    return this.only("POST", path`/api/admin/identity-providers/${providerId}/check`, options, "problem");
  }

  /** Lists e-mail domains. */
  listDomains(filters: ListOptions = {}): List<TenantDomain> {
    return listOf(this.http, "/api/admin/domains", filters, "domains");
  }

  /**
   * Adds an e-mail domain, which must be proved. An action of a person: not with an API key. Needs an
   * authentication of the last 5 minutes. At most 50. INVALID_STATE: the tenant has the domain already. Throws
   * InvalidStateError, TenantLimitExceededError.
   */
  addDomain(domain: string, options: RequestOptions = {}): Promise<TenantDomain> {
    return this.only("POST", "/api/admin/domains", { ...options, json: { domain } }, "domain");
  }

  /**
   * Looks for the domain's DNS record. An action of a person: not with an API key. Needs an authentication of the
   * last 5 minutes. INVALID_STATE: the record is not there, or another tenant has proved the domain. Throws
   * InvalidStateError.
   */
  proveDomain(domainId: string, options: RequestOptions = {}): Promise<TenantDomain> {
    return this.only("POST", path`/api/admin/domains/${domainId}/prove`, options, "domain");
  }

  /**
   * Removes an e-mail domain. An action of a person: not with an API key. Needs an authentication of the last 5
   * minutes. Nobody new is made a member by it. Members stay.
   */
  async removeDomain(domainId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/domains/${domainId}`, options);
  }
}

/** Tenants of the deployment. */
export class Tenants extends Resource {
  /** Lists tenants. */
  list(filters: TenantFilters = {}): List<Tenant> {
    return listOf(this.http, "/api/admin/tenants", filters, "tenants");
  }

  /** Creates a tenant. */
  create(name: string, options: RequestOptions = {}): Promise<Tenant> {
    return this.only("POST", "/api/admin/tenants", { ...options, json: { name } }, "tenant");
  }

  /** Returns a tenant. */
  get(tenantId: string, options: RequestOptions = {}): Promise<Tenant> {
    return this.only("GET", path`/api/admin/tenants/${tenantId}`, options, "tenant");
  }

  /**
   * Renames, suspends or resumes a tenant. An INACTIVE tenant is suspended: its people, keys and links get 403
   * FORBIDDEN with `details.reason: TENANT_SUSPENDED`, and its jobs wait. Throws InvalidStateError.
   */
  change(tenantId: string, body: TenantChange, options: RequestOptions = {}): Promise<Tenant> {
    return this.only("PATCH", path`/api/admin/tenants/${tenantId}`, { ...options, json: body }, "tenant");
  }

  /**
   * Invites the first administrator of a tenant, without entering it. An action of a person: not with an API key.
   * Needs an authentication of the last 5 minutes. As `admin.members.invite`, with the role ADMIN. An earlier open
   * invitation of the tenant ends. INVALID_STATE: the tenant has an administrator, or is not ACTIVE. Throws
   * InvalidStateError.
   */
  inviteAdministrator(tenantId: string, email: string, options: RequestOptions = {}): Promise<IssuedInvitation> {
    return this.http.json("POST", path`/api/admin/tenants/${tenantId}/administrators`, { ...options, json: { email } });
  }
}

/** Holds of tenants, and tenants that are erased. */
export class Erasures extends Resource {
  /** Lists what keeps a tenant from being erased, ended holds too. */
  listHolds(tenantId: string, options: RequestOptions = {}): Promise<TenantHold[]> {
    return this.only("GET", path`/api/admin/tenants/${tenantId}/holds`, options, "holds");
  }

  /**
   * Keeps a tenant from being erased, such as for a lawsuit. An action of a person: not with an API key. Throws
   * InvalidStateError.
   */
  hold(tenantId: string, reason: string, options: RequestOptions = {}): Promise<TenantHold> {
    return this.only("POST", path`/api/admin/tenants/${tenantId}/holds`, { ...options, json: { reason } }, "hold");
  }

  /**
   * Ends a hold. An action of a person: not with an API key. Needs an authentication of the last 5 minutes. Throws
   * InvalidStateError.
   */
  endHold(tenantId: string, holdId: string, reason: string, options: RequestOptions = {}): Promise<TenantHold> {
    return this.only(
      "DELETE",
      path`/api/admin/tenants/${tenantId}/holds/${holdId}`,
      { ...options, json: { reason } },
      "hold",
    );
  }

  /** Counts what an erasure of a tenant would delete. */
  preview(tenantId: string, options: RequestOptions = {}): Promise<ErasurePreview> {
    return this.http.json("GET", path`/api/admin/tenants/${tenantId}/erasure`, options);
  }

  /**
   * Erases a suspended tenant. An action of a person: not with an API key. Needs an authentication of the last 5
   * minutes. There is no way back: the keys of its originals are destroyed before it returns, and jobs delete the
   * rest. INVALID_STATE: the tenant is not suspended, is under hold, is the caller's own, or is erased already.
   * Throws InvalidStateError.
   */
  start(tenantId: string, body: NewErasure, options: RequestOptions = {}): Promise<Erasure> {
    return this.only("POST", path`/api/admin/tenants/${tenantId}/erasure`, { ...options, json: body }, "erasure");
  }

  /** Lists tenants that are erased, or being erased. */
  list(filters: ListOptions = {}): List<Erasure> {
    return listOf(this.http, "/api/admin/erasures", filters, "erasures");
  }

  /**
   * Returns the signed certificate of what was deleted of a tenant. `assay verify` checks it without the service.
   * INVALID_STATE: the tenant is still being erased. Throws InvalidStateError.
   */
  certificate(erasureId: string, options: RequestOptions = {}): Promise<DeletionCertificate> {
    return this.http.json("GET", path`/api/admin/erasures/${erasureId}/certificate`, options);
  }
}

/** After how many days what a tenant has is removed. */
export class Retention extends Resource {
  /** Returns after how many days what a tenant has is removed. */
  get(tenantId: string, options: RequestOptions = {}): Promise<TenantRetention> {
    return this.only("GET", path`/api/admin/tenants/${tenantId}/retention`, options, "retention");
  }

  /**
   * Says after how many days what a tenant has is removed. An action of a person: not with an API key. Needs an
   * authentication of the last 5 minutes. Nothing is removed in the day after a change, while a hold is active, or
   * while the tenant is suspended. INVALID_STATE: the tenant is being erased. Throws InvalidStateError.
   */
  change(
    tenantId: string,
    days: {
      /** Trace spans of runs and documents, by their end. */
      spans?: number | null | undefined;
      /** Records of access, and webhook deliveries and mails that have ended. */
      logs?: number | null | undefined;
      /**
       * Runs by their end, with verdicts, snapshot, reviews, comments, sign-offs, tasks and exports. The newest
       * finished run of each pack and those after it stay, and what a link, a later run, a damage or open work needs:
       * a task with an assignee or a due date, an evidence request.
       */
      runs?: number | null | undefined;
    },
    options: RequestOptions = {},
  ): Promise<TenantRetention> {
    return this.only(
      "PATCH",
      path`/api/admin/tenants/${tenantId}/retention`,
      { ...options, json: { days } },
      "retention",
    );
  }

  /** Counts what the rules of a tenant, or others, would remove now. */
  preview(tenantId: string, filters: RetentionPreviewFilters = {}): Promise<RetentionPreview> {
    return this.http.json("GET", path`/api/admin/tenants/${tenantId}/retention/preview`, asQuery(filters));
  }
}

/** Where the tenant is told of what happens, and what was delivered there. */
export class Webhooks extends Resource {
  /** Lists webhooks. */
  list(filters: ListOptions = {}): List<Webhook> {
    return listOf(this.http, "/api/admin/webhooks", filters, "webhooks");
  }

  /**
   * Creates a webhook. An action of a person: not with an API key. `secret` is shown only here. At most 20
   * webhooks a tenant. Throws UnsafeUrlError, InvalidStateError.
   *
   * @example
   * const { webhook, secret } = await admin.webhooks.create({ url: "https://example.com/assay", events: ["run.completed"] });
   */
  create(body: NewWebhook, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.http.json("POST", "/api/admin/webhooks", { ...options, json: body });
  }

  /** Returns a webhook. */
  get(webhookId: string, options: RequestOptions = {}): Promise<Webhook> {
    return this.only("GET", path`/api/admin/webhooks/${webhookId}`, options, "webhook");
  }

  /**
   * Changes the address or the events of a webhook, or enables or disables it. An action of a person: not with an
   * API key. Throws UnsafeUrlError.
   */
  change(webhookId: string, body: WebhookChange, options: RequestOptions = {}): Promise<Webhook> {
    return this.only("PATCH", path`/api/admin/webhooks/${webhookId}`, { ...options, json: body }, "webhook");
  }

  /** Removes a webhook with its deliveries. An action of a person: not with an API key. */
  async remove(webhookId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/webhooks/${webhookId}`, options);
  }

  /**
   * Activates a new secret. An action of a person: not with an API key. Deliveries are signed with the secret
   * before it too, for 24 hours. Throws InvalidStateError.
   */
  rotate(webhookId: string, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.http.json("POST", path`/api/admin/webhooks/${webhookId}/rotate`, options);
  }

  /** Sends a test message once. Also while the webhook is disabled. */
  test(webhookId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.only("POST", path`/api/admin/webhooks/${webhookId}/test`, options, "delivery");
  }

  /** Lists the deliveries of a webhook, of the last 30 days. */
  deliveries(webhookId: string, filters: WebhookDeliveryFilters = {}): List<WebhookDelivery> {
    return listOf(this.http, path`/api/admin/webhooks/${webhookId}/deliveries`, filters, "deliveries");
  }

  /**
   * Sends a delivery again. With the message id that it had. One that waits for its next attempt is sent now.
   * Throws InvalidStateError.
   */
  redeliver(webhookId: string, deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    return this.only(
      "POST",
      path`/api/admin/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`,
      options,
      "delivery",
    );
  }
}
