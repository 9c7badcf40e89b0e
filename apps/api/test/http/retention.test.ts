import { retentionPreview, retentionReply, tenantReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let root: TestClient;
let path: string;
beforeAll(async () => {
  assay = await testService();
  root = await (await assay.tenant({ pack: null })).as("SUPER_ADMIN");
  const made = await root.sendJson("POST", "/api/admin/tenants", { name: "Kept" });
  path = `/api/admin/tenants/${tenantReply.parse(await made.json()).tenant.id}/retention`;
});
afterAll(() => assay?.close());

test("rules are set one by one, and a preview says what they, or others, would remove", async () => {
  expect((await root.get(path, retentionReply)).retention).toMatchObject({
    days: { spans: null, logs: null, runs: null },
  });
  const set = await root.sendJson("PATCH", path, { days: { logs: 365 } });
  const { retention } = retentionReply.parse(await set.json());
  expect(retention).toMatchObject({
    days: { spans: null, logs: 365, runs: null },
    refusal: "CHANGED_LATELY",
    appliedAt: null,
  });
  expect(await root.get(path, retentionReply)).toEqual({ retention });
  const { kinds } = await root.get(`${path}/preview?spans=30`, retentionPreview);
  expect(kinds).toMatchObject([
    { kind: "spans", days: 30, count: 0, heldBack: 0 },
    { kind: "logs", days: 365, count: 0, oldest: null },
    { kind: "runs", days: null },
  ]);
});

test("a number of days that is none, an unknown kind, and no kind are refused", async () => {
  for (const days of [{ logs: 0 }, { logs: 1.5 }, { logs: "30" }, { logs: 36_501 }, { runs: 29 }, { mails: 30 }, {}])
    await expectError(await root.sendJson("PATCH", path, { days }), 400, "VALIDATION_ERROR");
  for (const query of ["logs=0", "logs=-1", "logs=x", "mails=3", "runs=29"])
    await expectError(await root.call("GET", `${path}/preview?${query}`), 400, "VALIDATION_ERROR");
});
