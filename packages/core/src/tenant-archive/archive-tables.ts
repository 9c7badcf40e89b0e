/** Whose rows of a table go into an archive: the tenant's own, or those of a pack or an engine version that it uses. */
type RowsOf = "tenant" | "pack" | "engine";

export interface ArchivedTable {
  readonly rows: RowsOf;
  /** What identifies a row, in the order in which rows are written: earlier ones refer to no later ones. */
  readonly key: readonly string[];
  /** The column of the key that may be null: an id. */
  readonly nullable?: string;
  /** What a row is part of: to one of a pack that was there before, an import adds none. */
  readonly parent?: { readonly table: string; readonly column: string };
  /** The role that writes it; the tenant's own where it is not said. */
  readonly as?: "system";
  /** Columns that do not leave, secrets among them, and what has their place after an import, as SQL over the row. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** A row may have tens of megabytes: each is a file of its own. */
  readonly large?: true;
}

const ofTenant = (...key: string[]): ArchivedTable => ({ rows: "tenant", key });
const ofPack = (column: string, table: string, ...key: string[]): ArchivedTable => ({
  ...{ rows: "pack", key },
  parent: { table, column },
});
const NO_KEY = "'imported:' || id";
const ENDED = "coalesce(revoked_at, now())";

/** Each table that an archive holds, in an order in which its rows can be written. */
export const ARCHIVED = {
  // Neither becomes the engine that is active there, nor a pack that is offered there.
  retrieval_versions: {
    ...{ rows: "engine", key: ["id"] },
    replaced: {
      ...{ activated_at: "null", chosen_at: "null", recommended_at: "null" },
      ...{ activate_when_ready: "false", is_move: "false" },
    },
  },
  packs: { ...{ rows: "pack", key: ["id"] }, replaced: { offered_to_all: "false" } },
  criteria_versions: ofPack("pack_id", "packs", "id"),
  criteria: ofPack("criteria_version_id", "criteria_versions", "criteria_version_id", "criterion_id"),
  requirements: ofPack("criteria_version_id", "criteria_versions", "id"),
  corpus_activations: ofPack("pack_id", "packs", "id"),
  corpus_ingestions: {
    ...ofPack("pack_id", "packs", "id"),
    replaced: { requested_by_tenant_id: "current_setting('app.tenant_id')::uuid" },
  },
  guidance_chunks: ofPack("ingestion_id", "corpus_ingestions", "id"),
  guidance_vectors: ofPack("chunk_id", "guidance_chunks", "chunk_id", "embedder"),
  corpus_activation_items: ofPack("activation_id", "corpus_activations", "activation_id", "ingestion_id"),
  memberships: ofTenant("user_id"),
  api_keys: { ...ofTenant("id"), replaced: { key_hash: NO_KEY, revoked_at: ENDED } },
  pack_bindings: ofTenant("pack_id"),
  documents: ofTenant("id"),
  document_places: ofTenant("id"),
  file_parts: ofTenant("document_id"),
  segments: ofTenant("document_id", "segment_index"),
  document_pages: ofTenant("document_id", "page_index"),
  chunks: ofTenant("id"),
  dated_facts: ofTenant("chunk_id", "fact_index"),
  chunk_vectors: ofTenant("chunk_id", "embedder"),
  chunk_terms: ofTenant("chunk_id"),
  chunk_weights: ofTenant("chunk_id", "lexicon_from"),
  source_manifests: ofTenant("id"),
  source_manifest_parts: ofTenant("manifest_id", "part_index"),
  exceptions: ofTenant("id"),
  exception_notices: ofTenant("exception_id", "days"),
  expiry_notices: ofTenant("document_id", "expires_at", "days"),
  runs: ofTenant("id"),
  run_steps: ofTenant("run_id", "step_index"),
  run_documents: ofTenant("run_id", "document_id"),
  run_documents_left_out: ofTenant("run_id", "document_id"),
  run_requirements: ofTenant("id"),
  run_exceptions: ofTenant("run_id", "exception_id"),
  retrievals: ofTenant("run_requirement_id", "rank"),
  assessments: ofTenant("id"),
  reviews: ofTenant("id"),
  comments: ofTenant("id"),
  comment_reads: ofTenant("user_id", "run_id", "requirement_id"),
  tasks: ofTenant("id"),
  exports: { ...ofTenant("id"), large: true },
  snapshots: { ...ofTenant("id"), large: true },
  result_digests: { ...ofTenant("run_id"), large: true },
  sign_offs: ofTenant("id"),
  run_links: {
    ...ofTenant("id"),
    replaced: { secret_hash: NO_KEY, session_hash: "null", session_expires_at: "null", revoked_at: ENDED },
  },
  document_egress: ofTenant("document_id", "provider", "host", "purpose"),
  egress: { ...ofTenant("day", "run_id", "provider", "host", "purpose"), nullable: "run_id" },
  spans: ofTenant("trace_id", "span_id"),
  audit_entries: ofTenant("sequence"),
  audit_resumptions: ofTenant("sequence"),
  audit_checkpoints: ofTenant("id"),
  checkpoint_departures: ofTenant("checkpoint_id", "destination"),
  access_records: ofTenant("id"),
  // A hold goes with the tenant.
  tenant_holds: { ...ofTenant("id"), as: "system" },
  // Its rules count from the import: nothing goes on the first day.
  tenant_retention: { ...ofTenant("tenant_id"), as: "system" },
  removed_runs: ofTenant("run_id"),
} as const satisfies Readonly<Record<string, ArchivedTable>>;

