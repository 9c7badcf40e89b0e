import { expect, test } from "vitest";
import { EMAIL, PASSWORD, serveIdentity } from "./serve-identity.ts";

async function expectGoTrueError(response: Response, status: number, errorCode?: string): Promise<void> {
  expect(response.status).toBe(status);
  const body: unknown = await response.json();
  expect(body).toEqual({ code: status, error_code: errorCode ?? expect.any(String), msg: expect.any(String) });
}

const PASSWORD_GRANT = "/token?grant_type=password";
const good = JSON.stringify({ email: EMAIL, password: PASSWORD });

test("bad bodies answer 400 and never 500", async () => {
  const { post } = await serveIdentity();
  const bodies: (string | Uint8Array<ArrayBuffer>)[] = [
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "1",
    "{}",
    good.slice(0, -1),
    JSON.stringify({ email: EMAIL }),
    JSON.stringify({ email: EMAIL, password: 7 }),
    JSON.stringify({ email: EMAIL, password: "" }),
    JSON.stringify({ email: [EMAIL], password: PASSWORD }),
    JSON.stringify({ email: null, password: PASSWORD }),
    JSON.stringify({ email: { $ne: "" }, password: { $ne: "" } }),
    JSON.stringify({ email: `${EMAIL}\0`, password: PASSWORD }),
    JSON.stringify({ email: EMAIL, password: "\0" }),
    '{"email":"\\ud800@example.com","password":"x"}',
    '{"__proto__":{"email":"a@b","password":"x"}}',
    new Uint8Array([0xff, 0xfe, 0x7b]),
    "[".repeat(60_000),
  ];
  for (const path of [PASSWORD_GRANT, "/token?grant_type=refresh_token"]) {
    for (const body of bodies) await expectGoTrueError(await post(path, body), 400);
  }
  for (const path of ["/token", "/token?grant_type=", "/token?grant_type=pkce", "/token?grant_type=%00"]) {
    await expectGoTrueError(await post(path, good), 400, "validation_failed");
  }
  expect((await post(PASSWORD_GRANT, good)).status).toBe(200);
});

test("a body over 64 KB answers 413 by its real bytes, and one of 64 KB is read", async () => {
  const { post } = await serveIdentity();
  const chunk = new Uint8Array(32_768).fill(32);
  const endless = (chunks: number) =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => (chunks-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
  await expectGoTrueError(await post(PASSWORD_GRANT, endless(400)), 413);
  await expectGoTrueError(await post(PASSWORD_GRANT, good.padEnd(65_537)), 413);
  expect((await post(PASSWORD_GRANT, good.padEnd(65_536))).status).toBe(200);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "application/xml", ""])(
  "the content type %j answers 415",
  async (type) => {
    const { post } = await serveIdentity();
    await expectGoTrueError(await post(PASSWORD_GRANT, good, { "content-type": type }), 415);
  },
);

test("other methods answer 405 with Allow, other paths 404", async () => {
  const { issuer } = await serveIdentity();
  for (const [path, method, allow] of [
    ["/token", "GET", "POST"],
    ["/token", "DELETE", "POST"],
    ["/user", "DELETE", "GET, PUT"],
    ["/logout", "GET", "POST"],
    ["/.well-known/jwks.json", "POST", "GET"],
  ] as const) {
    const response = await fetch(`${issuer}${path}`, { method });
    expect(response.headers.get("allow")).toBe(allow);
    await expectGoTrueError(response, 405);
  }
  await expectGoTrueError(await fetch(`${issuer}/signup`, { method: "POST" }), 404);
});

test("reading the user and signing out need a token of a known user", async () => {
  const { issuer, identity, signedIn, clock } = await serveIdentity();
  const stranger = await identity.issueToken({ userId: crypto.randomUUID(), tenantId: null, ttlSeconds: 60 });
  const { session } = await signedIn();
  const act = (authorization?: string) => [
    fetch(`${issuer}/user`, { headers: authorization === undefined ? {} : { authorization } }),
    fetch(`${issuer}/logout`, { method: "POST", headers: authorization === undefined ? {} : { authorization } }),
  ];
  for (const response of act()) await expectGoTrueError(await response, 401, "no_authorization");
  for (const response of act("Basic YTpi")) await expectGoTrueError(await response, 401, "no_authorization");
  for (const text of ["public-key", `${session.access_token}x`, session.refresh_token, "a".repeat(10_000)]) {
    for (const response of act(`Bearer ${text}`)) await expectGoTrueError(await response, 403, "bad_jwt");
  }
  for (const response of act(`Bearer ${stranger}`)) await expectGoTrueError(await response, 403, "user_not_found");
  await expectGoTrueError(
    await fetch(`${issuer}/logout?scope=everything`, {
      method: "POST",
      headers: { authorization: `Bearer ${session.access_token}` },
    }),
    400,
  );
  clock.offsetMs += 3_700_000;
  for (const response of act(`Bearer ${session.access_token}`)) await expectGoTrueError(await response, 403, "bad_jwt");
});

test("ten wrong passwords make the eleventh try wait, and the right one gets in without a clock having to pass", async () => {
  const { post, waits, elsewhere } = await serveIdentity();
  const attempt = (email: string, password: string) => post(PASSWORD_GRANT, JSON.stringify({ email, password }));
  expect((await attempt(EMAIL, PASSWORD)).status).toBe(200);
  elsewhere(true);
  for (let at = 0; at < 10; at++) expect((await attempt(EMAIL, `wrong ${at}`)).status).toBe(400);
  expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  elsewhere(false);
  expect((await attempt(EMAIL.toUpperCase(), PASSWORD)).status).toBe(200);
  expect(waits).toHaveLength(7);
  elsewhere(true);
  expect((await attempt(EMAIL, PASSWORD)).status).toBe(200);
  expect(waits).toHaveLength(8);
});

test("too many tries at once are refused in a way that supabase-js reads", async () => {
  const delay = Promise.withResolvers<void>();
  const { post } = await serveIdentity({ waited: delay.promise });
  const attempt = () => post(PASSWORD_GRANT, JSON.stringify({ email: EMAIL, password: "wrong" }));
  // From the fourth on, a try waits.
  for (let at = 0; at < 3; at++) expect((await attempt()).status).toBe(400);
  const tries = Array.from({ length: 6 }, attempt);
  const refused = await Promise.race(tries);
  expect(Number(refused.headers.get("retry-after"))).toBe(15);
  await expectGoTrueError(refused, 429, "over_request_rate_limit");
  delay.resolve();
  await Promise.all(tries);
});
