import { changePasswordBody, type Session } from "@assay/contract";
import { listBoundPacks } from "@assay/core/packs";
import { changeOwnPassword, getTenantRow, inTenant, isReviewer } from "@assay/core/tenancy";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const session = new Hono<ApiEnv>();

/** Who the token acts as, and on what: the first thing that a page asks. */
session.get(
  "/api/session",
  role("VIEWER"),
  operation("session.get", "Returns the user or key of the token, its role, tenant and packs", { 200: "SessionReply" }),
  async (c) => {
    const { ctx } = c.var;
    const { actor, tenantId } = ctx;
    const session = await inTenant(ctx, async (tx): Promise<Session> => {
      const { id, name } = await getTenantRow(tx, tenantId);
      return {
        actorId: actor.id,
        role: actor.role,
        tenant: { id, name },
        packs: await listBoundPacks(tx, tenantId),
        mayReview: await isReviewer(tx, ctx),
        mustChangePassword: c.var.signIn.mustChangePassword,
      };
    });
    return c.json({ session });
  },
);

session.post(
  "/api/session/password",
  role("VIEWER"),
  operation("session.changePassword", "Changes the caller's password", { 204: null }, { errors: ["INVALID_STATE"] }),
  jsonBody,
  json(changePasswordBody),
  async (c) => {
    await changeOwnPassword(c.var.ctx, c.var.services.accounts, c.req.valid("json"), c.var.signIn.token);
    return c.body(null, 204);
  },
);
