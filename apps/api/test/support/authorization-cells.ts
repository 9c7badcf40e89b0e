import { type ErrorCode, type LinkCapability, ROLES, type Role } from "@assay/contract";
import {
  ACTS_OF_MEMBERS,
  ACTS_OF_PERSONS,
  ACTS_OF_REVIEWERS,
  ACTS_ON_OWN,
  type AppRoute,
  OF_LINKS,
  RESOURCE_ROUTES,
} from "./app-routes.ts";

export type Side = "home" | "away";
/** Whose resources the path names. */
type Target = Side | "missing";
/** What `?tenantId=` names: a side, a tenant that does not exist, what is no id; omitted. */
type Asked = Side | "unknown" | "malformed" | "none";

/** Who asks. */
export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
  readonly side: Side;
  readonly kind: "PERSON" | "KEY" | "LINK";
  /** `TOKEN`: of no use anywhere. `MEMBERSHIP`: of somebody who is no member any more. */
  readonly lacks?: "TOKEN" | "MEMBERSHIP";
  readonly role: Role;
  readonly capabilities?: readonly LinkCapability[];
  readonly mayReview?: true;
}

export interface Cell {
  readonly route: AppRoute;
  readonly caller: Caller;
  readonly target: Target;
  readonly asked: Asked;
  readonly superAdminMode: boolean;
}

export interface Refusal {
  readonly status: number;
  readonly code: ErrorCode;
}

const UNAUTHORIZED = { status: 401, code: "UNAUTHORIZED" } as const;
const FORBIDDEN = { status: 403, code: "FORBIDDEN" } as const;
const DENIED = { status: 403, code: "CROSS_TENANT_ACCESS_DENIED" } as const;
const NOT_FOUND = { status: 404, code: "NOT_FOUND" } as const;

/** What the rules say of a cell, in the order in which they apply; undefined where the caller is let in. */
export function refusalOf(cell: Cell): Refusal | undefined {
  const { route, caller, target } = cell;
  if (caller.lacks === "TOKEN") return UNAUTHORIZED;
  const tenant = tenantOf(cell);
  if (typeof tenant !== "string") return tenant;
  if (caller.lacks === "MEMBERSHIP") return FORBIDDEN;
  if (caller.kind === "LINK") return isOfLink(cell) ? undefined : FORBIDDEN;
  if (!isAtLeast(caller.role, route.role) || OF_LINKS.has(route.name)) return FORBIDDEN;
  if (isOfOthers(cell, tenant)) return FORBIDDEN;
  if (!RESOURCE_ROUTES.includes(route) || target === tenant) return undefined;
  return target === "missing" ? NOT_FOUND : DENIED;
}

/** The tenant that is acted in, or why none. */
function tenantOf({ caller, asked, superAdminMode }: Cell): Side | Refusal {
  if (asked === "none" || asked === caller.side) return caller.side;
  if (!superAdminMode || caller.role !== "SUPER_ADMIN" || caller.lacks) return DENIED;
  return asked === "unknown" || asked === "malformed" ? NOT_FOUND : asked;
}

/** A link is let in where its capabilities allow, to its own run and what that cites. */
function isOfLink({ route, caller: { capabilities = [], side }, target }: Cell): boolean {
  const isAllowed = route.link?.some((each) => capabilities.includes(each)) ?? false;
  return isAllowed && (target === side || !route.path.includes(":"));
}

/** What takes a person, a member of the tenant, or the right to review. */
function isOfOthers({ route: { name }, caller }: Cell, tenant: Side): boolean {
  if (caller.kind === "KEY" && ACTS_OF_PERSONS.has(name)) return true;
  if (tenant !== caller.side && ACTS_OF_MEMBERS.has(name)) return true;
  return caller.role === "VIEWER" && !caller.mayReview && ACTS_OF_REVIEWERS.has(name);
}

/** Below ADMIN one may act on what is one's own: whose it is, and what came before, decide, which has its own suite. */
function isOfItsState({ route, caller, target }: Cell): boolean {
  const isBelowAdmin = isAtLeast(caller.role, route.role) && !isAtLeast(caller.role, "ADMIN");
  return isBelowAdmin && target === caller.side && ACTS_ON_OWN.has(route.name);
}

function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** Every cell, in one order. */
export function listCells(routes: readonly AppRoute[], callers: readonly Caller[], superAdminMode: boolean): Cell[] {
  const all: readonly Cell[] = routes.flatMap((route) =>
    callers.flatMap((caller) =>
      (route.path.includes(":") ? (["home", "away", "missing"] as const) : (["home"] as const)).flatMap((target) =>
        (["none", "home", "away", "unknown", "malformed"] as const).map((asked) => ({
          route,
          caller,
          target,
          asked,
          superAdminMode,
        })),
      ),
    ),
  );
  return all.filter((cell) => !isOfItsState(cell));
}
