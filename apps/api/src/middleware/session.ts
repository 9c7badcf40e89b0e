import {
  AssayError,
  CONNECTION_TOKEN_START,
  isUuid,
  PASSWORD_CHANGE_REQUIRED,
  type Role,
  SECOND_FACTOR_REQUIRED,
  TENANT_CHANGED,
  TENANT_CHOICE_REQUIRED,
  TENANT_HEADER,
} from "@assay/contract";
import { recordAudit } from "@assay/core/audit";
import { findLinkHolder, LINK_TOKEN_START, linkEnded } from "@assay/core/links";
import type { SignedInSession, VerifiedToken } from "@assay/core/ports";
import {
  API_KEY_START,
  type Context,
  findKeyHolder,
  findRole,
  findSessionRoles,
  getTenant,
  inTenant,
  isOfSuspendedTenant,
  type LinkAccess,
  listOwnTenants,
  type SessionRole,
  secondFactorMissing,
  secondFactorOf,
  tenantSuspended,
} from "@assay/core/tenancy";
import type { Database } from "@assay/db";
import type { Context as HonoContext } from "hono";
import { createMiddleware } from "hono/factory";
import type { AccessBatches } from "../access-batches.ts";
import { MCP_PATH, mcpAddress } from "../mcp/address.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";
import { invalid } from "./invalid.ts";
import { refuseUndeclaredLink } from "./link.ts";

interface Caller {
  readonly actorId: string;
  readonly tenantId: string | null;
  /** Undefined without an active membership, key or link of an active tenant. */
  readonly role: Role | undefined;
  readonly mustChangePassword?: boolean;
  /** What the tenant demands of a person. */
  readonly secondFactorRule?: SessionRole["secondFactor"];
  readonly person?: VerifiedToken;
  readonly session?: SignedInSession;
  readonly link?: LinkAccess;
}

const OWN_SESSION = "/api/session";
const TENANT_CHOICE = "/api/session/tenant";
/** What somebody may do with a first password, or without a second factor that is demanded: see who they are, and change it. */
export const OPEN_PATHS: ReadonlySet<string> = new Set([OWN_SESSION, TENANT_CHOICE, "/api/session/password"]);
/** What somebody may do whose session has not proved the second factor that they have: see that it is asked for. */
const OPEN_BY_PASSWORD = new Set([OWN_SESSION, TENANT_CHOICE]);

/** Who asks, and in which tenant: from the token or API key, the membership, and `?tenantId=` where that is allowed. */
export const session = createMiddleware<ApiEnv>(async (c, next) => {
  const { db } = c.var.services;
  const token = bearerToken(c.req.header("Authorization"));
  const caller = token.startsWith(CONNECTION_TOKEN_START)
    ? await identifyConnection(c, token)
    : await enterOwnTenant(c, await identify(c.var.services, token));
  const { actorId, tenantId, role, mustChangePassword = false, person, session: signedIn, link } = caller;
  const shown = c.req.header(TENANT_HEADER);
  if (shown !== undefined && shown !== tenantId && !OPEN_BY_PASSWORD.has(c.req.path)) throw tenantChanged();
  const { secondFactorRule = "NOBODY" } = caller;
  const target = await askedTenant(c, tenantId, role);
  if (!tenantId || !role) throw person ? await noActiveMembership(c, person, tenantId) : noMembership();
  const secondFactor = secondFactorOf(signedIn, secondFactorRule);
  if (secondFactor === "ASKED" && (target || !OPEN_BY_PASSWORD.has(c.req.path))) throw noSecondFactor();
  if (secondFactor === "MISSING" && (target || !OPEN_PATHS.has(c.req.path))) throw secondFactorMissing("do this");
  if (mustChangePassword && (target || !OPEN_PATHS.has(c.req.path))) throw firstPassword();
  const actor = { id: actorId, role, tenantId };
  const ctx: Context = {
    db,
    tenantId: target ?? tenantId,
    actor,
    ...(signedIn && { session: signedIn }),
    ...(link && { link }),
  };
  if (target)
    await inTenant(ctx, (tx) =>
      recordAudit(tx, ctx, { action: "tenant.accessed", objectType: "tenant", objectId: target }),
    );
  c.set("ctx", ctx);
  refuseUndeclaredLink(c);
  c.set("signIn", { token, person, mustChangePassword, secondFactor, secondFactorRule });
  c.set("renewContext", async () => {
    const now = await findPresentRole(c.var.services, token, { tenantId, userId: actorId });
    if (!now) throw noMembership();
    return { ...ctx, actor: { ...ctx.actor, role: now } };
  });
  c.set("hasSameAccess", async () => {
    const { services } = c.var;
    const again = await identify(services, token, services.access).catch(() => undefined);
    return again?.tenantId === tenantId && again.role === role;
  });
  await next();
});

/** Of a request at once; of many streams together. */
function accessTo(db: Database): AccessBatches {
  return {
    findSessionRole: async (one) => (await findSessionRoles(db, [one]))[0],
    findKeyHolder: (key) => findKeyHolder(db, key),
    findLinkHolder: (linkToken) => findLinkHolder(db, linkToken),
  };
}

