import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createSupabaseIdentity } from "../../src/supabase/index.ts";
import { failureOf } from "../stores/acts-of-stores.ts";

const USER = { id: "1f0c7a51-9f8c-4f06-9a4e-0f5b2f1a6f01", tenantId: "01935a3c-77aa-7c41-8a35-0d6f6f1e2c11" };
const VERIFIED = { userId: USER.id, tenantId: USER.tenantId };
const SECRET = "the legacy secret of a project, forty characters";
const isKeySet = ({ path }: { path: string }) => path.endsWith("/jwks.json");

/** A project whose Auth really answers, and a clock that is moved by hand. */
async function setUp({ jwtSecret, answerMaxMs = 5000 }: { jwtSecret?: string; answerMaxMs?: number } = {}) {
  const supabase = await startSupabaseDouble();
  onTestFinished(() => supabase.close());
  let ms = Date.now();
  const identity = createSupabaseIdentity({
    url: `${supabase.url}/`,
    now: () => new Date(ms),
    fetch: (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.any([init!.signal!, AbortSignal.timeout(answerMaxMs)]) }),
    ...(jwtSecret && { jwtSecret }),
  });
  return {
    supabase,
    identity,
    pass(seconds: number) {
      ms += seconds * 1000;
    },
    token: () => supabase.auth.issueToken({ ...USER, ttlSeconds: 86_400 }),
    fetches: () => supabase.requests.filter((request) => request.endsWith("/jwks.json")).length,
  };
}

const sharedSecretToken = (url: string, secret = SECRET, alg = "HS256") =>
  new SignJWT({ role: "authenticated", app_metadata: { tenant_id: USER.tenantId } })
    .setProtectedHeader({ alg, typ: "JWT" })
    .setIssuer(`${url}/auth/v1`)
    .setAudience("authenticated")
    .setSubject(USER.id)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret.padEnd(64, " ").slice(0, alg === "HS256" ? secret.length : 64)));

test("a project's token is verified by the keys that it publishes, which are fetched once", async () => {
  const { identity, token, fetches } = await setUp();
  await identity.check();
  for (let times = 0; times < 3; times++) expect(await identity.verify(await token())).toMatchObject(VERIFIED);
  expect(fetches()).toBe(1);
});

test("a key is rolled without refusing anybody, and the withdrawn one ends within 10 minutes", async () => {
  const { supabase, identity, token, pass } = await setUp();
  const old = await token();
  await identity.verify(old);
  await supabase.auth.rotateKey();
  pass(31);
  expect(await identity.verify(await token())).toMatchObject(VERIFIED);
  expect(await identity.verify(old)).toMatchObject(VERIFIED);
  supabase.auth.withdrawKeys();
  pass(600);
  expect(await failureOf(identity.verify(old))).toMatchObject({ code: "UNAUTHORIZED" });
  expect(await identity.verify(await token())).toMatchObject(VERIFIED);
});

test("a flood of tokens with keys that nobody knows costs one fetch in 30 s", async () => {
  const [here, elsewhere] = [await setUp(), await setUp()];
  await here.identity.verify(await here.token());
  const stranger = await elsewhere.token();
  here.pass(60);
  const flood = Array.from({ length: 200 }, () => failureOf(here.identity.verify(stranger)));
  for (const failure of await Promise.all(flood)) expect(failure).toMatchObject({ code: "UNAUTHORIZED" });
  expect(here.fetches()).toBe(2);
});

test.each(["reset", "silence", "status", "html"] as const)(
  "while the key set answers with %s, known keys serve for 10 minutes, then it is 503 and not 401, until it is back",
  async (kind) => {
    const { supabase, identity, token, pass } = await setUp({ answerMaxMs: kind === "silence" ? 1000 : 5000 });
    const text = await token();
    await identity.verify(text);
    const fault = kind === "status" || kind === "html" ? { kind, status: 503 } : { kind };
    supabase.fail(isKeySet, fault, 3);
    pass(301);
    expect(await identity.verify(text)).toMatchObject(VERIFIED);
    pass(298);
    expect(await identity.verify(text)).toMatchObject(VERIFIED);
    pass(2);
    expect(await failureOf(identity.verify(text))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    pass(31);
    expect(await failureOf(identity.check())).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    pass(31);
    expect(await identity.verify(text)).toMatchObject(VERIFIED);
  },
);

test("a redirect is not followed: anyone who it leads to would be trusted", async () => {
  const [here, attacker] = [await setUp(), await setUp()];
  const headers = { location: `${attacker.supabase.url}/auth/v1/.well-known/jwks.json` };
  here.supabase.fail(isKeySet, { kind: "status", status: 302, headers });
  expect(await failureOf(here.identity.verify(await here.token()))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(attacker.fetches()).toBe(0);
});

test("HS256 is refused without a secret, and with one goes next to the published keys", async () => {
  const [plain, legacy] = [await setUp(), await setUp({ jwtSecret: SECRET })];
  const refused = plain.identity.verify(await sharedSecretToken(plain.supabase.url));
  expect(await failureOf(refused)).toMatchObject({ code: "UNAUTHORIZED" });
  expect(await legacy.identity.verify(await sharedSecretToken(legacy.supabase.url))).toMatchObject(VERIFIED);
  expect(legacy.fetches()).toBe(0);
  expect(await legacy.identity.verify(await legacy.token())).toMatchObject(VERIFIED);
});

test("with a secret, another secret, another issuer and another HMAC are refused", async () => {
  const { identity, supabase } = await setUp({ jwtSecret: SECRET });
  for (const token of [
    await sharedSecretToken(supabase.url, "another secret of a project, forty characters"),
    await sharedSecretToken("https://other.example"),
    await sharedSecretToken(supabase.url, SECRET, "HS512"),
    "x",
    "a".repeat(1_000_000),
  ])
    expect(await failureOf(identity.verify(token))).toMatchObject({ code: "UNAUTHORIZED" });
});
