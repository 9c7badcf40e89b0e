import type { Session } from "@assay/contract";
import { listBoundPacks } from "@assay/core/packs";
import { getTenant } from "@assay/core/tenancy";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export const session = new Hono<ApiEnv>();

/** Who the token acts as, and on what: the first thing that a page asks. */
session.get("/api/session", role("VIEWER"), async (c) => {
  const { ctx } = c.var;
  const { id, name } = await getTenant(ctx.db, ctx.tenantId);
  const { actor } = ctx;
  const packs = await listBoundPacks(ctx);
  return c.json({ session: { actorId: actor.id, role: actor.role, tenant: { id, name }, packs } satisfies Session });
});
