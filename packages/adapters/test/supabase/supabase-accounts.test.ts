import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { createSupabaseAccounts, createSupabaseIdentity } from "../../src/supabase/index.ts";
import { failureOf } from "../stores/acts-of-stores.ts";

const TENANT_ID = "01935a3c-77aa-7c41-8a35-0d6f6f1e2c11";
const OTHER_TENANT_ID = "01935a3c-77aa-7c41-8a35-0d6f6f1e2c12";
const EMAIL = "ada@example.com";

async function setUp(options: Parameters<typeof startSupabaseDouble>[0] = {}) {
  const supabase = await startSupabaseDouble(options);
  onTestFinished(() => supabase.close());
  const accounts = createSupabaseAccounts({ url: supabase.url, secretKey: supabase.secretKey });
  const client = createClient(supabase.url, supabase.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const signIn = async (password: string, email = EMAIL) =>
    (await client.auth.signInWithPassword({ email, password })).data.session;
  const writes = () => supabase.requests.filter((request) => /^(POST|PUT) .*\/admin\//.test(request)).length;
  return { supabase, accounts, signIn, writes };
}

test("an invited user signs in with the invitation's password, and the token names the user and the tenant", async () => {
  const { supabase, accounts, signIn } = await setUp();
  const { userId, invitation } = await accounts.findOrInvite("  Ada@Example.com ", TENANT_ID);
  const session = await signIn(invitation!.password);
  expect(session?.user).toMatchObject({ id: userId, app_metadata: { tenant_id: TENANT_ID, provider: "email" } });
  const identity = createSupabaseIdentity({ url: supabase.url });
  expect(await identity.verify(session!.access_token)).toMatchObject({ userId, tenantId: TENANT_ID });
});

test("until the first sign-in the own tenant may renew an invitation, and the old password ends", async () => {
  const { accounts, signIn, writes } = await setUp();
  const first = await accounts.findOrInvite(EMAIL, TENANT_ID);
  expect(await accounts.findOrInvite(EMAIL, OTHER_TENANT_ID)).toEqual({ userId: first.userId, tenantId: TENANT_ID });
  expect(writes()).toBe(1);
  const second = await accounts.findOrInvite(EMAIL, TENANT_ID);
  expect(second.userId).toBe(first.userId);
  expect(await signIn(first.invitation!.password)).toBeNull();
  expect(await signIn(second.invitation!.password)).not.toBeNull();
  expect(await accounts.findOrInvite(EMAIL, TENANT_ID)).toEqual({ userId: first.userId, tenantId: TENANT_ID });
});

test.each([TENANT_ID, OTHER_TENANT_ID])("a user of %s who has signed in is found and left alone", async (tenantId) => {
  const { supabase, accounts, writes } = await setUp();
  const user = supabase.auth.addUser({ email: EMAIL, signedIn: true, appMetadata: { tenant_id: tenantId } });
  expect(await accounts.findOrInvite(EMAIL, TENANT_ID)).toEqual({ userId: user.id, tenantId });
  expect(writes()).toBe(0);
});

test("a user without a tenant gets this one and keeps the password and all other claims", async () => {
  const { supabase, accounts, signIn } = await setUp();
  const own = "a Pass-phrase 1";
  const user = supabase.auth.addUser({ email: EMAIL, password: own, signedIn: true, appMetadata: { plan: "trial" } });
  expect(await accounts.findOrInvite(EMAIL, TENANT_ID)).toEqual({ userId: user.id, tenantId: TENANT_ID });
  expect((await signIn(own))?.user.app_metadata).toMatchObject({ tenant_id: TENANT_ID, plan: "trial" });
});

test("anyone who signed up with somebody else's e-mail does not keep a way in", async () => {
  const { supabase, accounts, signIn } = await setUp();
  const user = supabase.auth.addUser({ email: EMAIL, password: "the Stranger's 1" });
  const { userId, invitation } = await accounts.findOrInvite(EMAIL, TENANT_ID);
  expect(userId).toBe(user.id);
  expect(await signIn("the Stranger's 1")).toBeNull();
  expect((await signIn(invitation!.password))?.user.app_metadata).toMatchObject({ tenant_id: TENANT_ID });
});

test.each([true, false])(
  "the user is found among many whose e-mail is like it (filter known: %s)",
  async (filtersUsers) => {
    const { supabase, accounts } = await setUp({ filtersUsers });
    const user = supabase.auth.addUser({ email: EMAIL, signedIn: true, appMetadata: { tenant_id: TENANT_ID } });
    for (let count = 0; count < 450; count++) supabase.auth.addUser({ email: `${count}.${EMAIL}` });
    expect(await accounts.findOrInvite(EMAIL, TENANT_ID)).toEqual({ userId: user.id, tenantId: TENANT_ID });
    expect(supabase.requests.length).toBe(3);
  },
);

test("two invitations at once make one user", async () => {
  const { supabase, accounts } = await setUp();
  const both = await Promise.all([accounts.findOrInvite(EMAIL, TENANT_ID), accounts.findOrInvite(EMAIL, TENANT_ID)]);
  expect(both[0].userId).toBe(both[1].userId);
  expect(supabase.auth.users.length).toBe(1);
});

test("an e-mail that Supabase refuses is a validation error of its field", async () => {
  const { accounts } = await setUp();
  expect(await failureOf(accounts.findOrInvite("nobody", TENANT_ID))).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { issues: [{ field: "email" }] },
  });
});

