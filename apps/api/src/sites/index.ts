import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";
import { type SiteConfig, serveSite } from "./serve-site.ts";

/** Where people read the API document. */
export const REFERENCE_PATH = "/api/docs";

const built = (app: string) => fileURLToPath(new URL(`../../../${app}/dist`, import.meta.url));

/** The folders of the built sites, where they are not those of this repository. */
export interface SiteFolders {
  readonly portalDir?: string | undefined;
  readonly adminDir?: string | undefined;
  readonly docsDir?: string | undefined;
  readonly referenceDir?: string | undefined;
}

/** The sites that stand on the API's own origin; the root leads to the portal, `/llms.txt` to the documentation's. */
export async function sites(
  config: SiteConfig,
  {
    portalDir = built("portal"),
    adminDir = built("admin"),
    docsDir = built("docs"),
    referenceDir = built("reference"),
  }: SiteFolders,
): Promise<Hono<ApiEnv>> {
  return new Hono<ApiEnv>()
    .get("/", (c) => c.redirect("/cm"))
    .get("/llms.txt", (c) => c.redirect("/docs/llms.txt"))
    .route("/", await serveSite({ base: "/cm", dir: resolve(portalDir), config }))
    .route("/", await serveSite({ base: "/admin", dir: resolve(adminDir), config }))
    .route("/", await serveSite({ base: "/docs", dir: resolve(docsDir), wasm: true }))
    .route("/", await serveSite({ base: REFERENCE_PATH, dir: resolve(referenceDir), config }));
}