async function identify({ db, identity }: ApiServices, token: string, access = accessTo(db)): Promise<Caller> {
  if (token.startsWith(LINK_TOKEN_START)) {
    const holder = await access.findLinkHolder(token);
    if (!holder) throw linkEnded();
    const { tenantId, isTenantActive, ...link } = holder;
    if (!isTenantActive) throw tenantSuspended();
    return { actorId: `link:${link.id}`, tenantId, role: "VIEWER", link };
  }
  if (token.startsWith(API_KEY_START)) {
    const holder = await access.findKeyHolder(token);
    if (!holder) throw unauthorized();
    if (!holder.role) throw tenantSuspended();
    return { actorId: `api-key:${holder.id}`, tenantId: holder.tenantId, role: holder.role };
  }
  const person = await identity.verify(token);
  const { userId, isTenantFixed, mustChangePassword = false, session: signedIn } = person;
  const sessionId = isTenantFixed ? undefined : (signedIn?.id ?? undefined);
  const found = await access.findSessionRole({ userId, tenantId: person.tenantId, sessionId });
  const { tenantId = null, role, secondFactor: secondFactorRule } = found ?? {};
  return {
    actorId: userId,
    tenantId,
    role,
    mustChangePassword,
    person,
    ...(secondFactorRule && { secondFactorRule }),
    ...(signedIn && { session: signedIn }),
  };
}

/** An application that reads as a person, at `/mcp` and nowhere else. It ends with the session in which they agreed. */
async function identifyConnection(c: HonoContext<ApiEnv>, token: string): Promise<Caller> {
  const { db, identity } = c.var.services;
  if (c.req.path !== MCP_PATH) throw unauthorized();
  const { findConnectionHolder } = await import("@assay/core/connections");
  const holder = await findConnectionHolder(db, token);
  if (!holder || holder.resource !== mcpAddress(c)) throw unauthorized();
  const { userId, sessionId, tenantId } = holder;
  if (identity.hasSession && !(await identity.hasSession(userId, sessionId))) throw unauthorized();
  return { actorId: userId, tenantId, role: "VIEWER" };
}

/** The role that the caller has by now. A token that has expired meanwhile still says who began the request. */
async function findPresentRole(
  { db }: ApiServices,
  token: string,
  user: { tenantId: string; userId: string },
): Promise<Role | undefined> {
  if (token.startsWith(API_KEY_START)) return (await findKeyHolder(db, token))?.role;
  return findRole(db, user);
}

function firstPassword(): AssayError {
  return new AssayError(
    "FORBIDDEN",
    "Cannot do this before the first password is changed: change it with POST /api/session/password",
    { details: { reason: PASSWORD_CHANGE_REQUIRED } },
  );
}

function noSecondFactor(): AssayError {
  return new AssayError(
    "FORBIDDEN",
    "Cannot do this before the session has proved the second factor of the account: give its code and try again",
    { details: { reason: SECOND_FACTOR_REQUIRED } },
  );
}

/** What a page has on show is another tenant's: it must be read again before anything is done. */
function tenantChanged(): AssayError {
  return new AssayError("FORBIDDEN", "Cannot do this because the session is in another tenant: load the page again", {
    details: { reason: TENANT_CHANGED },
  });
}

/** Somebody who chooses a tenant does so from one that they are an active member of. */
async function enterOwnTenant(c: HonoContext<ApiEnv>, caller: Caller): Promise<Caller> {
  if (c.req.path !== TENANT_CHOICE || caller.role || !caller.person) return caller;
  const [own] = await listOwnTenants(c.var.services.db, caller.person);
  return own ? { ...caller, tenantId: own.id, role: own.role } : caller;
}

/** Tells a member of other tenants that they may choose one, and at the session which. */
async function noActiveMembership(
  c: HonoContext<ApiEnv>,
  person: VerifiedToken,
  tenantId: string | null,
): Promise<AssayError> {
  const { db } = c.var.services;
  const tenants = await listOwnTenants(db, person);
  if (tenants.length === 0) {
    const { userId } = person;
    const isTheirs = tenantId !== null && (await isOfSuspendedTenant(db, { tenantId, userId }));
    return isTheirs ? tenantSuspended() : noMembership();
  }
  return new AssayError(
    "FORBIDDEN",
    "Cannot act in this tenant without an active membership: choose another with POST /api/session/tenant",
    { details: { reason: TENANT_CHOICE_REQUIRED, ...(c.req.path === OWN_SESSION && { tenants }) } },
  );
}

function noMembership(): AssayError {
  return new AssayError(
    "FORBIDDEN",
    "Cannot act in the tenant of the token because the user has no active membership in it",
  );
}

export function bearerToken(header: string | undefined): string {
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? "")?.[1];
  if (!token) throw unauthorized();
  return token;
}

function unauthorized(): AssayError {
  return new AssayError("UNAUTHORIZED", "Cannot serve the request without a valid bearer token");
}

/** The other tenant that the request may act in; undefined where it asks for none. */
async function askedTenant(
  c: HonoContext<ApiEnv>,
  own: string | null,
  role: Role | undefined,
): Promise<string | undefined> {
  const asked = new Set(c.req.queries("tenantId"));
  const other = [...asked].find((id) => id !== own);
  if (other === undefined) return undefined;
  const { db, settings } = c.var.services;
  const denied = (message: string) =>
    new AssayError("CROSS_TENANT_ACCESS_DENIED", `Cannot access another tenant: ${message}`);
  if (!settings.superAdminMode) throw denied("super-admin mode is not enabled");
  if (role !== "SUPER_ADMIN") throw denied("the SUPER_ADMIN role is required");
  if (asked.size > 1) throw invalid("query", [{ field: "tenantId", issue: "must be given once" }]);
  if (!isUuid(other)) throw new AssayError("NOT_FOUND", `Cannot find tenant '${other}'`, { details: { id: other } });
  return (await getTenant(db, other)).id;
}
