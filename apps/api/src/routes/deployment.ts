import type { Deployment } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { readMaintenance } from "@assay/core/maintenance-mode";
import { hasMembers } from "@assay/core/tenancy";
import type { Hono } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

/** Before there is a token: whether anybody can sign in, and whether nothing may be changed now. */
export function deploymentRoutes({ db }: ApiServices): Hono<ApiEnv> {
  let known = false;
  return serve(
    bind(operations.service.deployment, async (c) => {
      // Members are never deleted: what was true stays true.
      known ||= await hasMembers(db);
      const mode = await readMaintenance(db);
      const maintenance = mode ? { since: mode.since.toISOString(), reason: mode.reason } : null;
      return c.json({ empty: !known, maintenance } satisfies Deployment, 200, { "Cache-Control": "no-cache" });
    }),
  );
}
