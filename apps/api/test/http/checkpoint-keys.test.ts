import { auditVerifyReply, checkpointKeysReply, checkpointListReply } from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { keysToText, makeSigningKeys, rotateSigningKeys, type SigningKeys } from "@assay/embedded/key-signer";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const LOGS = "/api/admin/audit-logs";
const KEYS = "/.well-known/assay-checkpoint-keys.json";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A deployment that starts again on the same database, with other settings or in another data folder. */
async function running<T>(env: Readonly<Record<string, string>>, act: (assay: TestService) => Promise<T>): Promise<T> {
  const kept = { ...database, close: async () => {} };
  const assay = await testService(env, { limits: { checkpointEveryMs: 1000, sweepMs: 50 } }, Promise.resolve(kept));
  try {
    return await act(assay);
  } finally {
    await assay.close();
  }
}

const withKeys = (keys: SigningKeys) => ({ CHECKPOINT_SIGNING_KEY: keysToText(keys) });

async function adminOf({ service, client }: TestService, tenantId: string) {
  const userId = newId();
  await putMember(service.db, { tenantId, userId, email: `${userId}@example.test`, role: "ADMIN" });
  return client(await service.identity.issueToken({ userId, tenantId, ttlSeconds: 600 }));
}

/** A tenant whose chain the service has signed. */
async function signedTenant(assay: TestService) {
  const tenant = await assay.tenant();
  const admin = await tenant.as("ADMIN");
  const { checkpoints } = await until(
    () => admin.get(`${LOGS}/checkpoints`, checkpointListReply),
    ({ checkpoints }) => checkpoints.length > 0,
  );
  return { tenantId: tenant.id, kept: checkpoints.at(-1)! };
}

const verify = async (assay: TestService, tenantId: string) =>
  (await adminOf(assay, tenantId)).get(`${LOGS}/verify`, auditVerifyReply);
const listed = async (assay: TestService) =>
  (await assay.client().get(KEYS, checkpointKeysReply)).keys.map(({ kid }) => kid);

describe("checkpoints of before stay valid", () => {
  test("after a service that kept its own key is given one as a setting, whatever becomes of the data folder", async () => {
    const before = await running({}, signedTenant);
    const keys = await makeSigningKeys();
    for (let start = 0; start < 2; start++)
      await running(withKeys(keys), async (assay) => {
        expect(await verify(assay, before.tenantId)).toMatchObject({ valid: true, checkpoints: { problems: [] } });
        expect(await listed(assay)).toEqual([keys.current.kid, before.kept.keyId]);
        const admin = await adminOf(assay, before.tenantId);
        const kept = await admin.sendJson("POST", `${LOGS}/verify`, before.kept);
        expect(auditVerifyReply.parse(await kept.json()).kept).toMatchObject({ contained: true, problem: null });
      });
  });

  test("after the setting is rotated, or replaced by one that knows nothing of it", async () => {
    const first = await makeSigningKeys();
    const before = await running(withKeys(first), signedTenant);
    for (const keys of [await rotateSigningKeys(first), await makeSigningKeys()])
      await running(withKeys(keys), async (assay) =>
        expect(await verify(assay, before.tenantId)).toMatchObject({ valid: true, checkpoints: { problems: [] } }),
      );
  });
});
