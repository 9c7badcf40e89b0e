import { confirmedReset, offeredResetReply, resetListReply, resetReply, sessionReply } from "@assay/contract";
import type { Failpoints } from "@assay/core/ports";
import { proveAddress, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completeReset, exchangeReset } from "../../../../packages/client/src/index.ts";
import { joinTenant, OWN_PASSWORD, signInTo } from "../support/join-tenant.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

/** Nothing is sent: the queue is held. */
const MAILED = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "assay@example.test", API_URL: "http://127.0.0.1:9" };
const NEXT = "another password of my own";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

async function open() {
  const tenant = await assay.tenant({ pack: null });
  const first = await tenant.as("ADMIN");
  const { client: second, email } = await joinTenant(assay, first, { role: "ADMIN" });
  const ada = await joinTenant(assay, first);
  const prove = () => proveAddress(assay.service.db, { email, reason: "Asked by telephone" });
  return { first, second, ada, prove };
}

test("two ADMINs together: the link sets the password once, and the old one and its sessions end", async () => {
  const { first, second, ada, prove } = await open();
  const body = { userId: ada.userId, kind: "PASSWORD" };
  const started = await first.sendJson("POST", "/api/admin/resets", body);
  expect(started.status, await started.clone().text()).toBe(201);
  const { reset } = resetReply.parse(await started.json());
  expect([reset.state, reset.way, reset.email]).toEqual(["ASKED", "TWO_ADMINS", ada.email]);
  const confirm = `/api/admin/resets/${reset.id}/confirm`;
  await expectError(await first.sendJson("POST", confirm, {}), 403, "FORBIDDEN");
  const apart = await expectError(await second.sendJson("POST", confirm, {}), 403, "FORBIDDEN");
  expect(apart.details).toEqual({ reason: "ADDRESS_UNPROVED" });
  expect(await prove()).toBe(1);
  const confirmed = confirmedReset.parse(await (await second.sendJson("POST", confirm, {})).json());
  expect(confirmed.path).toBe(`/cm/reset#${confirmed.secret}`);
  const send = (verb: string, json: object) => assay.client().sendJson("POST", `/api/resets/${verb}`, json);
  const secret = confirmed.secret!;
  const offered = offeredResetReply.parse(await (await send("exchange", { secret })).json());
  expect(offered.reset.email).toBe(ada.email);
  await expectError(await send("complete", { secret, password: "short" }), 400, "VALIDATION_ERROR");
  expect((await exchangeReset(assay.url, secret)).email).toBe(ada.email);
  await completeReset(assay.url, { secret, password: NEXT });
  const ended = await expectError(await send("complete", { secret, password: NEXT }), 401, "UNAUTHORIZED");
  expect(ended.details).toEqual({ reason: "RESET_ENDED" });
  await expectError(await ada.client.call("GET", "/api/session"), 401, "UNAUTHORIZED");
  expect(await signInTo(assay.client(), ada.email, OWN_PASSWORD)).toBeUndefined();
  expect(await signInTo(assay.client(), ada.email, NEXT)).toBeDefined();
  expect((await first.get("/api/admin/resets", resetListReply)).resets).toMatchObject([{ state: "USED" }]);
});

test("a question at sign-in says the same of every address, and that no mail is sent", async () => {
  const { ada } = await open();
  for (const email of [ada.email, `${newId()}@example.test`]) {
    const refused = await assay.client().sendJson("POST", "/api/resets/ask", { email });
    expect((await expectError(refused, 409, "INVALID_STATE")).message).toContain("sends no mail");
  }
  for (const email of [undefined, 7, "", "x".repeat(400)])
    await expectError(await assay.client().sendJson("POST", "/api/resets/ask", { email }), 400, "VALIDATION_ERROR");
});

test("a key, oneself, and an account that another tenant has too are refused", async () => {
  const { first, ada } = await open();
  const start = (userId: string, by = first) => by.sendJson("POST", "/api/admin/resets", { userId, kind: "PASSWORD" });
  const { key } = await makeKey(first, "ADMIN");
  const { session } = await first.get("/api/session", sessionReply);
  for (const own of [session.actorId, session.actorId.toUpperCase()])
    await expectError(await start(own), 403, "FORBIDDEN");
  await expectError(await start(ada.userId, assay.client(key)), 403, "FORBIDDEN");
  await expectError(await start(newId()), 404, "NOT_FOUND");
  const elsewhere = await assay.tenant({ pack: null });
  const stranger = await joinTenant(assay, await elsewhere.as("ADMIN"));
  await expectError(await start(stranger.userId), 403, "CROSS_TENANT_ACCESS_DENIED");
});

test("a question of a known address is replied to before the queue is told of it", async () => {
  const reached = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const failpoints: Failpoints = {
    async reach(point, { kind }) {
      if (kind !== "request" || point !== "committed") return;
      reached.resolve();
      await letGo.promise;
    },
  };
  const mailed = await testService(MAILED, { failpoints });
  const { id: tenantId } = await mailed.tenant({ pack: null });
  const email = `${newId()}@example.test`;
  const { id: userId } = await mailed.service.identity.createUser({ email, password: OWN_PASSWORD, tenantId });
  await putMember(mailed.service.db, { tenantId, userId, email, role: "MEMBER" });
  expect(await proveAddress(mailed.service.db, { email, reason: "Asked by telephone" })).toBe(1);
  const asked = await mailed.client().sendJson("POST", "/api/resets/ask", { email });
  expect(asked.status).toBe(202);
  await reached.promise;
  letGo.resolve();
  await mailed.close();
});
