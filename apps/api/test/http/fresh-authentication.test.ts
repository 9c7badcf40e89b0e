import { OPERATIONS } from "@assay/contract/operations";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "../../src/settings/limits.ts";
import { BODIES, fillPath } from "../support/app-routes.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
/** Somebody of each role that the operations ask for at most. */
const people = new Map<string, string>();
beforeAll(async () => {
  assay = await testService(
    {},
    { limits: { freshActionMs: LIMITS.freshActionMs, freshReviewMs: LIMITS.freshReviewMs } },
  );
  tenant = await assay.tenant();
  for (const role of ["ADMIN", "SUPER_ADMIN"] as const) {
    const userId = newId();
    people.set(role, userId);
    await putMember(assay.service.db, { tenantId: tenant.id, userId, email: `${userId}@example.test`, role });
  }
});
afterAll(() => assay.close());

const FRESH = OPERATIONS.filter(({ fresh }) => fresh);
const signedIn = async (ageMs: number, { role }: Pick<(typeof OPERATIONS)[number], "role"> = { role: "ADMIN" }) =>
  assay.client(
    await assay.service.identity.issueToken({
      userId: people.get(role === "SUPER_ADMIN" ? role : "ADMIN")!,
      tenantId: tenant.id,
      ttlSeconds: 86_400,
      signedInAt: new Date(Date.now() - ageMs),
    }),
  );
const ask = ({ method, path }: (typeof OPERATIONS)[number], client: TestClient) =>
  method === "GET" || method === "DELETE"
    ? client.call(method, fillPath(path))
    : client.sendJson(method, fillPath(path), BODIES[`${method} ${path}`] ?? {});

test("signatures, approvals, withdrawals and changes of people need a proof of the last 5 minutes, reviews one of the last 12 hours", () => {
  expect(FRESH.map(({ id, fresh }) => `${fresh} ${id}`).toSorted()).toMatchInlineSnapshot(`
    [
      "ACTION admin.audit.changeRecipients",
      "ACTION admin.erasures.endHold",
      "ACTION admin.erasures.start",
      "ACTION admin.invitations.renew",
      "ACTION admin.invitations.withdraw",
      "ACTION admin.members.change",
      "ACTION admin.members.invite",
      "ACTION admin.members.remove",
      "ACTION admin.persons.erase",
      "ACTION admin.persons.export",
      "ACTION admin.resets.confirm",
      "ACTION admin.resets.start",
      "ACTION admin.resets.withdraw",
      "ACTION admin.retention.change",
      "ACTION admin.scim.createKey",
      "ACTION admin.scim.mapGroup",
      "ACTION admin.scim.revokeKey",
      "ACTION admin.secondFactor.change",
      "ACTION admin.singleSignOn.addDomain",
      "ACTION admin.singleSignOn.changeProvider",
      "ACTION admin.singleSignOn.createProvider",
      "ACTION admin.singleSignOn.proveDomain",
      "ACTION admin.singleSignOn.removeDomain",
      "ACTION admin.singleSignOn.removeProvider",
      "ACTION admin.tenants.inviteAdministrator",
      "ACTION exceptions.approve",
      "ACTION exceptions.revoke",
      "ACTION links.create",
      "ACTION links.reissue",
      "ACTION session.changePassword",
      "ACTION session.person",
      "ACTION signOffs.sign",
      "ACTION signOffs.withdraw",
      "REVIEW reviews.add",
      "REVIEW reviews.confirm",
    ]
  `);
});

test("each of them is refused after a sign-in that is too old, and says what is asked for", async () => {
  const ages = { ACTION: [LIMITS.freshActionMs, 300], REVIEW: [LIMITS.freshReviewMs, 43_200] } as const;
  for (const operation of FRESH) {
    const [maxAgeMs, maxAgeSeconds] = ages[operation.fresh!];
    const { details } = await expectError(
      await ask(operation, await signedIn(maxAgeMs + 1000, operation)),
      403,
      "FORBIDDEN",
    );
    expect(details, operation.id).toEqual({
      reason: "FRESH_AUTHENTICATION_REQUIRED",
      factors: ["PASSWORD", "SSO", "TOTP", "PASSKEY"],
      maxAgeSeconds,
    });
    const answer = await ask(operation, await signedIn(0, operation));
    expect([200, 201, 400, 404], `${operation.id}: ${await answer.text()}`).toContain(answer.status);
  }
});

test("none of them is for an API key", async () => {
  const { key } = await makeKey(await signedIn(0), "ADMIN");
  for (const operation of FRESH) {
    const { details } = await expectError(await ask(operation, assay.client(key)), 403, "FORBIDDEN");
    // A key is at most an ADMIN's.
    expect(details, operation.id).toEqual(operation.role === "SUPER_ADMIN" ? undefined : { reason: "PERSON_REQUIRED" });
  }
});
