import { type ErrorCode, ROLES, type Role } from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { memberships, newId, rowsOf } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ACTS_OF_MEMBERS,
  ACTS_OF_PERSONS,
  ACTS_OF_REVIEWERS,
  ACTS_ON_OWN,
  APP_ROUTES,
  type AppRoute,
  BODIES,
  fillPath,
  GUARDED_ROUTES,
  OF_LINKS,
  RESOURCE_ROUTES,
} from "../support/app-routes.ts";
import { makeDisposable } from "../support/make-disposable.ts";
import { makeKey, type SettledTenant, settleTenant } from "../support/settled-tenant.ts";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

/** A service with two tenants; callers act in either, on the resources of either. */
interface World {
  readonly assay: TestService;
  readonly home: SettledTenant;
  readonly away: SettledTenant;
}
type Side = "home" | "away";

interface Caller {
  readonly name: string;
  readonly token: string | undefined;
  readonly role: Role;
  readonly actsIn: Side;
  readonly isKey?: true;
  /** The side named in `?tenantId=`. */
  readonly asks?: Side;
  /** What the caller is told everywhere, whatever the route. */
  readonly refusal?: Refusal;
}
interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message?: string;
}

let closed: World;
let open: World;
beforeAll(async () => {
  closed = await makeWorld({});
  open = await makeWorld({ SUPER_ADMIN_MODE: "true" });
});
afterAll(async () => {
  await closed.assay.close();
  await open.assay.close();
});

async function makeWorld(env: Readonly<Record<string, string>>): Promise<World> {
  const assay = await testService(env);
  return { assay, home: await settleTenant(assay), away: await settleTenant(assay) };
}

const UNAUTHORIZED = { status: 401, code: "UNAUTHORIZED" } as const;
const FORBIDDEN = { status: 403, code: "FORBIDDEN" } as const;
const denied = (message: string) => ({ status: 403, code: "CROSS_TENANT_ACCESS_DENIED", message }) as const;
const MODE_OFF = denied("super-admin mode is not enabled");
const ROLE_MISSING = denied("the SUPER_ADMIN role is required");

/** What the declared table and the rules of tenants say; undefined where the request is let in. */
function expectedRefusal(route: AppRoute, caller: Caller, target: Side | "missing"): Refusal | undefined {
  if (caller.refusal) return caller.refusal;
  if (ROLES.indexOf(caller.role) < ROLES.indexOf(route.role)) return { ...FORBIDDEN, message: route.role };
  if (OF_LINKS.has(route.name)) return { ...FORBIDDEN, message: "auditor's link" };
  if (caller.isKey && ACTS_OF_PERSONS.has(route.name)) return { ...FORBIDDEN, message: "sign in as a user" };
  if (caller.asks && ACTS_OF_MEMBERS.has(route.name)) return { ...FORBIDDEN, message: "in another tenant" };
  if (caller.role === "VIEWER" && ACTS_OF_REVIEWERS.has(route.name))
    return { ...FORBIDDEN, message: "the role MEMBER" };
  if (target === caller.actsIn && ["VIEWER", "MEMBER"].includes(caller.role) && ACTS_ON_OWN.has(route.name))
    return { ...FORBIDDEN, message: "the role ADMIN" };
  if (!RESOURCE_ROUTES.includes(route) || target === caller.actsIn) return undefined;
  return target === "missing" ? { status: 404, code: "NOT_FOUND" } : denied("belongs to another tenant");
}

async function checkMatrix(world: World, callers: readonly Caller[]): Promise<number> {
  let requests = 0;
  for (const route of [...APP_ROUTES, ...GUARDED_ROUTES])
    for (const caller of callers)
      for (const target of route.path.includes(":") ? (["home", "away", "missing"] as const) : (["home"] as const)) {
        const what = `${route.name} as ${caller.name} on ${target}`;
        const response = await send(world, route, caller, target);
        const expected = expectedRefusal(route, caller, target);
        requests++;
        if (!expected) {
          // Let in: what follows may be missing (a pack), wrong (an empty body) or not possible now.
          const refused = RESOURCE_ROUTES.includes(route) ? [401, 403, 404, 405] : [401, 403, 405];
          expect(refused, `${what}: ${response.status}`).not.toContain(response.status);
          expect(response.status, what).toBeLessThan(500);
          await response.body?.cancel();
          continue;
        }
        expect(response.status, what).toBe(expected.status);
        const { message } = await expectError(response, expected.status, expected.code);
        if (expected.message) expect(message, what).toContain(expected.message);
      }
  return requests;
}

