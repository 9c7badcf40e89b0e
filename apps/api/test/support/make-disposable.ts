import { newId } from "@assay/db";
import {
  addMember,
  makeDomain,
  makeInvitation,
  makeKey,
  makeLink,
  makeProvider,
  makeReset,
  makeScimKey,
  makeWebhook,
  type SettledTenant,
} from "./settled-tenant.ts";
import type { TestService } from "./test-service.ts";

/** What a served DELETE of `path` may take away, by the names of its parameters. */
export async function makeDisposable(
  assay: TestService,
  { tenant, ids }: SettledTenant,
  path: string,
): Promise<Record<string, string>> {
  const admin = await tenant.as("ADMIN");
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    id: async () => (await admin.upload("disposable.txt", `Disposable ${newId()}`)).id,
    apiKeyId: async () => (await makeKey(admin, "VIEWER")).apiKey.id,
    userId: () => addMember(assay, tenant),
    providerId: () => makeProvider(admin),
    domainId: () => makeDomain(admin),
    scimKeyId: () => makeScimKey(admin),
    webhookId: async () => (await makeWebhook(admin)).webhookId,
    invitationId: () => makeInvitation(admin),
    resetId: () => makeReset(assay, tenant),
    linkId: async () => (await makeLink(admin, ids.runId)).link.id,
  };
  const made = Object.entries(makers).map(async ([name, make]) =>
    path.split("/").includes(`:${name}`) ? { [name]: await make() } : {},
  );
  return Object.assign({}, ...(await Promise.all(made)));
}
