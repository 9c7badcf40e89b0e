import { putMember, revokeApiKey } from "@assay/core/tenancy";
import { memberships, newId } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_ROUTES, BODIES, fillPath, GUARDED_ROUTES, RESOURCE_ROUTES } from "../support/app-routes.ts";
import { type Caller, type Cell, listCells, refusalOf, type Side } from "../support/authorization-cells.ts";
import { makeDisposable } from "../support/make-disposable.ts";
import { openLink } from "../support/open-link.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { makeKey, type SettledTenant, settleTenant } from "../support/settled-tenant.ts";
import { type TestService, testService } from "../support/test-service.ts";

/** A sample, or `all`: see `npm run matrix`. */
const { ASSAY_MATRIX_CELLS = "3000", ASSAY_MATRIX_SEED = "33" } = process.env;

interface World {
  readonly assay: TestService;
  readonly home: SettledTenant;
  readonly away: SettledTenant;
  readonly cells: readonly Cell[];
}

const worlds: World[] = [];
beforeAll(async () => {
  for (const superAdminMode of [false, true]) worlds.push(await makeWorld(superAdminMode));
}, 300_000);
afterAll(async () => {
  for (const { assay } of worlds) await assay.close();
});

async function makeWorld(superAdminMode: boolean): Promise<World> {
  const free = { RATE_LIMIT_PER_MINUTE: "10000000", UPLOADS_PER_MINUTE: "1000000", SEARCHES_PER_MINUTE: "1000000" };
  const assay = await testService(
    { ...free, SUPER_ADMIN_MODE: String(superAdminMode) },
    { limits: { packagesPerMinute: 1_000_000 } },
  );
  const [home, away] = [await settleTenant(assay), await settleTenant(assay)];
  const callers = [...(await callersOf(assay, home, "home")), ...(await callersOf(assay, away, "away"))];
  return { assay, home, away, cells: listCells([...APP_ROUTES, ...GUARDED_ROUTES], callers, superAdminMode) };
}

async function callersOf(assay: TestService, { tenant, ids }: SettledTenant, side: Side): Promise<Caller[]> {
  const admin = await tenant.as("ADMIN");
  const person = { side, kind: "PERSON" } as const;
  const members = (["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"] as const).map(async (role) => ({
    ...{ ...person, role, name: `${role} of ${side}` },
    token: (await tenant.as(role)).token,
  }));
  const keys = (["VIEWER", "MEMBER", "ADMIN"] as const).map(async (role) => ({
    ...{ side, role, kind: "KEY" as const, name: `${role} key of ${side}` },
    token: (await makeKey(admin, role)).key,
  }));
  const links = ([["READ"], ["READ", "COMMENT"], ["READ", "REQUEST"]] as const).map(async (capabilities) => ({
    ...{ side, kind: "LINK" as const, role: "VIEWER" as const, name: `link ${capabilities.join("+")} of ${side}` },
    capabilities,
    token: (await openLink(assay, tenant, ids.runId, capabilities)).token,
  }));
  return [
    ...(await Promise.all([...members, ...keys, ...links])),
    {
      ...person,
      name: `reviewer of ${side}`,
      role: "VIEWER",
      mayReview: true,
      token: await reviewer(assay, tenant.id),
    },
    {
      ...person,
      name: `former member of ${side}`,
      role: "SUPER_ADMIN",
      lacks: "MEMBERSHIP",
      token: await former(assay, tenant.id),
    },
    { ...person, name: "nobody", role: "SUPER_ADMIN", lacks: "TOKEN", token: undefined },
    {
      ...{ ...person, name: `expired token of ${side}`, role: "SUPER_ADMIN", lacks: "TOKEN" },
      token: await tenant.token("SUPER_ADMIN", { ttlSeconds: -60 }),
    },
    {
      ...person,
      kind: "KEY",
      name: `revoked key of ${side}`,
      role: "ADMIN",
      lacks: "TOKEN",
      token: await revoked(assay, tenant.id),
    },
  ];

  async function revoked({ service: { db } }: TestService, tenantId: string): Promise<string> {
    const { apiKey, key } = await makeKey(admin, "ADMIN");
    await revokeApiKey({ db, tenantId, actor: { id: newId(), role: "ADMIN", tenantId } }, apiKey.id);
    return key;
  }
}

async function reviewer({ service, database }: TestService, tenantId: string): Promise<string> {
  const userId = newId();
  await putMember(service.db, { tenantId, userId, email: `${userId}@example.test`, role: "VIEWER" });
  const owner = await database.asOwner();
  await owner.db.update(memberships).set({ mayReview: true }).where(ofMember(tenantId, userId));
  await owner.close();
  return service.identity.issueToken({ tenantId, userId, ttlSeconds: 36_000 });
}

