import { serveSite } from "../../src/sites/serve-site.ts";
import { serveAlone } from "./serve-alone.ts";

/** The documentation alone, as the service serves it. */
export async function serveDocs(dir: string) {
  const { fetch } = await serveSite({ base: "/docs", dir, wasm: true });
  return serveAlone(fetch);
}