const MADE_AGAIN = "The service makes it again where the archive is read";
const SECRET = "It is of no use without a secret, and secrets never leave: set it up again";
const PASSING = "It passes within days, and only where it was made";
const OF_DEPLOYMENT = "It is of the deployment, and of no tenant";

/** Each table that an archive does not hold, and why. */
export const NOT_ARCHIVED: Readonly<Record<string, string>> = {
  tenants: "Its row is in archive.json",
  audit_heads: "It follows from the last entry of the audit log",
  checkpoint_keys: "Public keys are in archive.json, and the deployment that reads it vouches for them",
  pack_offers: "Whom a pack is offered to is decided where it is read; the tenant keeps those that it uses",
  file_keys: "Originals are in it as they were uploaded, and get a key of the deployment that reads it",
  tenant_usage: MADE_AGAIN,
  version_forecasts: MADE_AGAIN,
  forecast_marks: MADE_AGAIN,
  result_checks: MADE_AGAIN,
  record_checks: MADE_AGAIN,
  integrity_checks: MADE_AGAIN,
  chain_checks: MADE_AGAIN,
  webhooks: SECRET,
  webhook_deliveries: SECRET,
  identity_providers: SECRET,
  tenant_domains: "That a domain is the tenant's is proved to each deployment again",
  sso_subjects: SECRET,
  scim_keys: SECRET,
  scim_users: SECRET,
  scim_groups: SECRET,
  scim_group_members: SECRET,
  connections: SECRET,
  invitations: SECRET,
  resets: SECRET,
  session_tenants: "Sessions are of the deployment where people sign in",
  idempotency_keys: PASSING,
  uploads: PASSING,
  mails: PASSING,
  tenant_events: PASSING,
  event_readers: PASSING,
  source_plans: PASSING,
  source_plan_files: PASSING,
  awaited_documents: "No archive is made while a run waits",
  work_items: "No archive is made while work is open; what is checked from time to time is due again",
  audit_positions:
    "Destinations are of the deployment: the log goes to those of the one that reads it from its first entry",
  engine_metrics: OF_DEPLOYMENT,
  deployment_entries: OF_DEPLOYMENT,
  erasures: "Certificates are statements of the deployment that erased",
  backups: OF_DEPLOYMENT,
  operator_notices: OF_DEPLOYMENT,
  operator_messages: OF_DEPLOYMENT,
  deployment: OF_DEPLOYMENT,
  identity_states: "Accounts and passwords are of the deployment: invite people again",
  pauses: OF_DEPLOYMENT,
  sweeps: OF_DEPLOYMENT,
  model_calls: OF_DEPLOYMENT,
  model_abilities: OF_DEPLOYMENT,
  assay_migrations: OF_DEPLOYMENT,
};