async function former({ service, database }: TestService, tenantId: string): Promise<string> {
  const userId = newId();
  await putMember(service.db, { tenantId, userId, email: `${userId}@example.test`, role: "SUPER_ADMIN" });
  const owner = await database.asOwner();
  await owner.db.update(memberships).set({ revokedAt: sql`now()` }).where(ofMember(tenantId, userId));
  await owner.close();
  return service.identity.issueToken({ tenantId, userId, ttlSeconds: 36_000 });
}

const ofMember = (tenantId: string, userId: string) =>
  and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));

/** The cells to ask, in an order of the seed's. */
function chosen(): Cell[] {
  const random = seededRandom(Number(ASSAY_MATRIX_SEED));
  const all = worlds.flatMap(({ cells }) => cells);
  const shuffled = all.map((cell) => ({ cell, at: random() })).toSorted((one, other) => one.at - other.at);
  const count = ASSAY_MATRIX_CELLS === "all" ? all.length : Number(ASSAY_MATRIX_CELLS);
  return shuffled.slice(0, count).map(({ cell }) => cell);
}

async function ask({ route, caller, target, asked, superAdminMode }: Cell, isLetIn: boolean): Promise<Response> {
  const world = worlds[superAdminMode ? 1 : 0]!;
  const ids = target === "missing" ? {} : { ...world[target].ids, tenantId: world[target].tenant.id };
  const isServed = isLetIn && target !== "missing" && route.method === "DELETE";
  const disposable = isServed ? await makeDisposable(world.assay, world[target], route.path) : {};
  const search = new URLSearchParams();
  if (asked !== "none") search.set("tenantId", tenantIdOf(world, asked));
  if (route.path.endsWith("/report")) search.set("format", "csv");
  const acting = world[asked === "away" || asked === "home" ? asked : caller.side].ids;
  if (route.path.endsWith("/diff")) search.set("against", acting.runId);
  if (route.path.endsWith("/compare")) search.set("against", acting.id);
  const client = world.assay.client(caller.token);
  const path = `${fillPath(route.path, { ...ids, ...disposable })}?${search}`;
  if (route.method === "GET" || route.method === "DELETE" || route.path.endsWith("/upload"))
    return client.call(route.method, path);
  return client.sendJson(route.method, path, bodyOf(route.name, caller));
}

function tenantIdOf(world: World, asked: Exclude<Cell["asked"], "none">): string {
  if (asked === "unknown") return newId();
  return asked === "malformed" ? "nonsense" : world[asked].tenant.id;
}

/** Of comments, what a link allows. */
function bodyOf(name: string, { capabilities }: Caller): unknown {
  if (name !== "POST /api/runs/:runId/comments" || !capabilities) return BODIES[name] ?? {};
  return { kind: capabilities.includes("COMMENT") ? "COMMENT" : "REQUEST", text: "Where is it?" };
}

/** A stream of events has no end to wait for. */
async function readWhole(response: Response): Promise<string> {
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) return response.text();
  await response.body!.cancel();
  return "";
}

test("no caller is let in where the rules refuse them, whatever route, resource and tenant they ask for", async () => {
  const wrong: string[] = [];
  const cells = chosen();
  if (process.env.ASSAY_MATRIX_CELLS) console.info(`Asks ${cells.length.toLocaleString("en")} cells`);
  for (const cell of cells) {
    const expected = refusalOf(cell);
    const response = await ask(cell, expected === undefined);
    const text = await readWhole(response);
    const { route, caller, target, asked, superAdminMode } = cell;
    const what = `${route.name} as ${caller.name} on ${target}, tenantId ${asked}, mode ${superAdminMode}: ${response.status}`;
    if (expected) {
      const { error } = response.headers.get("Content-Type")?.includes("json")
        ? (JSON.parse(text) as { error?: string })
        : {};
      if (response.status !== expected.status || error !== expected.code)
        wrong.push(`${what} ${error}, not ${expected.status} ${expected.code}`);
      continue;
    }
    // Let in: what follows may be missing (a pack), wrong (an empty body) or not possible now.
    const isRefused = [401, 403, 405, ...(RESOURCE_ROUTES.includes(route) ? [404] : [])].includes(response.status);
    if (isRefused || response.status >= 500) wrong.push(`${what}, not let in: ${text.slice(0, 200)}`);
  }
  expect(wrong, `seed ${ASSAY_MATRIX_SEED}`).toEqual([]);
}, 7_200_000);

test("every route, caller, resource and tenant is a cell, with the mode off and on", () => {
  const [off, on] = worlds.map(({ cells }) => cells.length);
  expect(on).toBe(off);
  expect(off).toBeGreaterThan(26_000);
});
