import { requireNoMaintenance } from "@assay/core/maintenance-mode";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

/** Paths that change something without a token of the API. */
export const OPEN_WRITES = ["/api/links/*", "/api/invitations/*", "/api/resets/*", "/oauth/*"];

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Of the built-in identity: who reads must be able to sign in. */
const SIGNS_IN = /\/(token|logout|challenge|verify|sso|authentication\/options)$/;

/** Refuses what changes something while nothing may be changed: 503 MAINTENANCE. */
export const refuseInMaintenance = createMiddleware<ApiEnv>(async (c, next) => {
  if (!READS.has(c.req.method)) await requireNoMaintenance(c.var.services.db);
  await next();
});

export const refuseChangesOfIdentity = createMiddleware<ApiEnv>(async (c, next) => {
  if (!READS.has(c.req.method) && !SIGNS_IN.test(c.req.path)) await requireNoMaintenance(c.var.services.db);
  await next();
});
