import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";
import { type SiteConfig, serveSite } from "./serve-site.ts";

/** The sites that stand on the API's own origin; the root leads to the portal. */
export async function sites(config: SiteConfig): Promise<Hono<ApiEnv>> {
  const builtBy = (app: string) => fileURLToPath(new URL(`../../../${app}/dist`, import.meta.url));
  return new Hono<ApiEnv>()
    .get("/", (c) => c.redirect("/cm"))
    .route("/", await serveSite({ base: "/cm", dir: builtBy("portal"), config }));
}
