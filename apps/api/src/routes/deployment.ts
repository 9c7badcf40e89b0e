import type { Deployment } from "@assay/contract";
import { hasMembers } from "@assay/core/tenancy";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

/** For the sign-in page, before there is a token: whether anybody can sign in, and nothing else. */
export function deploymentRoutes({ db }: ApiServices): Hono<ApiEnv> {
  let known = false;
  return new Hono<ApiEnv>().get(
    "/.well-known/assay-deployment.json",
    operation("service.deployment", "Returns whether there is no tenant yet to sign in to", { 200: "Deployment" }),
    async (c) => {
      // Members are never deleted: what was true stays true.
      known ||= await hasMembers(db);
      return c.json({ empty: !known } satisfies Deployment, 200, { "Cache-Control": "no-cache" });
    },
  );
}
