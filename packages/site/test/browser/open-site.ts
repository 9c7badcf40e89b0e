import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "@assay/client";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
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
import { CHROMIUM, FLAGS } from "./chromium.ts";
import "./setup.ts";

interface DemoUser {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly token: string;
}

interface PageOptions extends BrowserContextOptions {
  /** Signed in beforehand; null for nobody. A MEMBER of the first tenant where it is left out. */
  readonly as?: { readonly role?: Role; readonly tenant?: number } | null;
  /** Messages of the browser's console that the test brings about. */
  readonly expectedMessages?: RegExp;
}

export interface SiteTest {
  readonly url: string;
  readonly service: TestProcess;
  user(role?: Role, tenant?: number): DemoUser;
  /** The API as that user. */
  client(role?: Role, tenant?: number): TestClient;
  /** A page of its own context, shut when the test ends; the test fails when the page reports an error. */
  page(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/** The real service as its own process on a copy of `data`, and a browser. For a suite's `beforeAll`. */
export async function openSite(data: "empty" | "demo", env: Env = {}): Promise<SiteTest> {
  const dir = await mkdtemp(join(tmpdir(), "assay-site-"));
  const made = inject("siteData");
  await cp(made[data], dir, { recursive: true });
  const service = launchProcess([process.execPath, ENTRIES.seeded], {
    PORT: "0",
    ...limitsEnv({ pollMs: 50, progressPollMs: 50 }),
    TEST_PORTAL_DIR: made.portal,
    TEST_ADMIN_DIR: made.admin,
    ...env,
    ASSAY_DATA_DIR: dir,
  });
  const url = await startedUrl(service);
  const { tenants } = JSON.parse(await readFile(join(dir, "demo.json"), "utf8")) as {
    tenants: { users: DemoUser[] }[];
  };
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const user: SiteTest["user"] = (role = "MEMBER", tenant = 0) =>
    tenants[tenant]!.users.find((each) => each.role === role)!;
  return {
    url,
    service,
    user,
    client: (role, tenant) => createTestClient(url, user(role, tenant).token),
    async page({ as = {}, ...options } = {}) {
      const signedIn = as && user(as.role, as.tenant);
      return openPage(browser, url, signedIn, options);
    },
    async close() {
      await browser.close();
      await service.end("SIGTERM");
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function openPage(
  browser: Browser,
  url: string,
  user: DemoUser | null,
  { expectedMessages, ...options }: Omit<PageOptions, "as">,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  if (user) await context.addInitScript(storeSession, { email: user.email, token: user.token });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    // A refused request is the page's to show; what matters here is the page's own faults.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(problems.filter((problem) => !expectedMessages?.test(problem))).toEqual([]);
  });
  return page;
}

/** As supabase-js leaves it after a sign-in; only where there is none, so that a sign-out lasts. */
function storeSession({ email, token }: { email: string; token: string }): void {
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
