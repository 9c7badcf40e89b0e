import type { Session } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { listBoundPacks } from "@assay/core/packs";
import {
  changeOwnPassword,
  chooseTenant,
  endOtherSessions,
  endOwnSession,
  getTenantRow,
  inTenant,
  isReviewer,
  listOwnSessions,
  listOwnTenants,
} from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";

export const session = serve(
  bind(operations.session.get, async (c) => {
    const { ctx } = c.var;
    const { actor, tenantId } = ctx;
    const { person } = c.var.signIn;
    const own = person && (await listOwnTenants(ctx.db, person));
    const session = await inTenant(ctx, async (tx): Promise<Session> => {
      const { id, name } = await getTenantRow(tx, tenantId);
      return {
        actorId: actor.id,
        role: actor.role,
        tenant: { id, name },
        tenants: own ?? [{ id, name, role: actor.role }],
        packs: await listBoundPacks(tx, tenantId),
        mayReview: await isReviewer(tx, ctx),
        mustChangePassword: c.var.signIn.mustChangePassword,
        secondFactor: c.var.signIn.secondFactor,
      };
    });
    return c.json({ session });
  }),
  bind(operations.session.chooseTenant, async (c) => {
    const { ctx, signIn } = c.var;
    await chooseTenant(ctx, signIn.person?.isTenantFixed ?? false, c.req.valid("json").tenantId);
    return c.body(null, 204);
  }),
  bind(operations.session.changePassword, async (c) => {
    await changeOwnPassword(c.var.ctx, c.var.services.accounts, c.req.valid("json"), c.var.signIn.token);
    return c.body(null, 204);
  }),
  bind(operations.session.sessions, async (c) =>
    c.json(await listOwnSessions(c.var.ctx, c.var.services.accounts, c.var.signIn.token)),
  ),
  bind(operations.session.endSession, async (c) => {
    const { token } = c.var.signIn;
    await endOwnSession(c.var.ctx, c.var.services.accounts, { token, sessionId: c.req.param("sessionId") });
    return c.body(null, 204);
  }),
  bind(operations.session.endOtherSessions, async (c) => {
    await endOtherSessions(c.var.ctx, c.var.services.accounts, c.var.signIn.token);
    return c.body(null, 204);
  }),
);
