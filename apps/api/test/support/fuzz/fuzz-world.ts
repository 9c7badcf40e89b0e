import { type Connection, newId, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { createCanaries } from "../canaries.ts";
import { openLink } from "../open-link.ts";
import {
  addMember,
  makeDomain,
  makeInvitation,
  makeKey,
  makeLink,
  makeProvider,
  makeScimKey,
  makeWebhook,
  type SettledTenant,
  settleTenant,
} from "../settled-tenant.ts";
import type { TestClient } from "../test-client.ts";
import type { TestService, TestTenant } from "../test-service.ts";
import type { Caller } from "./make-requests.ts";

/** Two tenants with one of everything, of which only ours calls, and what is in its requests. */
export interface FuzzWorld {
  readonly own: TestTenant;
  readonly theirs: TestTenant;
  /** The token of each caller. */
  readonly tokens: Readonly<Record<Caller, string>>;
  /** Puts ids in the place of what represents them. */
  fill(text: string): string;
  /** What belongs to the other tenant in a text: ids, and words that only it has written. */
  findForeign(text: string): string[];
  /** A digest of each table's rows of a tenant. */
  digest(tenant: TestTenant): Promise<Readonly<Record<string, string>>>;
  /** Ends when nothing is left to be done for our tenant. */
  idle(): Promise<void>;
}

const LISTS = [
  "/api/documents",
  "/api/documents/{{id}}/chunks",
  "/api/documents/{{id}}/segments",
  "/api/runs",
  "/api/runs/{{runId}}/tasks",
  "/api/tasks",
  "/api/requirements",
  "/api/runs/{{runId}}/assessments",
  "/api/runs/{{runId}}/documents",
  "/api/admin/audit-logs",
  "/api/admin/members",
  "/api/admin/runs",
  "/api/admin/webhooks",
  "/api/people",
];

export async function makeFuzzWorld(assay: TestService, owner: Connection): Promise<FuzzWorld> {
  const canaries = createCanaries();
  const [ours, other] = [await settleTenant(assay), await settleTenant(assay)];
  const [own, theirs] = [ours.tenant, other.tenant];
  await plant(await theirs.as("MEMBER"), other, canaries.plant);
  const spare = await assay.tenant({ pack: null });
  const cursors = [...(await readCursors(own, ours.ids)), ...(await readCursors(theirs, other.ids))];
  const ids: Record<string, Readonly<Record<string, string>>> = {
    own: idsOf(ours, await firstChunk(own, ours.ids.id)),
    theirs: idsOf(other, await firstChunk(theirs, other.ids.id)),
    spare: { tenantId: spare.id },
    disposable: await makeDisposable(assay, ours),
  };
  const secrets = Object.values(ids.theirs!).filter((id) => id.length > 30 && id !== theirs.packId);
  const foreign = secrets.filter((id) => id !== theirs.criteriaVersionId);
  return {
    own,
    theirs,
    tokens: await makeTokens(assay, ours),
    fill: (text) =>
      text.replace(/\{\{(\w+)\.(\w+)\}\}/g, (_, side: string, name: string) =>
        side === "cursor" ? (cursors[Number(name) % cursors.length] ?? "") : (ids[side]?.[name] ?? newId()),
      ),
    findForeign: (text) => [...foreign.filter((id) => text.includes(id)), ...canaries.findIn(text)],
    digest: (tenant) => digestTenant(owner, tenant.id),
    idle: () => waitUntilIdle(owner, own.id),
  };
}

function idsOf({ tenant, ids, otherRunId }: SettledTenant, chunkId: string): Readonly<Record<string, string>> {
  const { id: tenantId, packId, criteriaVersionId } = tenant;
  return { ...ids, otherRunId, chunkId, tenantId, packId, criteriaVersionId };
}

async function makeTokens(assay: TestService, { tenant, ids }: SettledTenant): Promise<Record<Caller, string>> {
  const { key } = await makeKey(await tenant.as("ADMIN"), "MEMBER");
  const link = await openLink(assay, tenant, ids.runId, ["READ", "COMMENT"]);
  const hour = { ttlSeconds: 3600 };
  return {
    VIEWER: await tenant.token("VIEWER", hour),
    MEMBER: await tenant.token("MEMBER", hour),
    ADMIN: await tenant.token("ADMIN", hour),
    SUPER_ADMIN: await tenant.token("SUPER_ADMIN", hour),
    key,
    link: link.token,
    leaver: await tenant.token("MEMBER", hour),
  };
}

/** What requests may take away, so that the rest stays for the others. */
async function makeDisposable(assay: TestService, { tenant, ids }: SettledTenant): Promise<Record<string, string>> {
  const admin = await tenant.as("ADMIN");
  const { id } = await admin.upload("disposable.txt", `Disposable ${newId()}`);
  return {
    runId: ids.runId,
    id,
    userId: await addMember(assay, tenant),
    apiKeyId: (await makeKey(admin, "VIEWER")).apiKey.id,
    providerId: await makeProvider(admin),
    domainId: await makeDomain(admin),
    scimKeyId: await makeScimKey(admin),
    webhookId: (await makeWebhook(admin)).webhookId,
    invitationId: await makeInvitation(admin),
    linkId: (await makeLink(admin, ids.runId)).link.id,
  };
}

/** Words of the other tenant in each place where people write. */
async function plant(member: TestClient, { ids }: SettledTenant, word: (channel: string) => string): Promise<void> {
  const { id } = await member.upload(`${word("file name")}.txt`, `Backups of ${word("text")} are taken every day.`, {
    category: word("category"),
  });
  await member.settled(id);
  await member.sendJson("POST", `/api/runs/${ids.runId}/comments`, { text: word("comment") });
  const review = { requirementId: "1.1", decision: "AGREED", reason: word("review"), openedChunkIds: [] };
  await member.sendJson("POST", `/api/runs/${ids.runId}/reviews`, review);
}

async function readCursors(tenant: TestTenant, ids: SettledTenant["ids"]): Promise<string[]> {
  const admin = await tenant.as("ADMIN");
  const cursors: string[] = [];
  for (const list of LISTS) {
    const path = list.replace(/\{\{(\w+)\}\}/g, (_, name: string) => ids[name] ?? "");
    const body = (await (await admin.call("GET", `${path}?limit=1`)).json()) as { nextCursor?: string | null };
    if (body.nextCursor) cursors.push(body.nextCursor);
  }
  return cursors;
}

async function firstChunk(tenant: TestTenant, documentId: string): Promise<string> {
  const response = await (await tenant.as("VIEWER")).call("GET", `/api/documents/${documentId}/chunks?limit=1`);
  const { chunks } = (await response.json()) as { chunks: { id?: string; chunkId?: string }[] };
  return chunks[0]?.chunkId ?? chunks[0]?.id ?? "";
}

/** What a refused request may leave: when a key was last used, claims of an Idempotency-Key, and the work of the engine with its events. */
const LEFT_OUT = new Set([
  "api_keys",
  "idempotency_keys",
  "work_items",
  "spans",
  "webhook_deliveries",
  "event_readers",
  "tenant_events",
]);

async function digestTenant({ db }: Connection, tenantId: string): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`
      select table_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    if (LEFT_OUT.has(name)) continue;
    const [row] = await rowsOf<{ digest: string }>(
      db,
      sql`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
        from ${sql.identifier(name)} t where t.tenant_id = ${tenantId}`,
    );
    digests[name] = row!.digest;
  }
  return digests;
}

const IDLE_MS = 20_000;

/** Deliveries to a webhook whose receiver is nowhere wait for their next attempt: they are no work that is due. */
async function waitUntilIdle({ db }: Connection, tenantId: string): Promise<void> {
  const until = performance.now() + IDLE_MS;
  while (performance.now() < until) {
    const [row] = await rowsOf<{ open: number }>(
      db,
      sql`select count(*)::int as open from work_items j where j.tenant_id = ${tenantId}
        and (j.state = 'RUNNING' or (j.state = 'PENDING' and j.available_at <= now()))`,
    );
    if (row!.open === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
