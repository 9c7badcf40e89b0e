import type { Session } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { listBoundPacks } from "@assay/core/packs";
import { changeOwnPassword, getTenantRow, inTenant, isReviewer } from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";

export const session = serve(
  bind(operations.session.get, async (c) => {
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
  }),
  bind(operations.session.changePassword, async (c) => {
    await changeOwnPassword(c.var.ctx, c.var.services.accounts, c.req.valid("json"), c.var.signIn.token);
    return c.body(null, 204);
  }),
);
