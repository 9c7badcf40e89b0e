import { openPages, type PagesTest } from "../../../../packages/site/test/browser/open-pages.ts";
import { serveDocs } from "../../../api/test/support/serve-docs.ts";
import { DIST } from "./built-site.ts";

/** The built documentation, served as the service does, and a browser. For a suite's `beforeAll`. */
export async function openDocs(): Promise<PagesTest> {
  return openPages(await serveDocs(DIST));
}
