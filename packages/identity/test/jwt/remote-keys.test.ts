import { beforeAll, expect, test } from "vitest";
import { createJwtIdentity } from "../../src/jwt/index.ts";
import { claims, ISSUER, makeKey, NOW, SECONDS, sign, type TestKey, USER_ID } from "./tokens.ts";

const JWKS_URL = "https://project.example/auth/v1/.well-known/jwks.json";
const MINUTE = 60_000;

let one: TestKey;
let two: TestKey;
beforeAll(async () => {
  [one, two] = await Promise.all([makeKey("one"), makeKey("two")]);
});

/** An issuer whose key set endpoint can be changed and taken down, and a clock that is moved by hand. */
function setUp(keys: TestKey[] = [one]) {
  const issuer = { keys, answer: "keys" as "keys" | "refused" | "503" | "rubbish", requests: [] as string[], ms: 0 };
  const identity = createJwtIdentity({
    issuer: ISSUER,
    now: () => new Date(NOW.getTime() + issuer.ms),
    keys: {
      jwksUrl: JWKS_URL,
      fetch: async (url) => {
        issuer.requests.push(url as string);
        if (issuer.answer === "refused") throw new TypeError("fetch failed");
        if (issuer.answer === "503") return new Response("down", { status: 503 });
        if (issuer.answer === "rubbish") return new Response("<html>");
        return Response.json({ keys: issuer.keys.map(({ jwk }) => jwk) });
      },
    },
  });
  const token = (key = one) => sign(key, claims({ exp: SECONDS + 100_000 }));
  const failure = async (text: string) =>
    identity.verify(text).then(
      () => null,
      (error: unknown) => error,
    );
  return { issuer, identity, token, failure };
}

test("the key set is fetched once for many tokens, at once or in turn", async () => {
  const { issuer, identity, token } = setUp();
  const text = await token();
  await Promise.all(Array.from({ length: 50 }, () => identity.verify(text)));
  await identity.verify(text);
  expect(issuer.requests).toEqual([JWKS_URL]);
});

test("10,000 tokens with an unknown key cost one fetch per 30 s", async () => {
  const { issuer, identity, token, failure } = setUp();
  await identity.verify(await token());
  const stranger = await token(two);
  issuer.ms = 60_000;
  for (let round = 0; round < 10_000; round += 1) {
    expect(await failure(stranger)).toMatchObject({ code: "UNAUTHORIZED" });
    issuer.ms += 3;
  }
  expect(issuer.requests.length).toBe(2);
  issuer.ms += 1;
  await failure(stranger);
  expect(issuer.requests.length).toBe(3);
});

test("tokens with an unknown key are 503 while the issuer is down, and do not hammer it", async () => {
  const { issuer, identity, token, failure } = setUp();
  await identity.verify(await token());
  issuer.ms = 60_000;
  issuer.answer = "refused";
  const stranger = await token(two);
  for (let round = 0; round < 1000; round += 1)
    expect(await failure(stranger)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(issuer.requests.length).toBe(2);
  issuer.answer = "keys";
  issuer.ms += 30_000;
  expect(await failure(stranger)).toMatchObject({ code: "UNAUTHORIZED" });
});

test("a new key of the issuer is found at its first token", async () => {
  const { issuer, identity, token } = setUp();
  await identity.verify(await token());
  issuer.keys = [one, two];
  issuer.ms = 31_000;
  expect((await identity.verify(await token(two))).userId).toBe(USER_ID);
});

test("a key that the issuer withdrew is refused within 10 minutes", async () => {
  const { issuer, identity, token, failure } = setUp();
  const known = await token();
  await identity.verify(known);
  issuer.keys = [two];
  issuer.ms = 10 * MINUTE;
  for (const one of [known, await token()]) expect(await failure(one)).toMatchObject({ code: "UNAUTHORIZED" });
});

test.each(["refused", "503", "rubbish"] as const)(
  "while the endpoint is %s, known keys serve for 10 minutes, then it is 503 and not 401, until it is back",
  async (answer) => {
    const { issuer, identity, token, failure } = setUp();
    const text = await token();
    await identity.verify(text);
    issuer.answer = answer;
    for (issuer.ms = 0; issuer.ms < 10 * MINUTE; issuer.ms += 20_000) await identity.verify(text);
    expect(issuer.requests.length).toBeLessThanOrEqual(1 + 10);

    issuer.ms = 10 * MINUTE;
    const refusal = await failure(text);
    expect(refusal).toMatchObject({ name: "AssayError", code: "SERVICE_UNAVAILABLE" });
    expect(refusal).toHaveProperty("retryAfterSeconds", expect.any(Number));
    expect((refusal as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0);

    issuer.answer = "keys";
    issuer.ms += 30_000;
    expect((await identity.verify(text)).userId).toBe(USER_ID);
  },
);

test("without keys from the start a burst of tokens costs one fetch per 5 s", async () => {
  const { issuer, token, failure } = setUp();
  issuer.answer = "refused";
  const text = await token();
  for (let round = 0; round < 100; round += 1)
    expect(await failure(text)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(issuer.requests.length).toBe(1);
  issuer.answer = "keys";
  issuer.ms = 5000;
  expect(await failure(text)).toBeNull();
});

test("a malformed token is refused without asking for keys", async () => {
  const { issuer, failure } = setUp();
  expect(await failure("not a token")).toMatchObject({ code: "UNAUTHORIZED" });
  expect(issuer.requests).toEqual([]);
});

test("a check says whether there are keys, and asks an issuer that is down no more often than a token would", async () => {
  const { issuer, identity } = setUp();
  issuer.answer = "refused";
  for (let times = 0; times < 3; times++)
    await expect(identity.check()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(issuer.requests.length).toBe(1);
  issuer.answer = "keys";
  issuer.ms += 5000;
  await identity.check();
  issuer.answer = "503";
  issuer.ms += 6 * MINUTE;
  await identity.check();
  issuer.ms += 5 * MINUTE;
  await expect(identity.check()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
