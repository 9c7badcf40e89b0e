/** Why a table may be read or changed in the role of the system without a tenant: by nothing else than what is said. */
interface Spanning {
  readonly read?: string;
  readonly changed?: string;
}

/** Anything that the role of the system sends next to this names its tenant. The grants allow it no further columns. */
export const SPANNING_TABLES: Readonly<Record<string, Spanning>> = {
  work_items: {
    read: "due work is found whoever's it is, by turns of the tenants",
    changed: "an item is claimed by its id, before its tenant is known; finished ones are removed by their age",
  },
  runs: {
    read: "the sweep finds stalled runs, results due for a check and runs under earlier versions; one look serves all who watch; an unknown id is told from another tenant's",
  },
  documents: { read: "the sweep finds files due for a new hash; an unknown id is told from another tenant's" },
  tasks: { read: "an unknown id is told from another tenant's" },
  reviews: { read: "an unknown id is told from another tenant's" },
  comments: { read: "an unknown id is told from another tenant's" },
  exports: { read: "an unknown id is told from another tenant's" },
  sign_offs: { read: "an unknown id is told from another tenant's" },
  chunks: { read: "a retrieval version is in force once all tenants' chunks have its vectors" },
  chunk_vectors: { read: "a retrieval version is in force once all tenants' chunks have its vectors" },
  chunk_weights: { read: "a retrieval version is in force once all tenants' chunks have its weights" },
  result_checks: { read: "the sweep finds results due for a check; doctor and metrics count damaged runs" },
  record_checks: { read: "the sweep finds records due for a check; doctor counts damaged tenants" },
  version_forecasts: { read: "an operator sees, tenant by tenant, how many verdicts a version would change" },
  forecast_marks: { read: "the sweep finds whose runs are yet to be looked at" },
  tenant_retention: { read: "the sweep finds tenants whose rules are to be applied" },
  tenant_usage: { read: "doctor compares the counts with what the tenants hold" },
  integrity_checks: {
    read: "the sweep finds whose check is due",
    changed: "the sweep begins the check of several tenants at once",
  },
  audit_heads: { read: "the sweep finds chains that are due for a checkpoint" },
  audit_checkpoints: {
    read: "the sweep finds chains that are due for a checkpoint; doctor counts tenants whose checkpoints stay",
  },
  checkpoint_departures: { read: "doctor counts tenants whose checkpoints stay" },
  audit_positions: {
    read: "the next tenant with entries for a destination is found, and how far all are behind",
  },
  chain_checks: { read: "doctor names broken chains, and metrics count them" },
  file_keys: { read: "keys of tenants that an earlier key of the deployment sealed are found; doctor counts them" },
  webhooks: {
    read: "the sweep finds who asks for expiring evidence; secrets of an earlier key are found; an unknown id is told from another tenant's",
  },
  webhook_deliveries: {
    read: "an unknown id is told from another tenant's",
    changed: "ended ones are removed by their age",
  },
  event_readers: { read: "one look serves all who read events; the sweep finds who reads of expiring evidence" },
  tenant_events: { changed: "those of the day before are removed by their age" },
  access_records: { changed: "those of 13 months ago are removed by their age" },
  exceptions: { read: "the sweep finds exceptions that end soon; an unknown id is told from another tenant's" },
  exception_notices: { read: "the sweep finds notices that were not given yet" },
  expiry_notices: { read: "the sweep finds notices that were not given yet" },
  invitations: {
    read: "an invitation is found by its secret, before its tenant is known; an unknown id is told from another tenant's",
  },
  resets: {
    changed: "those of 90 days ago are removed by their age",
    read: "a reset is found by its secret, before its tenant is known; an unknown id is told from another tenant's",
  },
  run_links: {
    read: "a link's secret, and the token of its session, name its tenant",
    changed: "the last use of several links is noted at once, by their ids",
  },
  connections: {
    read: "a code and a token name their tenant; an unknown id is told from another tenant's",
    changed: "the last use is noted by its id; those of 13 months ago are removed by their age",
  },
  identity_providers: {
    read: "secrets of an earlier key are found; an unknown id is told from another tenant's",
  },
  session_tenants: {
    read: "a session's choice names its tenant",
    changed: "the oldest choices of a person's sessions are removed",
  },
  tenant_domains: {
    read: "a proved domain names its tenant at sign-in; an unknown id is told from another tenant's",
  },
  scim_keys: {
    read: "a key names its tenant; an unknown id is told from another tenant's",
    changed: "its last use is noted by its id",
  },
  source_plans: { read: "an unknown id is told from another tenant's" },
  source_manifests: { read: "an unknown id is told from another tenant's" },
  scim_groups: { read: "an unknown id is told from another tenant's" },
  api_keys: { read: "a key names its tenant", changed: "its last use is noted by its id" },

  idempotency_keys: { changed: "expired ones are removed by their age" },
  spans: {
    read: "spans are exported by their age",
    changed: "exported ones are marked, old ones removed by their age",
  },
};

/**
 * Sent without a tenant on purpose: to put the policies alone to the proof, to see whether anybody can sign in, to find the
 * tenants of one person, to ask for the roles of sessions, each in the tenant that it chose or its token selects, to name the people of the
 * deployment's log, and to count what each tenant has, one by one.
 */
export const PROBES = [
  "select exists (select 1 from documents) or exists (select 1 from runs)",
  "select user_id from memberships limit ",
  "select tenant_id, user_id from memberships where (lower(memberships.email) = $1 and memberships.revoked_at is null)",
  "select memberships.tenant_id from memberships inner join tenants on (tenants.id = memberships.tenant_id and tenants.status = $1) where (memberships.user_id = $2 and memberships.address_proof in ",
  "select address_proof from memberships where (memberships.user_id = $1 and memberships.address_proof in ",
  "select tenant_id from memberships where memberships.user_id = ",
  "select tenant_id, erased_at from memberships where memberships.user_id = ",
  "select distinct user_id from memberships where lower(memberships.email) = ",
  "select asked.nth::int, coalesce(session_tenants.tenant_id, asked.tenant_id), case when tenants.id is not null then memberships.role end, tenants.second_factor from unnest(",
  "select tenants.id, tenants.name, memberships.role from memberships inner join tenants on (tenants.id = memberships.tenant_id and tenants.status = $1) where (memberships.user_id = $2 and memberships.revoked_at is null",
  "select tenant_id from memberships where (memberships.user_id = $1 and memberships.revoked_at is null)",
  "select tenants.id, tenants.name, tenants.status, floor(extract(epoch from tenants.created_at) * 1000)::float8 as createdAt, ",
  "select distinct on (memberships.user_id) user_id, email from memberships where memberships.user_id in (",
];

/** Suites whose subject is what the database itself refuses: they send statements without a tenant on purpose. */
export const SUITES_OF_POLICIES = ["isolation.test.ts", "immutability.test.ts"];
