import type { InvitationDelivery } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { type IssuedInvitation, listInvitations, renewInvitation, withdrawInvitation } from "@assay/core/invitations";
import type { Context } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiEnv } from "../variables.ts";

/** The portal's page that accepts an invitation. A browser never sends what is after the #. */
const PAGE = "/cm/invitation";

export const adminInvitations = serve(
  bind(operations.admin.invitations.list, async (c) => {
    const page = await listInvitations(c.var.ctx, c.req.valid("query"));
    return c.json({ invitations: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.invitations.renew, async (c) =>
    c.json(await shown(c, await renewInvitation(c.var.ctx, deliveryOf(c), c.req.param("invitationId")))),
  ),
  bind(operations.admin.invitations.withdraw, async (c) => {
    await withdrawInvitation(c.var.ctx, c.req.param("invitationId"));
    return c.body(null, 204);
  }),
);

/** By mail where the deployment sends any. */
export function deliveryOf(c: Context<ApiEnv>): { readonly delivery: InvitationDelivery } {
  return { delivery: c.var.services.mail ? "MAIL" : "HANDED_OVER" };
}

/** Has the mail sent, and shows what is shown of a new link. */
export async function shown(c: Context<ApiEnv>, { invitation, secret, jobs }: IssuedInvitation) {
  if (jobs.length > 0) await c.var.services.dispatcher.dispatch(jobs);
  return { invitation, ...(secret !== undefined && { secret, path: `${PAGE}#${secret}` }) };
}
