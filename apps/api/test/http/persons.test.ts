import { verifyPackage } from "@assay/client/verify/package";
import {
  auditListReply,
  checkpointKeysReply,
  erasedName,
  erasedPersonReply,
  personExport,
  signOffListReply,
} from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinTenant, signInTo } from "../support/join-tenant.ts";
import { signAsPrepared } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const ERASURE = { reason: "Request 17" };

let assay: TestService;
let root: TestClient;
beforeAll(async () => {
  assay = await testService();
  root = await (await assay.tenant({ pack: null })).as("SUPER_ADMIN");
});
afterAll(() => assay.close());

async function openTenant() {
  const tenant = await assay.tenant();
  const admin = await tenant.as("ADMIN");
  return { tenant, admin, person: await joinTenant(assay, admin) };
}

test("somebody takes their data, is erased, and is gone: their account, their access and their name, but no signature", async () => {
  const { admin, person } = await openTenant();
  const { id: runId } = await person.client.startRun();
  await person.client.finished(runId);
  await signAsPrepared(person.client, runId);
  const exported = personExport.parse(await (await person.client.call("GET", "/api/session/person")).json());
  expect(exported).toMatchObject({
    account: { email: person.email, sessions: [{ id: expect.any(String) }] },
    tenants: [{ membership: { email: person.email }, signOffs: [{ runId, role: "PREPARED" }] }],
  });
  const packageOf = async () => (await admin.call("GET", `/api/runs/${runId}/package`)).arrayBuffer();
  const { keys } = await admin.get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply);
  const verify = async () => verifyPackage(new Uint8Array(await packageOf()), { keys, requireSigned: true });
  const [signed] = (await verify()).signOffs!.acts;
  expect(signed).toMatchObject({ valid: true, name: "PROVED", signerName: person.email });

  const path = `/api/admin/persons/${person.userId}`;
  expect(personExport.parse(await (await root.call("GET", path)).json())).toMatchObject({ userId: person.userId });
  const erased = erasedPersonReply.parse(await (await root.sendJson("POST", `${path}/erase`, ERASURE)).json());
  const name = erasedName(person.userId);
  expect(erased).toEqual({ person: { userId: person.userId, name, tenants: 1 } });
  await expectError(await person.client.call("GET", "/api/session"), 401, "UNAUTHORIZED");
  expect(await signInTo(assay.client(), person.email)).toBeUndefined();
  const { signOffs } = await admin.get(`/api/runs/${runId}/sign-offs`, signOffListReply);
  expect(signOffs).toMatchObject([{ valid: true, standing: true, signerName: name, nameSalt: null }]);
  const after = await verify();
  expect(after).toMatchObject({
    word: "valid",
    signOffs: { acts: [{ valid: true, name: "ERASED", signerName: name }] },
  });
  expect(Buffer.from(await packageOf()).includes(person.email)).toBe(false);
  const log = await admin.get(`/api/admin/audit-logs?objectId=${person.userId}`, auditListReply);
  expect(JSON.stringify(log)).not.toContain(person.email);
  expect(log.entries.map(({ action }) => action)).toContain("member.erased");
  expect(erasedPersonReply.parse(await (await root.sendJson("POST", `${path}/erase`, ERASURE)).json())).toMatchObject({
    person: { tenants: 0 },
  });
});

test("the address may be invited again: that is another person", async () => {
  const { admin, person } = await openTenant();
  expect((await root.sendJson("POST", `/api/admin/persons/${person.userId}/erase`, ERASURE)).status).toBe(200);
  const again = await joinTenant(assay, admin, { email: person.email });
  expect(again.userId).not.toBe(person.userId);
});

test("is refused below SUPER_ADMIN, for nobody, and without a reason", async () => {
  const { admin, person } = await openTenant();
  const path = `/api/admin/persons/${person.userId}`;
  await expectError(await admin.call("GET", path), 403, "FORBIDDEN");
  await expectError(await admin.sendJson("POST", `${path}/erase`, ERASURE), 403, "FORBIDDEN");
  await expectError(await root.sendJson("POST", `${path}/erase`, {}), 400, "VALIDATION_ERROR");
  for (const id of [newId(), "nobody"]) {
    await expectError(await root.call("GET", `/api/admin/persons/${id}`), 404, "NOT_FOUND");
    await expectError(await root.sendJson("POST", `/api/admin/persons/${id}/erase`, ERASURE), 404, "NOT_FOUND");
  }
  await expectError(await assay.client().call("GET", "/api/session/person"), 401, "UNAUTHORIZED");
});
