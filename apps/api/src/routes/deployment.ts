import type { Deployment } from "@assay/contract";
import { hasMembers } from "@assay/core/tenancy";
import { Hono } from "hono";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

/** For the sign-in page, before there is a token: whether anybody can sign in, and nothing else. */
export function deploymentRoutes({ db }: ApiServices): Hono<ApiEnv> {
  let known = false;
  return new Hono<ApiEnv>().get("/.well-known/assay-deployment.json", async (c) => {
    // Members are never deleted: what was true stays true.
    known ||= await hasMembers(db);
    return c.json({ empty: !known } satisfies Deployment, 200, { "Cache-Control": "no-cache" });
  });
}
