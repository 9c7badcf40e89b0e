import type { LinkCapability, Role } from "@assay/contract";
import { OPERATIONS } from "@assay/contract/operations";
import { newId } from "@assay/db";
import { MCP } from "../../src/routes/mcp.ts";

export interface AppRoute {
  readonly method: string;
  readonly path: string;
  readonly role: Role;
  readonly link?: readonly LinkCapability[];
  /** `GET /api/documents/:id` */
  readonly name: string;
}

/** Every operation that asks for a role, once each: read from the table, so none is forgotten. */
export const APP_ROUTES: readonly AppRoute[] = OPERATIONS.flatMap(({ method, path, role, link }) =>
  role ? [{ method, path, role, ...(link && { link }), name: `${method} ${path}` }] : [],
);

/** What is behind the same session as the API and is none of its routes. */
export const GUARDED_ROUTES: readonly AppRoute[] = [{ ...MCP, name: `${MCP.method} ${MCP.path}` }];

/** The least role of each route by its name. */
export const LEAST_ROLE: Readonly<Record<string, Role>> = Object.fromEntries(
  APP_ROUTES.map(({ name, role }) => [name, role]),
);

/** What belongs to the deployment, or to one person, and to no tenant, and sources, which are names in the caller's own tenant: an id in these paths is never another tenant's. */
const GLOBAL =
  /^\/api\/(sources|uploads|admin\/(tenants|persons|erasures|packs|bindings|corpus|retrieval-versions)|session)\b/;

/** The routes whose path names a tenant's resource. */
export const RESOURCE_ROUTES = APP_ROUTES.filter(({ path }) => path.includes(":") && !GLOBAL.test(path));

/** What a VIEWER needs the right to review for. */
export const ACTS_OF_REVIEWERS: ReadonlySet<string> = new Set([
  "POST /api/runs/:runId/reviews",
  "POST /api/runs/:runId/reviews/confirm",
  "POST /api/runs/:runId/comments",
  "GET /api/people",
]);

/** What only a member of the tenant may do: no API key, and nobody who acts from another tenant. */
export const ACTS_OF_MEMBERS: ReadonlySet<string> = new Set([
  "POST /api/connections",
  "POST /api/runs/:runId/reviews",
  "POST /api/runs/:runId/reviews/confirm",
  "POST /api/runs/:runId/reviews/:reviewId/redact",
  "POST /api/runs/:runId/comments",
  "PUT /api/runs/:runId/comments/read",
  "POST /api/runs/:runId/comments/:commentId/redact",
  "POST /api/exceptions/:exceptionId/approve",
  "POST /api/exceptions/:exceptionId/revoke",
  "POST /api/runs/:runId/sign-offs",
  "POST /api/runs/:runId/sign-offs/:signOffId/withdraw",
  "POST /api/admin/resets",
  "POST /api/admin/resets/:resetId/confirm",
  "DELETE /api/admin/resets/:resetId",
]);

/** What an API key may not do, whatever its role. */
export const ACTS_OF_PERSONS: ReadonlySet<string> = new Set([
  ...ACTS_OF_MEMBERS,
  "POST /api/session/tenant",
  "POST /api/session/password",
  "GET /api/connections",
  "GET /api/connections/request",
  "DELETE /api/connections/:connectionId",
  "GET /api/session/person",
  "GET /api/admin/persons/:userId",
  "POST /api/admin/persons/:userId/erase",
  "GET /api/session/sessions",
  "DELETE /api/session/sessions/:sessionId",
  "DELETE /api/session/sessions",
  "POST /api/admin/members",
  "POST /api/admin/tenants/:tenantId/administrators",
  "POST /api/admin/tenants/:tenantId/erasure",
  "PATCH /api/admin/tenants/:tenantId/retention",
  "POST /api/admin/tenants/:tenantId/holds",
  "DELETE /api/admin/tenants/:tenantId/holds/:holdId",
  "POST /api/admin/invitations/:invitationId/renew",
  "DELETE /api/admin/invitations/:invitationId",
  "PATCH /api/admin/members/:userId",
  "DELETE /api/admin/members/:userId",
  "PUT /api/admin/second-factor",
  "PUT /api/admin/audit-logs/recipients",
  "POST /api/admin/api-keys",
  "DELETE /api/admin/api-keys/:apiKeyId",
  "POST /api/admin/identity-providers",
  "PATCH /api/admin/identity-providers/:providerId",
  "DELETE /api/admin/identity-providers/:providerId",
  "POST /api/admin/identity-providers/:providerId/check",
  "POST /api/admin/domains",
  "POST /api/admin/domains/:domainId/prove",
  "DELETE /api/admin/domains/:domainId",
  "POST /api/admin/scim-keys",
  "DELETE /api/admin/scim-keys/:scimKeyId",
  "PATCH /api/admin/scim-groups/:scimGroupId",
  "POST /api/admin/webhooks",
  "PATCH /api/admin/webhooks/:webhookId",
  "DELETE /api/admin/webhooks/:webhookId",
  "POST /api/admin/webhooks/:webhookId/rotate",
  "POST /api/runs/:runId/links",
  "POST /api/runs/:runId/links/:linkId/reissue",
  "DELETE /api/runs/:runId/links/:linkId",
]);

