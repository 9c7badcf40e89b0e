import { type Database, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

/** An id that follows from the tenant, the table and the number of the row, so that rows can name each other. */
const idOf = (table: string) => `md5(pattern.tenant_id || '${table}' || at)::uuid`;
const hash = "md5(random()::text) || md5(random()::text)";
/** A day before each other, but none before Christ. */
const earlier = "now() - make_interval(days => at % 100000, secs => at)";
const ofRun = { run_id: idOf("runs") };
const own = (table: string) => ({ id: idOf(table) });

/**
 * What differs between the rows of a table that grows; all else is as in a row that the tenant has. In an order in which
 * each table finds the rows that it names.
 */
const GROWING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  documents: {
    ...own("documents"),
    sha256_hash: hash,
    uploaded_at: earlier,
    ready_at: earlier,
    rehashed_at: earlier,
    category: "(array['Policies', 'Reports', 'Contracts'])[1 + at % 3]",
  },
  document_places: {
    ...own("document_places"),
    document_id: idOf("documents"),
    path_hash: hash,
    held_until: earlier,
    left_at: earlier,
  },
  source_manifests: { ...own("source_manifests"), sequence: "-at" },
  segments: { document_id: idOf("documents") },
  chunks: { ...own("chunks"), document_id: idOf("documents") },
  dated_facts: { document_id: idOf("documents"), chunk_id: idOf("chunks") },
  document_pages: { document_id: idOf("documents") },
  runs: { ...own("runs"), created_at: earlier, completed_at: earlier, progressed_at: earlier, cost_usd: "at" },
  run_steps: ofRun,
  awaited_documents: { ...ofRun, document_id: "gen_random_uuid()" },
  run_documents: ofRun,
  run_requirements: { ...own("run_requirements"), ...ofRun },
  assessments: { ...own("assessments"), ...ofRun, input_digest: hash },
  tasks: { ...own("tasks"), ...ofRun, created_at: earlier },
  exports: { ...own("exports"), ...ofRun },
  snapshots: { ...own("snapshots"), ...ofRun },
  result_digests: ofRun,
  result_checks: { ...ofRun, checked_at: earlier },
  reviews: { ...own("reviews"), ...ofRun, created_at: earlier },
  comments: { ...own("comments"), ...ofRun, created_at: earlier, answers_id: "null" },
  comment_reads: ofRun,
  sign_offs: { ...own("sign_offs"), ...ofRun },
  run_links: { ...own("run_links"), ...ofRun, secret_hash: hash, session_hash: hash, created_at: earlier },
  run_exceptions: ofRun,
  exceptions: { ...own("exceptions"), created_at: earlier, requirement_id: "'R' || at", status: "'REVOKED'" },
  exception_notices: { exception_id: idOf("exceptions") },
  audit_entries: {
    ...own("audit_entries"),
    ...ofRun,
    sequence: "1000 + at",
    object_id: `${idOf("runs")}::text`,
    actor: "(array['ada', 'bob', 'eve'])[1 + at % 3]",
    created_at: "now() + make_interval(secs => at)",
  },
  audit_checkpoints: { ...own("audit_checkpoints"), counter: "1000 + at", created_at: earlier },
  api_keys: { ...own("api_keys"), key_hash: hash, created_at: earlier, revoked_at: earlier },
  memberships: { user_id: idOf("memberships"), email: "at || '@example.test'", created_at: earlier },
  idempotency_keys: { key: "'key-' || at", expires_at: "now() + interval '1 day'" },
  webhook_deliveries: {
    ...own("webhook_deliveries"),
    event_id: idOf("events"),
    created_at: earlier,
    state: "'DELIVERED'",
  },
  spans: {
    ...ofRun,
    trace_id: "md5(pattern.tenant_id || 'trace' || at)",
    span_id: "substr(md5(at::text), 1, 16)",
    started_at: earlier,
    ended_at: earlier,
  },
  work_items: {
    ...own("work_items"),
    ...ofRun,
    subject_id: idOf("documents"),
    state: "'DONE'",
    created_at: "now()",
  },
};
export const GROWING_TABLES: readonly string[] = Object.keys(GROWING);

/**
 * Makes a tenant as large as one of a service that has run for long: adds the rows numbered `from` to `to` in each table
 * that grows, or in those named.
 */
export async function fillTenant(
  owner: Database,
  { tenantId, from = 1, to, tables = GROWING_TABLES }: Rows,
): Promise<void> {
  await owner.transaction(async (tx) => {
    // Neither keys nor guards: a row at a time, they take longer than all the rows.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [table, changes] of Object.entries(GROWING))
      if (tables.includes(table)) await fillTable(tx, { tenantId, table, changes, from, to });
    await tx.execute(sql`
      update audit_heads set sequence = (select max(sequence) from audit_entries where tenant_id = ${tenantId})
      where tenant_id = ${tenantId}`);
    await tx.execute(sql`
      insert into tenant_usage (tenant_id, documents, bytes)
      select tenant_id, count(*), sum(size_bytes) from documents where tenant_id = ${tenantId} group by tenant_id
      on conflict (tenant_id) do update set documents = excluded.documents, bytes = excluded.bytes`);
  });
}

/**
 * Makes the planner's statistics. With `oneTenant` they are those of an unlucky sample: next to a large tenant it holds no
 * row of the others.
 */
export async function makeStatistics(owner: Database, { oneTenant = false } = {}): Promise<void> {
  // Of a table that nobody has vacuumed yet, an index alone seems to cost more.
  await owner.execute(sql`vacuum analyze`);
  if (!oneTenant) return;
  await owner.execute(sql`
    update pg_statistic set stadistinct = 1, stakind1 = 0
    from pg_attribute column_of
    where (starelid, staattnum) = (column_of.attrelid, column_of.attnum) and column_of.attname = 'tenant_id'
      and starelid = any(array[${sql.join(
        GROWING_TABLES.map((table) => sql`${table}`),
        sql`, `,
      )}]::regclass[])`);
}

interface Rows {
  readonly tenantId: string;
  readonly from?: number;
  readonly to: number;
  readonly tables?: readonly string[];
}

interface Filling {
  readonly tenantId: string;
  readonly table: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly from: number;
  readonly to: number;
}

async function fillTable(tx: Transaction, { tenantId, table, changes, from, to }: Filling): Promise<void> {
  const name = sql.identifier(table);
  const others = await rowsOf<{ name: string }>(
    tx,
    sql`select quote_ident(column_name) as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table}`,
  );
  const kept = others.map((column) => column.name).filter((column) => !(column in changes));
  const columns = sql.raw([...kept, ...Object.keys(changes)].join(", "));
  const values = sql.raw([...kept.map((column) => `pattern.${column}`), ...Object.values(changes)].join(", "));
  await tx.execute(sql`alter table ${name} disable trigger user`);
  await tx.execute(sql`
    insert into ${name} (${columns}) select ${values}
    from (select * from ${name} where tenant_id = ${tenantId} order by ${sql.raw(PATTERN[table] ?? "1")} limit 1) pattern
    cross join generate_series(${from}::int, ${to}::int) at`);
  await tx.execute(sql`alter table ${name} enable trigger user`);
}

/** Which row is the pattern, where it is not any. */
const PATTERN: Readonly<Record<string, string>> = {
  documents: "(status = 'READY' and file_type <> 'zip') desc, id",
  runs: "(snapshot_status = 'CAPTURED') desc, id",
  work_items: "(state = 'DONE') desc, id",
  audit_entries: "sequence",
};
