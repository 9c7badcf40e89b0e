import { verifySignOffs } from "@assay/client/verify";
import { checkpointKeysReply, runListReply, type SignOff, signOffListReply, signOffReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, signAsPrepared } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const STATEMENT = "I have looked at every verdict";

let assay: TestService;
let tenant: TestTenant;
let [anna, ben]: TestClient[] = [];
let runId: string;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  anna = await tenant.as("MEMBER");
  ben = await tenant.as("ADMIN");
  runId = (await anna.startRun()).id;
  await anna.finished(runId);
});
afterAll(() => assay.close());

const post = (client: TestClient | undefined, body: unknown, path = "") =>
  client!.sendJson("POST", `/api/runs/${runId}/sign-offs${path}`, body);
async function made(response: Promise<Response>): Promise<SignOff> {
  const answer = await response;
  expect(answer.status).toBe(201);
  return signOffReply.parse(await answer.json()).signOff;
}

test("a run is prepared by one and reviewed and approved by another, declined and opened again, each step for all to read", async () => {
  const id = await signAsPrepared(anna!, runId);
  await expectError(await post(anna, { role: "REVIEWED", statement: STATEMENT }), 403, "FORBIDDEN");
  await expectError(await post(anna, { role: "PREPARED", statement: STATEMENT }), 409, "INVALID_STATE");
  await expectError(await post(ben, { role: "APPROVED", statement: STATEMENT }), 409, "INVALID_STATE");
  const declined = await made(post(ben, { role: "REVIEWED", declined: true, statement: "A verdict is wrong" }));
  expect(JSON.parse(declined.payload)).toMatchObject({ act: "DECLINED", withdraws: [id] });
  await made(post(anna, { role: "PREPARED", statement: STATEMENT }));
  const reviewed = await made(post(ben, { role: "REVIEWED", statement: STATEMENT }));
  await made(post(ben, { role: "APPROVED", statement: STATEMENT }));
  const { runs } = await anna!.get("/api/runs", runListReply);
  expect(runs[0]).toMatchObject({ id: runId, signedAs: "APPROVED" });
  await expectError(await post(anna, { reason: "Not mine" }, `/${reviewed.id}/withdraw`), 403, "FORBIDDEN");
  const withdrawn = await made(post(ben, { reason: "A document was missing" }, `/${reviewed.id}/withdraw`));
  expect(withdrawn).toMatchObject({ act: "WITHDRAWN", role: "REVIEWED", standing: false });
  await expectError(await post(ben, { reason: "Again" }, `/${reviewed.id}/withdraw`), 409, "INVALID_STATE");
  const viewer = await tenant.as("VIEWER");
  const { signOffs, signedAs } = await viewer.get(`/api/runs/${runId}/sign-offs`, signOffListReply);
  expect(signOffs.map(({ act, role, standing }) => `${act} ${role}${standing ? " stands" : ""}`)).toEqual([
    ...["SIGNED PREPARED", "DECLINED REVIEWED", "SIGNED PREPARED stands"],
    ...["SIGNED REVIEWED", "SIGNED APPROVED", "WITHDRAWN REVIEWED"],
  ]);
  expect(signedAs).toBe("PREPARED");
  for (const { payload } of signOffs)
    expect(JSON.parse(payload)).toMatchObject({
      assurance: "PASSWORD",
      assuredAt: expect.any(String),
      signerChanges: [],
    });
  const { keys } = await viewer.get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply);
  expect(await verifySignOffs(signOffs, keys)).toMatchObject({ valid: true, signedAs, runId });
});

test("two who sign the same role at once: one does, the other is told so", async () => {
  runId = (await anna!.startRun()).id;
  await anna!.finished(runId);
  const body = { role: "PREPARED", statement: STATEMENT };
  const statuses = await Promise.all([post(anna, body), post(ben, body)].map(async (each) => (await each).status));
  expect(statuses.sort()).toEqual([201, 409]);
});

test("what is asked for wrongly is refused in the order of all routes", async () => {
  const unknown = `/api/runs/${newId()}/sign-offs`;
  const right = { role: "PREPARED", statement: STATEMENT };
  const key = assay.client((await makeKey(ben!, "ADMIN")).key);
  await expectError(await assay.client().sendJson("POST", unknown, right), 401, "UNAUTHORIZED");
  await expectError(await (await tenant.as("VIEWER")).sendJson("POST", unknown, {}), 403, "FORBIDDEN");
  await expectError(await key.sendJson("POST", unknown, right), 403, "FORBIDDEN");
  for (const wrong of [
    {},
    { role: "PREPARED" },
    { ...right, statement: "  " },
    { ...right, statement: "x".repeat(2001) },
    { ...right, role: "AUDITED" },
    { ...right, declined: true },
    { ...right, role: "REVIEWED", declined: "yes" },
  ])
    await expectError(await anna!.sendJson("POST", unknown, wrong), 400, "VALIDATION_ERROR");
  await expectError(await anna!.sendJson("POST", unknown, right), 404, "NOT_FOUND");
  await expectError(await anna!.call("DELETE", unknown), 405, "METHOD_NOT_ALLOWED");
  await expectError(await post(anna, { reason: "r" }, `/${newId()}/withdraw`), 404, "NOT_FOUND");
  const elsewhere = await (await assay.tenant()).as("ADMIN");
  await expectError(await post(elsewhere, right), 403, "CROSS_TENANT_ACCESS_DENIED");
});
