import type { SiteTest } from "../../../../../packages/site/test/browser/open-site.ts";
import { joinTenant, OWN_PASSWORD } from "../../../../api/test/support/join-tenant.ts";
import { createTestClient } from "../../../../api/test/support/test-client.ts";

/** Somebody who has accepted an invitation, at a page that expects to be refused now and then. */
export async function openMember(portal: SiteTest, options: { fresh?: boolean } = {}) {
  const { email } = await joinTenant({ client: () => createTestClient(portal.url) }, portal.client("ADMIN"));
  const page = await portal.page({ as: null, expectedMessages: /40[03]|422/, ...options });
  const signIn = async () => {
    await page.goto("/cm/sign-in?next=/cm/tasks");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(OWN_PASSWORD);
    await page.keyboard.press("Enter");
  };
  return { page, signIn };
}
