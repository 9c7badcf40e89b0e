import { fileURLToPath } from "node:url";
import { openPages, type PagesTest } from "../../../../packages/site/test/browser/open-pages.ts";
import { serveReference } from "../../../api/test/support/serve-reference.ts";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** The built reference, served as the service does, and a browser. For a suite's `beforeAll`. */
export async function openReference(): Promise<PagesTest> {
  return openPages(await serveReference(DIST));
}
