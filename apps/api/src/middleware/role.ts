import type { Role } from "@assay/contract";
import { requireRole } from "@assay/core/tenancy";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

/** The least role that may use a route. */
export const role = (least: Role) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    requireRole(c.var.ctx, least);
    await next();
  });
