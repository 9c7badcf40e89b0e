import { expect, test } from "vitest";
import { EMAIL, PASSWORD, serveIdentity, TENANT_ID } from "./serve-identity.ts";

const OTHER_TENANT = "01935a3c-77aa-7c41-8a35-0d6f6f1e2c12";

test("an invited user signs in with the password of the invitation, and the token selects the tenant", async () => {
  const { identity, signIn } = await serveIdentity();
  const { userId, invitation } = await identity.accounts.findOrInvite("New@Example.com", TENANT_ID);
  const { session } = await signIn(invitation!.password, "new@example.com");
  expect(session?.user).toMatchObject({ id: userId, app_metadata: { tenant_id: TENANT_ID } });
});

test("until the first sign-in the own tenant may renew an invitation, and the old password ends", async () => {
  const { identity, signIn } = await serveIdentity();
  const first = await identity.accounts.findOrInvite("new@example.com", TENANT_ID);
  expect(await identity.accounts.findOrInvite("new@example.com", OTHER_TENANT)).toEqual({
    userId: first.userId,
    tenantId: TENANT_ID,
  });
  const second = await identity.accounts.findOrInvite("new@example.com", TENANT_ID);
  expect(second.userId).toBe(first.userId);
  expect((await signIn(first.invitation!.password, "new@example.com")).session).toBeNull();
  expect((await signIn(second.invitation!.password, "new@example.com")).session).not.toBeNull();
  expect(await identity.accounts.findOrInvite("new@example.com", TENANT_ID)).toEqual({
    userId: first.userId,
    tenantId: TENANT_ID,
  });
});

test("a user who has signed in, or belongs to another tenant, is found and left as it is", async () => {
  const { identity, user, signIn } = await serveIdentity();
  for (const tenantId of [TENANT_ID, OTHER_TENANT])
    expect(await identity.accounts.findOrInvite(EMAIL, tenantId)).toEqual({ userId: user.id, tenantId: TENANT_ID });
  expect((await signIn()).session?.user.app_metadata).toMatchObject({ tenant_id: TENANT_ID });
});

test("a signed-in user changes the password, which ends the old one and the other sessions", async () => {
  const { identity, issuer, user, signedIn, signIn, refresh } = await serveIdentity();
  const [here, elsewhere] = [await signedIn(), await signedIn()];
  const { error } = await here.supabase.auth.updateUser({
    password: "another battery",
    current_password: PASSWORD,
  });
  expect(error).toBeNull();
  expect((await signIn()).session).toBeNull();
  expect((await signIn("another battery")).session).not.toBeNull();
  expect((await refresh(elsewhere.session.refresh_token)).status).toBe(400);
  expect((await refresh(here.session.refresh_token)).status).toBe(200);

  const put = (token: string, password: string, present?: string) =>
    fetch(`${issuer}/user`, {
      method: "PUT",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ password, current_password: present }),
    });
  expect((await put(here.session.access_token, "short", "another battery")).status).toBe(422);
  const withoutSession = await identity.issueToken({ userId: user.id, tenantId: TENANT_ID, ttlSeconds: 60 });
  expect((await put(withoutSession, "a third battery", "another battery")).status).toBe(403);
  expect((await signIn("another battery")).session).not.toBeNull();
});
