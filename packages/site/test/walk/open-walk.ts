import type { Role } from "@assay/client";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { TestClient } from "../../../../apps/api/test/support/test-client.ts";
import { openSite, type SiteTest } from "../browser/open-site.ts";
import { type Observer, observe } from "./observer/observe.ts";

interface PersonOptions extends BrowserContextOptions {
  /** Null for nobody who is signed in; a MEMBER where it is omitted. */
  readonly role?: Role | null;
  /** The journey's own tenant; the demo's where it is omitted. */
  readonly tenant?: string;
  readonly expectedMessages?: RegExp;
}

/** A person before a page that is watched: the journey fails with what the observer found. */
interface Person extends Observer {
  readonly page: Page;
}

export interface Walk {
  readonly site: SiteTest;
  person(options?: PersonOptions): Promise<Person>;
  client(role?: Role, tenant?: string): TestClient;
  close(): Promise<void>;
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The service with the demo, and an empty tenant for each journey that changes something. */
export async function openWalk(tenants: readonly string[] = []): Promise<Walk> {
  const site = await openSite("demo", { SUPER_ADMIN_MODE: "true", TEST_TENANTS: tenants.join() });
  const pressed = new Set<string>();
  const indexOf = (name: string | undefined) => (name === undefined ? 0 : DEMO_TENANTS + tenants.indexOf(name));
  return {
    site,
    client: (role, tenant) => site.client(role, indexOf(tenant)),
    async person({ role = "MEMBER", tenant, ...options } = {}) {
      const page = await site.page({ ...options, fresh: true, as: role && { role, tenant: indexOf(tenant) } });
      const observer = await observe(page, { pressed });
      onTestFinished(() => expect(observer.faults()).toEqual([]));
      return { page, ...observer };
    },
    close: () => site.close(),
  };
}

const DEMO_TENANTS = 2;
