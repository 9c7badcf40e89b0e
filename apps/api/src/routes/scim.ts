import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";

/** For directories; a protocol of its own, which describes itself at `/scim/v2/Schemas`. */
export const scim = new Hono<ApiEnv>().all("/scim/v2/*", async (c) => {
  // Loaded with the first request: few deployments have any.
  const { serveScim } = await import("../scim/serve-scim.ts");
  return serveScim(c);
});
