import type { Deployment } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { hasMembers } from "@assay/core/tenancy";
import type { Hono } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

/** For the sign-in page, before there is a token: whether anybody can sign in, and nothing else. */
export function deploymentRoutes({ db }: ApiServices): Hono<ApiEnv> {
  let known = false;
  return serve(
    bind(operations.service.deployment, async (c) => {
      // Members are never deleted: what was true stays true.
      known ||= await hasMembers(db);
      return c.json({ empty: !known } satisfies Deployment, 200, { "Cache-Control": "no-cache" });
    }),
  );
}
