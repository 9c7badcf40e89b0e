import { REFERENCE_PATH } from "../../src/sites/index.ts";
import { serveSite } from "../../src/sites/serve-site.ts";
import { documentedApp } from "./documented-app.ts";
import { serveAlone } from "./serve-alone.ts";

/** The reference in `dir` as the service serves it, and the document that it shows. Nothing is behind the other routes. */
export async function serveReference(dir: string) {
  const config = { apiUrl: "/", authUrl: "/", publishableKey: "local" };
  const { fetch } = documentedApp({ pages: await serveSite({ base: REFERENCE_PATH, dir, config }) });
  return serveAlone(fetch);
}