/** What changes something, and an API key of the role may call. */
export const CHANGES_BY_KEYS: ReadonlySet<string> = new Set([
  "POST /api/documents/upload",
  "POST /api/documents/uploads",
  "PATCH /api/uploads/:uploadId",
  "DELETE /api/uploads/:uploadId",
  "POST /api/documents/:id/versions",
  "PUT /api/admin/ocr-languages",
  "PUT /api/admin/residency",
  "POST /api/documents/:id/reprocess",
  "POST /api/documents/:id/retire",
  "POST /api/documents/:id/restore",
  "POST /api/sources/:source/plan",
  "POST /api/sources/:source/manifests",
  "PATCH /api/documents/:id",
  "DELETE /api/documents/:id",
  "POST /api/runs/start",
  "POST /api/runs/:runId/cancel",
  "PATCH /api/tasks/:taskId",
  "POST /api/exceptions",
  "POST /api/admin/audit-logs/verify",
  "PUT /api/admin/bindings/:packId",
  "DELETE /api/admin/bindings/:packId",
  "POST /api/admin/packs",
  "PATCH /api/admin/packs/:packId",
  "POST /api/admin/packs/:packId/versions",
  "POST /api/admin/packs/:packId/versions/:versionId/publish",
  "DELETE /api/admin/packs/:packId",
  "DELETE /api/admin/packs/:packId/versions/:versionId",
  "POST /api/admin/documents/reprocess",
  "POST /api/events",
  "POST /api/admin/webhooks/:webhookId/test",
  "POST /api/admin/webhooks/:webhookId/deliveries/:deliveryId/redeliver",
]);

/** What only the holder of an auditor's link may do. */
export const OF_LINKS: ReadonlySet<string> = new Set(["GET /api/links/session"]);
/** What takes an ADMIN where it is another's: a proposal, a connection. */
export const ACTS_ON_OWN: ReadonlySet<string> = new Set([
  "POST /api/exceptions/:exceptionId/revoke",
  "DELETE /api/connections/:connectionId",
]);

/** What a route needs in its body to get as far as looking for the resource, without changing what is there. */
export const BODIES: Readonly<Record<string, unknown>> = {
  "POST /api/sources/:source/manifests": { paths: [], dryRun: true },
  "PATCH /api/documents/:id": { category: "Policies" },
  "PATCH /api/tasks/:taskId": { status: "PENDING" },
  "POST /api/runs/:runId/cancel": { reason: "Tried by a test" },
  "POST /api/runs/:runId/reviews": { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] },
  "POST /api/runs/:runId/reviews/confirm": { requirementIds: ["1.1"] },
  "POST /api/runs/:runId/comments": { text: "Tried by a test" },
  "PUT /api/runs/:runId/comments/read": { requirementId: null, sequence: 1 },
  "POST /api/exceptions/:exceptionId/revoke": { reason: "Tried by a test" },
  "POST /api/runs/:runId/sign-offs": { role: "PREPARED", statement: "Tried by a test" },
  "POST /api/runs/:runId/sign-offs/:signOffId/withdraw": { reason: "Tried by a test" },
  "POST /api/admin/members": { email: "invited@example.test", role: "VIEWER" },
  "PATCH /api/admin/members/:userId": { role: "VIEWER" },
  "PUT /api/admin/ocr-languages": { languages: [] },
  "PUT /api/admin/second-factor": { required: "NOBODY" },
  "PATCH /api/admin/tenants/:tenantId/retention": { days: { spans: null } },
  "PUT /api/admin/audit-logs/recipients": { addresses: [] },
  "PATCH /api/admin/identity-providers/:providerId": { name: "Tried by a test" },
  "PATCH /api/admin/scim-groups/:scimGroupId": { role: "VIEWER" },
  "POST /api/admin/webhooks": { url: "https://hooks.example.test/", events: [] },
  "POST /api/runs/:runId/links": {
    label: "Audit LLP",
    capabilities: ["READ"],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  },
  "POST /api/connections": {
    clientId: "app_",
    redirectUri: "http://127.0.0.1/",
    codeChallenge: "a".repeat(43),
    resource: "/mcp",
  },
  "POST /api/events": { type: "run.completed" },
  "POST /api/runs/start": { packId: newId() },
  "POST /api/admin/documents/reprocess": { documentIds: [] },
};

/** Puts ids in the place of a path's parameters: the given ones, and new ones that name nothing. */
export function fillPath(path: string, ids: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? newId());
}