test("what may pass is SERVICE_UNAVAILABLE, at each step, and no secret is said", async () => {
  const { supabase, accounts } = await setUp();
  const steps = [/^GET .*\/admin\/users$/, /^POST .*\/admin\/users$/];
  const faults = [{ kind: "status", status: 503 }, { kind: "status", status: 429 }, { kind: "reset" }] as const;
  for (const step of steps) {
    for (const fault of [...faults, { kind: "html", status: 502 } as const, { kind: "status", status: 401 } as const]) {
      supabase.fail(({ method, path }) => step.test(`${method} ${path}`), fault);
      const failure = await failureOf(accounts.findOrInvite(EMAIL, TENANT_ID));
      expect(failure).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      expect(String(failure)).not.toContain(supabase.secretKey);
    }
  }
  expect(supabase.auth.users).toEqual([]);
});

test("a first password is marked in app_metadata until it is changed, and then all sessions of the user are ended", async () => {
  const { supabase, accounts, signIn } = await setUp();
  const { userId, invitation } = await accounts.findOrInvite(EMAIL, TENANT_ID);
  const current = invitation!.password;
  const identity = createSupabaseIdentity({ url: supabase.url });
  const token = (await signIn(current))!.access_token;
  expect(await identity.verify(token)).toMatchObject({ userId, tenantId: TENANT_ID, mustChangePassword: true });

  const next = "a Pass-phrase 1";
  await accounts.changePassword({ userId, token, current, next });
  expect(supabase.requests.at(-1)).toBe("POST /auth/v1/logout");
  expect(await signIn(current)).toBeNull();
  const session = await signIn(next);
  expect(session?.user.app_metadata).toEqual({ provider: "email", providers: ["email"], tenant_id: TENANT_ID });
  const { session: _, ...verified } = await identity.verify(session!.access_token);
  expect(verified).toEqual({ userId, tenantId: TENANT_ID });
});

test("a wrong present password, a weak new one and an unknown user are told, and nothing is changed", async () => {
  const { supabase, accounts, writes } = await setUp();
  const password = "a Pass-phrase 1";
  const user = supabase.auth.addUser({ email: EMAIL, password, signedIn: true });
  const change = (userId: string, current: string, next: string) =>
    accounts.changePassword({ userId, token: "unused", current, next });
  await expect(change(user.id, "wrong", "a Pass-phrase 2")).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { issues: [{ field: "current" }] },
  });
  expect(writes()).toBe(0);
  await expect(change(user.id, password, "too weak")).rejects.toMatchObject({
    details: { issues: [{ field: "new", issue: expect.stringContaining("make it longer") }] },
  });
  await expect(change(TENANT_ID, password, "a Pass-phrase 2")).rejects.toMatchObject({ code: "INVALID_STATE" });
  await expect(accounts.resetPassword(user.id)).rejects.toThrow("the sign-in page sends a mail");
  expect(user.password).toBe(password);
});

test("of its sessions a token tells its own alone, which a sign-out ends, and another only with all others", async () => {
  const { supabase, accounts, signIn } = await setUp();
  const password = "a Pass-phrase 1";
  const { id: userId } = supabase.auth.addUser({ email: EMAIL, password, signedIn: true });
  const { access_token: token } = (await signIn(password))!;
  const caller = { userId, token };
  const { sessions, isComplete } = await accounts.listSessions(caller);
  expect(sessions).toEqual([
    { id: expect.any(String), startedAt: expect.any(String), lastUsedAt: expect.any(String), isCurrent: true },
  ]);
  expect(isComplete).toBe(false);
  await expect(accounts.endSession(caller, "another")).rejects.toMatchObject({ code: "INVALID_STATE" });
  await accounts.endOtherSessions(caller);
  expect(supabase.requests.at(-1)).toBe("POST /auth/v1/logout");
  expect(await accounts.endSession(caller, sessions[0]!.id)).toBe(true);
  expect(supabase.requests.at(-1)).toBe("POST /auth/v1/logout");
});

test("a user is described, and erased once and for all; one who is gone is neither", async () => {
  const { supabase, accounts, signIn } = await setUp();
  const own = "a Pass-phrase 1";
  const { id } = supabase.auth.addUser({ email: EMAIL, password: own, signedIn: true });
  expect(await accounts.describe(id)).toMatchObject({ email: EMAIL, factors: [], sessions: null });
  await accounts.erase(id);
  await accounts.erase(id);
  expect(await accounts.describe(id)).toBeUndefined();
  expect(await accounts.findByAddress(EMAIL)).toBeUndefined();
  expect(await signIn(own)).toBeNull();
});
