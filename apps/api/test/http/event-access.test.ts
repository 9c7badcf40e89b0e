import { createOfflinePartsAssessor } from "@assay/offline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let letGo = () => {};
beforeAll(async () => {
  const assessor = createOfflinePartsAssessor();
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  assay = await testService(
    {},
    { assessor: { ...assessor, assess: (...request) => held.then(() => assessor.assess(...request)) } },
  );
});
afterAll(async () => {
  letGo();
  await assay.close();
});

test("an open stream of events ends when its reader's access does, while the run continues", async () => {
  const tenant = await assay.tenant();
  const [member, admin] = [await tenant.as("MEMBER"), await tenant.as("ADMIN")];
  await member.settled((await member.upload("policy.txt", policyText)).id);
  const { id } = await member.startRun();
  const path = `/api/runs/${id}/events`;
  const { apiKey, key } = await makeKey(admin, "VIEWER");
  const watcher = assay.client(key);
  const events = await watcher.call("GET", path);
  expect(events.status).toBe(200);
  const reader = events.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("event: progress");

  expect((await admin.call("DELETE", `/api/admin/api-keys/${apiKey.id}`)).status).toBe(204);
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read())
    rest += new TextDecoder().decode(next.value);
  expect(rest).not.toContain("event: end");
  await expectError(await watcher.call("GET", path), 401, "UNAUTHORIZED");
  letGo();
  expect((await member.finished(id)).status).toBe("COMPLETED");
});
