import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { createJwtIdentity } from "../src/jwt/index.ts";
import { PASSWORD_COST } from "../src/passwords.ts";
import { EMAIL, PASSWORD, serveIdentity, TENANT_ID } from "./serve-identity.ts";

test("signing in gives a session whose access token the verifier accepts", async () => {
  const { identity, issuer, now, user, signedIn } = await serveIdentity();
  const { session } = await signedIn();
  const verifier = createJwtIdentity({ issuer, keys: identity.keys, now });

  expect(await verifier.verify(session.access_token)).toMatchObject({ userId: user.id, tenantId: TENANT_ID });
  expect(session).toMatchObject({ token_type: "bearer", expires_in: 3600, user: { id: user.id, email: EMAIL } });
  expect(decodeProtectedHeader(session.access_token)).toEqual({ alg: "ES256", kid: expect.any(String), typ: "JWT" });
  const claims = decodeJwt(session.access_token);
  expect(claims).toEqual({
    iss: issuer,
    sub: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: EMAIL,
    iat: expect.any(Number),
    exp: (claims.iat ?? 0) + 3600,
    session_id: expect.any(String),
    auth_time: expect.any(Number),
    aal: "aal1",
    amr: [{ method: "password", timestamp: claims.auth_time }],
    app_metadata: { provider: "email", providers: ["email"], tenant_id: TENANT_ID },
    user_metadata: {},
  });
});

test("the verifier also accepts it through the published key set", async () => {
  const { issuer, now, user, signedIn } = await serveIdentity();
  const { session } = await signedIn();
  const verifier = createJwtIdentity({ issuer, keys: { jwksUrl: `${issuer}/.well-known/jwks.json` }, now });
  expect((await verifier.verify(session.access_token)).userId).toBe(user.id);
});

test("getUser and getClaims read the signed-in user", async () => {
  const { user, signedIn } = await serveIdentity();
  const { supabase, session } = await signedIn();
  const read = await supabase.auth.getUser(session.access_token);
  expect(read.error).toBeNull();
  expect(read.data.user).toMatchObject({ id: user.id, email: EMAIL, app_metadata: { tenant_id: TENANT_ID } });
  const { data, error } = await supabase.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.claims).toMatchObject({ sub: user.id, app_metadata: { tenant_id: TENANT_ID } });
});

test("onAuthStateChange tells of signing in, refreshing and signing out", async () => {
  const { client } = await serveIdentity();
  const supabase = client();
  const events: string[] = [];
  supabase.auth.onAuthStateChange((event) => void events.push(event));
  await supabase.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
  const refreshed = await supabase.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  expect((await supabase.auth.signOut()).error).toBeNull();
  expect(events.filter((event) => event !== "INITIAL_SESSION")).toEqual(["SIGNED_IN", "TOKEN_REFRESHED", "SIGNED_OUT"]);
});

test("a refreshed token selects the tenant that the user was moved to", async () => {
  const { identity, user, signedIn } = await serveIdentity();
  const { supabase } = await signedIn();
  const other = "01935a3c-77aa-7c41-8a35-0d6f6f1e2c22";
  await identity.setUserTenant(user.id, other);
  const { data } = await supabase.auth.refreshSession();
  expect(decodeJwt(data.session?.access_token ?? "").app_metadata).toMatchObject({ tenant_id: other });
  await identity.setUserTenant(user.id, null);
  const { data: later } = await supabase.auth.refreshSession();
  expect(decodeJwt(later.session?.access_token ?? "").app_metadata).not.toHaveProperty("tenant_id");
});

test("a wrong password and an unknown e-mail are refused alike", async () => {
  const { signIn } = await serveIdentity();
  for (const { session, error } of [await signIn("wrong password"), await signIn(PASSWORD, "eve@example.com")]) {
    expect(session).toBeNull();
    expect(error).toMatchObject({ status: 400, code: "invalid_credentials", message: "Invalid login credentials" });
  }
});

test("an unknown e-mail takes as much work as a wrong password", async () => {
  const { identity, signIn } = await serveIdentity({ passwordCost: PASSWORD_COST });
  await identity.createUser({ email: "bob@example.com", password: PASSWORD, tenantId: null });
  const spent = async (email: string) => {
    const before = process.cpuUsage();
    await signIn("wrong password", email);
    return process.cpuUsage(before).user;
  };
  await spent(EMAIL);
  const known = await spent("bob@example.com");
  expect(await spent("eve@example.com")).toBeGreaterThan(known / 3);
});

test("the e-mail counts without its case and outer spaces", async () => {
  const { signIn } = await serveIdentity();
  expect((await signIn(PASSWORD, " Ada@Example.COM ")).error).toBeNull();
});

test("signing out ends this session, the others or all, and their refresh tokens", async () => {
  const { signedIn, refresh } = await serveIdentity();
  const [a, b, c] = [await signedIn(), await signedIn(), await signedIn()];
  const alive = async () =>
    Promise.all(
      [a, b, c].map(async ({ supabase, session }) => {
        const { error } = await supabase.auth.getUser(session.access_token);
        return error === null;
      }),
    );

  await a.supabase.auth.signOut({ scope: "local" });
  expect(await alive()).toEqual([false, true, true]);
  expect((await refresh(a.session.refresh_token)).status).toBe(400);

  await b.supabase.auth.signOut({ scope: "others" });
  expect(await alive()).toEqual([false, true, false]);

  const d = await signedIn();
  await b.supabase.auth.signOut();
  expect((await d.supabase.auth.getUser(d.session.access_token)).error).not.toBeNull();
  expect(await alive()).toEqual([false, false, false]);
  expect((await refresh(d.session.refresh_token)).status).toBe(400);
});

test("a token without a session is accepted until it expires", async () => {
  const { identity, issuer, now, user, client } = await serveIdentity();
  const verifier = createJwtIdentity({ issuer, keys: identity.keys, now });
  const token = await identity.issueToken({ userId: user.id, tenantId: TENANT_ID, ttlSeconds: 60 });
  expect(await verifier.verify(token)).toMatchObject({ userId: user.id, tenantId: TENANT_ID });
  expect((await client().auth.getUser(token)).data.user?.id).toBe(user.id);
  const expired = await identity.issueToken({ userId: user.id, tenantId: TENANT_ID, ttlSeconds: -60 });
  await expect(verifier.verify(expired)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});
