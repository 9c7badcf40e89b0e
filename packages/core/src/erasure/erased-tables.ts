export interface ErasedTable {
  readonly name: string;
  /** The column that names the tenant. */
  readonly owner: "tenant_id" | "owner_tenant_id";
  /** Where no index begins with the tenant: the column by which rows are found, and the table that it refers to. */
  readonly via?: { readonly column: string; readonly parent: string };
  /** Rows refer to earlier ones of the same table: the newest go first. */
  readonly newestFirst?: true;
}

const of = (...names: string[]): ErasedTable[] => names.map((name) => ({ name, owner: "tenant_id" }));
const by = (column: string, parent: string, ...names: string[]): ErasedTable[] =>
  names.map((name) => ({ name, owner: "tenant_id", via: { column, parent } }));
const ofPacks = (...names: string[]): ErasedTable[] => names.map((name) => ({ name, owner: "owner_tenant_id" }));
const newestFirst = (name: string): ErasedTable => ({ name, owner: "tenant_id", newestFirst: true });

/** Each table that has rows of a tenant, in the order in which they go: what refers to others goes before them. */
export const ERASED: readonly ErasedTable[] = [
  // First what is under way: nothing of it is committed any more.
  ...of("work_items", "webhook_deliveries", "webhooks", "mails", "tenant_events", "event_readers", "idempotency_keys"),
  ...by("plan_id", "source_plans", "source_plan_files"),
  ...of(
    "source_plans",
    "uploads",
    "awaited_documents",
    "version_forecasts",
    "forecast_marks",
    "egress",
    "document_egress",
  ),
  ...of("exception_notices", "expiry_notices", "comment_reads"),
  newestFirst("comments"),
  ...of("tasks", "reviews", "sign_offs", "run_links", "result_checks", "assessments"),
  ...by("run_id", "runs", "exports", "snapshots", "result_digests", "run_exceptions"),
  ...by("run_requirement_id", "run_requirements", "retrievals"),
  ...of("run_requirements"),
  ...by("run_id", "runs", "run_documents_left_out", "run_documents", "run_steps"),
  newestFirst("runs"),
  ...of("exceptions", "dated_facts", "chunk_weights", "chunk_terms", "chunk_vectors", "chunks", "document_pages"),
  ...by("document_id", "documents", "segments", "file_parts"),
  ...of("document_places"),
  newestFirst("documents"),
  ...by("manifest_id", "source_manifests", "source_manifest_parts"),
  ...of("source_manifests", "spans", "access_records", "pack_bindings", "pack_offers"),
  ...ofPacks("guidance_vectors", "guidance_chunks", "corpus_activation_items", "corpus_activations"),
  ...ofPacks("corpus_ingestions", "requirements", "criteria", "criteria_versions", "packs"),
  ...of("connections", "session_tenants", "sso_subjects", "scim_group_members", "scim_groups", "scim_users"),
  ...of("scim_keys", "identity_providers", "tenant_domains", "invitations", "resets", "api_keys", "memberships"),
  ...of("checkpoint_departures", "audit_checkpoints", "audit_resumptions", "chain_checks", "audit_positions"),
  ...of("audit_entries", "integrity_checks", "record_checks", "tenant_usage", "file_keys", "tenant_holds"),
  ...of("tenant_retention", "removed_runs"),
  // Its end goes last: the certificate names it.
  ...of("audit_heads"),
];