async function send(world: World, route: AppRoute, caller: Caller, target: Side | "missing"): Promise<Response> {
  const letIn = expectedRefusal(route, caller, target) === undefined;
  const ids = target === "missing" ? {} : { ...world[target].ids, tenantId: world[target].tenant.id };
  const disposable =
    letIn && target !== "missing" && route.method === "DELETE"
      ? await makeDisposable(world.assay, world[target], route.path)
      : {};
  const search = new URLSearchParams();
  if (caller.asks) search.set("tenantId", world[caller.asks].tenant.id);
  if (route.path.endsWith("/report")) search.set("format", "csv");
  if (route.path.endsWith("/diff")) search.set("against", world[caller.actsIn].ids.runId);
  if (route.path.endsWith("/compare")) search.set("against", world[caller.actsIn].ids.id);
  const client = world.assay.client(caller.token);
  const path = `${fillPath(route.path, { ...ids, ...disposable })}?${search}`;
  const body = BODIES[route.name] ?? {};
  if (route.method === "GET" || route.method === "DELETE" || route.path.endsWith("/upload"))
    return client.call(route.method, path);
  return client.sendJson(route.method, path, body);
}

async function revokedToken({ assay, home }: World): Promise<string> {
  const userId = newId();
  const member = { tenantId: home.tenant.id, userId };
  await putMember(assay.service.db, { ...member, email: "left@example.test", role: "SUPER_ADMIN" });
  const owner = await assay.database.asOwner();
  await owner.db
    .update(memberships)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(memberships.tenantId, member.tenantId), eq(memberships.userId, userId)));
  await owner.close();
  return assay.service.identity.issueToken({ ...member, ttlSeconds: 600 });
}

async function membersOf(world: World, side: Side): Promise<Caller[]> {
  return Promise.all(
    ROLES.map(async (role) => {
      const { token } = await world[side].tenant.as(role);
      return { name: `${role} of ${side}`, token, role, actsIn: side };
    }),
  );
}

const accesses = async ({ assay, home }: World): Promise<number> => {
  const owner = await assay.database.asOwner();
  const [row] = await rowsOf<{ n: number }>(
    owner.db,
    sql`select count(*)::int as n from audit_entries where tenant_id = ${home.tenant.id} and action = 'tenant.accessed'`,
  );
  await owner.close();
  return row!.n;
};

test("nobody is let in anywhere without a token, with an expired one, or after the membership was removed", async () => {
  const nobody = { role: "SUPER_ADMIN", actsIn: "home" } as const;
  await checkMatrix(closed, [
    { ...nobody, name: "no token", token: undefined, refusal: UNAUTHORIZED },
    {
      ...nobody,
      name: "expired token",
      token: await closed.home.tenant.token("SUPER_ADMIN", { ttlSeconds: -60 }),
      refusal: UNAUTHORIZED,
    },
    { ...nobody, name: "unknown API key", token: `assay_${"A".repeat(43)}`, refusal: UNAUTHORIZED },
    { ...nobody, name: "revoked member", token: await revokedToken(closed), refusal: FORBIDDEN },
  ]);
});

test("each role of either tenant is let in where the table says, and only to its own tenant's resources", async () => {
  const callers = [...(await membersOf(closed, "home")), ...(await membersOf(closed, "away"))];
  expect(await checkMatrix(closed, callers)).toBeGreaterThan(400);
});

test("an API key is let in like a member of its role and tenant", async () => {
  const admin = await closed.home.tenant.as("ADMIN");
  const callers: Caller[] = [];
  for (const role of ["VIEWER", "MEMBER", "ADMIN"] as const)
    callers.push({
      name: `${role} API key`,
      token: (await makeKey(admin, role)).key,
      role,
      actsIn: "home",
      isKey: true,
    });
  await checkMatrix(closed, callers);
});

test("with the mode off nobody reaches another tenant through tenantId, and nothing is audited there", async () => {
  const before = await accesses(closed);
  const callers = (await membersOf(closed, "away")).map((caller) => ({
    ...caller,
    asks: "home" as const,
    refusal: MODE_OFF,
  }));
  await checkMatrix(closed, callers);
  expect(await accesses(closed)).toBe(before);
});

test("with the mode on a SUPER_ADMIN acts in the tenant that it names, each access audited there, and nobody else", async () => {
  const before = await accesses(open);
  const callers = (await membersOf(open, "away")).map((caller) => ({ ...caller, asks: "home" as const }));
  const { key } = await makeKey(await open.away.tenant.as("ADMIN"), "ADMIN");
  const others: Caller[] = [
    ...callers.filter(({ role }) => role !== "SUPER_ADMIN"),
    { name: "ADMIN API key of away", token: key, role: "ADMIN", actsIn: "away", asks: "home" },
  ];
  await checkMatrix(
    open,
    others.map((caller) => ({ ...caller, refusal: ROLE_MISSING })),
  );
  expect(await accesses(open)).toBe(before);

  const superAdmin = callers.find(({ role }) => role === "SUPER_ADMIN")!;
  const requests = await checkMatrix(open, [{ ...superAdmin, actsIn: "home" }]);
  expect(await accesses(open)).toBe(before + requests);
});
