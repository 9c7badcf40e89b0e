import type { Page } from "playwright-core";
import type { SiteTest } from "../../../../../packages/site/test/browser/open-site.ts";

export interface TwoPeople {
  /** A page of a MEMBER and one of an ADMIN of the same tenant, each signed in by itself. */
  readonly member: Page;
  readonly admin: Page;
}

/** Two people in two sessions of the first tenant. Their pages are shut when the test ends. */
export async function openTwoPeople(portal: SiteTest): Promise<TwoPeople> {
  const [member, admin] = await Promise.all([portal.page(), portal.page({ as: { role: "ADMIN" } })]);
  return { member, admin };
}
