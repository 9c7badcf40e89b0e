import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";
import { type SiteConfig, serveSite } from "./serve-site.ts";

const BUILT_PORTAL = fileURLToPath(new URL("../../../portal/dist", import.meta.url));

/** The sites that stand on the API's own origin; the root leads to the portal. */
export async function sites(
  config: SiteConfig,
  { portalDir = BUILT_PORTAL }: { portalDir?: string | undefined },
): Promise<Hono<ApiEnv>> {
  return new Hono<ApiEnv>()
    .get("/", (c) => c.redirect("/cm"))
    .route("/", await serveSite({ base: "/cm", dir: resolve(portalDir), config }));
}
