import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "@assay/client";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import {
  ENTRIES,
  type Env,
  launchProcess,
  startedUrl,
  type TestProcess,
} from "../../../../apps/api/test/support/launch-process.ts";
import { createTestClient, type TestClient } from "../../../../apps/api/test/support/test-client.ts";
import { limitsEnv } from "../../../../apps/api/test/support/test-limits.ts";
import { keepPages } from "./kept-pages.ts";
import { openBrowser } from "./open-browser.ts";
import type { Build } from "./setup.ts";
import { watchPage } from "./watch-page.ts";

interface DemoUser {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly token: string;
}

interface PageOptions extends BrowserContextOptions {
  /** Signed in beforehand; null for nobody. A MEMBER of the first tenant where it is omitted. */
  readonly as?: { readonly role?: Role; readonly tenant?: number } | null;
  /** A page of a browser that has never been here. */
  readonly fresh?: boolean;
  /** Errors and warnings of the browser's console that the test brings about. */
  readonly expectedMessages?: RegExp;
}

export interface SiteTest {
  readonly url: string;
  readonly service: TestProcess;
  user(role?: Role, tenant?: number): DemoUser;
  /** The API as that user. */
  client(role?: Role, tenant?: number): TestClient;
  /**
   * A page with nothing stored but its session, the test's own. The test fails where the page reports an error or a
   * warning, or where its document can scroll.
   */
  page(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/**
 * The real service as its own process on a copy of `data`, and a browser. For a suite's `beforeAll`. The sites have the
 * development build of React, which says what is wrong; what is measured takes the released build.
 */
export async function openSite(data: "empty" | "demo", env: Env = {}, build: Build = "development"): Promise<SiteTest> {
  const dir = await mkdtemp(join(tmpdir(), "assay-site-"));
  const made = inject("siteData");
  await cp(made[data], dir, { recursive: true });
  const service = launchProcess([process.execPath, ENTRIES.seeded], {
    PORT: "0",
    ...limitsEnv({ progressPollMs: 100 }),
    TEST_PORTAL_DIR: made.sites[build].portal,
    TEST_ADMIN_DIR: made.sites[build].admin,
    ...env,
    ASSAY_DATA_DIR: dir,
  });
  const url = await startedUrl(service);
  const { tenants } = JSON.parse(await readFile(join(dir, "demo.json"), "utf8")) as {
    tenants: { users: DemoUser[] }[];
  };
  const pages = keepPages(await openBrowser(), url);
  const user: SiteTest["user"] = (role = "MEMBER", tenant = 0) =>
    tenants[tenant]!.users.find((each) => each.role === role)!;
  return {
    url,
    service,
    user,
    client: (role, tenant) => createTestClient(url, user(role, tenant).token),
    async page({ as = {}, expectedMessages, ...options } = {}) {
      const page = await pages.take({
        viewport: { width: 1440, height: 900 },
        reducedMotion: "reduce",
        ...options,
        session: as && { store: storeSession, value: sessionOf(user(as.role, as.tenant)) },
      });
      const problems = watchPage(page);
      onTestFinished(async () => {
        await pages.giveBack(page);
        expect(problems.filter((problem) => !expectedMessages?.test(problem)).join("\n")).toBe("");
      });
      return page;
    },
    async close() {
      await pages.close();
      await service.end("SIGTERM");
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Session {
  readonly email: string;
  readonly token: string;
}

const sessionOf = ({ email, token }: DemoUser): Session => ({ email, token });

/** As supabase-js leaves it after a sign-in; only where there is none, so that a sign-out lasts. */
export function storeSession({ email, token }: Session): void {
  if (sessionStorage.getItem("test.stored")) return;
  sessionStorage.setItem("test.stored", "1");
  const { exp } = JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number };
  localStorage.setItem(
    "assay.session",
    JSON.stringify({
      access_token: token,
      refresh_token: "none",
      expires_at: exp,
      token_type: "bearer",
      user: { email },
    }),
  );
}
