import { operations } from "@assay/contract/operations";
import { type Accepting, acceptInvitation, exchangeInvitation } from "@assay/core/invitations";
import type { Context, Hono } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import { invalid } from "../middleware/invalid.ts";
import { bearerToken } from "../middleware/session.ts";
import type { ApiEnv } from "../variables.ts";

/** What an invited person does: the routes that need no membership. */
export function invitationRoutes(): Hono<ApiEnv> {
  return serve(
    bind(operations.invitations.exchange, async (c) =>
      c.json({ invitation: await exchangeInvitation(c.var.services.db, c.req.valid("json").secret) }),
    ),
    bind(operations.invitations.accept, async (c) => {
      const { secret, password } = c.req.valid("json");
      const { db, accounts } = c.var.services;
      return c.json(await acceptInvitation(db, accounts, secret, await acceptingOf(c, password)));
    }),
  );
}

async function acceptingOf(c: Context<ApiEnv>, password: string | undefined): Promise<Accepting> {
  const isSignedIn = c.req.header("Authorization") !== undefined;
  if (isSignedIn && password !== undefined)
    throw invalid("json", [{ field: "password", issue: "must not be given with a token" }]);
  if (password !== undefined) return { password };
  if (!isSignedIn) throw invalid("json", [{ field: "password", issue: "must be given, or a token" }]);
  const { userId, tenantId, isTenantFixed } = await c.var.services.identity.verify(
    bearerToken(c.req.header("Authorization")),
  );
  return { userId, ...(isTenantFixed && tenantId && { onlyTenantId: tenantId }) };
}
