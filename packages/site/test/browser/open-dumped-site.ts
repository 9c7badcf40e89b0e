import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DumpedRun, readDump } from "@assay/testing/dump";
import { openDumpEmbedded } from "@assay/testing/open-dump";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { testService } from "../../../../apps/api/test/support/test-service.ts";
import { keepPages } from "./kept-pages.ts";
import { openBrowser } from "./open-browser.ts";
import { storeSession } from "./open-site.ts";
import { watchPage } from "./watch-page.ts";

export { listDumps } from "@assay/testing/dump";

interface DumpedSite {
  readonly runs: readonly (readonly [name: string, run: DumpedRun])[];
  /** Of the person who reviews. */
  readonly page: Page;
  /** What the browser reported so far. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** The sites before a database that a previous version left. */
export async function openDumpedSite(name: string): Promise<DumpedSite> {
  const dump = await readDump(name);
  const { settings, tenantId, people, runs } = dump.expected;
  const dataDir = await mkdtemp(join(tmpdir(), "assay-dumped-site-"));
  await dump.writeFiles(dataDir);
  const { portal: portalDir, admin: adminDir } = inject("siteData").sites.development;
  const env = { ...settings, ASSAY_DATA_DIR: dataDir };
  const assay = await testService(env, { sites: { portalDir, adminDir } }, openDumpEmbedded(dump));
  const { userId, email } = people.reviews;
  const token = await assay.service.identity.issueToken({ userId, tenantId, ttlSeconds: 86_400 });
  const pages = keepPages(await openBrowser(), assay.url);
  const page = await pages.take({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    session: { store: storeSession, value: { email, token } },
  });
  return {
    runs: Object.entries(runs),
    page,
    problems: watchPage(page),
    async close() {
      await pages.close();
      await assay.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
