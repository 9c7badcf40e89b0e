import { offeredInvitationReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accept, inviteTo, joinTenant, OWN_PASSWORD, signInTo } from "../support/join-tenant.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const bare = () => assay.tenant({ pack: null });
const exchange = (secret: string) => assay.client().sendJson("POST", "/api/invitations/exchange", { secret });
const newAddress = () => `${newId()}@example.test`;

test("neither the reply to an invitation nor its exchange says whether the address has an account", async () => {
  const [ours, theirs] = [await bare(), await bare()];
  const known = await joinTenant(assay, await theirs.as("ADMIN"));
  const admin = await ours.as("ADMIN");
  const shapes = await Promise.all(
    [known.email, newAddress()].map(async (email) => {
      const reply = await admin.sendJson("POST", "/api/admin/members", { email, role: "VIEWER" });
      const issued = (await reply.json()) as { invitation: object; secret: string };
      const offered = await exchange(issued.secret);
      const { invitation } = offeredInvitationReply.parse(await offered.json());
      return [reply.status, Object.keys(issued), Object.keys(issued.invitation), offered.status, invitation.role];
    }),
  );
  expect(shapes[0]).toEqual(shapes[1]);
});

test("a password makes an account only where there is none, and changes none that exists", async () => {
  const [ours, theirs] = [await bare(), await bare()];
  const known = await joinTenant(assay, await theirs.as("ADMIN"));
  const secret = await inviteTo(await ours.as("ADMIN"), { email: known.email, role: "ADMIN" });
  const refused = await accept(assay.client(), { secret, password: "a password of an ADMIN" });
  await expectError(refused, 409, "INVALID_STATE");
  expect(await signInTo(assay.client(), known.email)).toBeDefined();
  const stranger = await joinTenant(assay, await ours.as("ADMIN"));
  await expectError(await accept(stranger.client, { secret }), 403, "FORBIDDEN");
  expect((await accept(known.client, { secret })).status).toBe(200);
  const ended = await expectError(await exchange(secret), 401, "UNAUTHORIZED");
  expect(ended.details).toEqual({ reason: "INVITATION_ENDED" });
});

test("of two who accept at once one joins", async () => {
  const email = newAddress();
  const secret = await inviteTo(await (await bare()).as("ADMIN"), { email, role: "MEMBER" });
  const words = [OWN_PASSWORD, "another password of somebody"];
  const replies = await Promise.all(words.map((password) => accept(assay.client(), { secret, password })));
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const signedIn = await Promise.all(words.map((password) => signInTo(assay.client(), email, password)));
  expect(signedIn.map(Boolean)).toEqual(replies.map(({ status }) => status === 200));
});

test("bad input is said at its field, and a key or a wrong token accepts nothing", async () => {
  const admin = await (await bare()).as("ADMIN");
  const secret = await inviteTo(admin, { email: newAddress(), role: "MEMBER" });
  const { key } = await makeKey(admin, "ADMIN");
  for (const body of [{}, { secret: "" }, { secret: 7 }, { secret }, { secret, password: "short" }])
    await expectError(await accept(assay.client(), body as { secret: string }), 400, "VALIDATION_ERROR");
  await expectError(await accept(admin, { secret, password: OWN_PASSWORD }), 400, "VALIDATION_ERROR");
  for (const token of [key, "nonsense"])
    await expectError(await accept(assay.client(token), { secret }), 401, "UNAUTHORIZED");
  await expectError(
    await accept(assay.client(), { secret: "x".repeat(43), password: OWN_PASSWORD }),
    401,
    "UNAUTHORIZED",
  );
});

test("an API key invites, renews and withdraws nobody", async () => {
  const admin = await (await bare()).as("ADMIN");
  const { key } = await makeKey(admin, "ADMIN");
  const machine = assay.client(key);
  const body = { email: newAddress(), role: "VIEWER" };
  await expectError(await machine.sendJson("POST", "/api/admin/members", body), 403, "FORBIDDEN");
});
