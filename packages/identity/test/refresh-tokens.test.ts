import { expect, test } from "vitest";
import { serveIdentity } from "./serve-identity.ts";

interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
}
const sessionOf = async (response: Response) => (await response.json()) as Session;

test("a refresh token is exchanged for another one each time", async () => {
  const { signedIn, refresh } = await serveIdentity();
  const seen = new Set([(await signedIn()).session.refresh_token]);
  for (let round = 1; round <= 5; round += 1) {
    const answer = await refresh([...seen].at(-1) ?? "");
    expect(answer.status).toBe(200);
    seen.add((await sessionOf(answer)).refresh_token);
    expect(seen.size).toBe(round + 1);
  }
});

test("tabs that refresh at once, or within 10 s, all stay signed in", async () => {
  const { signedIn, refresh, clock } = await serveIdentity();
  const { session } = await signedIn();
  const answers = await Promise.all([1, 2, 3].map(() => refresh(session.refresh_token)));
  clock.offsetMs += 9_000;
  answers.push(await refresh(session.refresh_token));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect((await refresh((await sessionOf(answer)).refresh_token)).status).toBe(200);
  }
});

test("using a refresh token again later ends its session, and no other", async () => {
  const { signedIn, refresh, clock, client } = await serveIdentity();
  const [stolen, other] = [await signedIn(), await signedIn()];
  const next = await sessionOf(await refresh(stolen.session.refresh_token));
  clock.offsetMs += 11_000;

  const reused = await refresh(stolen.session.refresh_token);
  expect(reused.status).toBe(400);
  expect(await reused.json()).toEqual({
    code: 400,
    error_code: "refresh_token_already_used",
    msg: "Invalid Refresh Token: Already Used",
  });
  expect((await refresh(next.refresh_token)).status).toBe(400);
  expect((await client().auth.getUser(next.access_token)).error).not.toBeNull();
  expect((await refresh(other.session.refresh_token)).status).toBe(200);
});

test("an unknown token and one that lay idle for 30 days are refused", async () => {
  const { signedIn, refresh, clock } = await serveIdentity();
  const { session } = await signedIn();
  const unknown = await refresh("A".repeat(43));
  expect(unknown.status).toBe(400);
  expect(await unknown.json()).toMatchObject({ error_code: "refresh_token_not_found" });
  clock.offsetMs += 30 * 86_400_000;
  expect((await refresh(session.refresh_token)).status).toBe(400);
});

test("a session that is used each day ends after 90 days, with its access token", async () => {
  const { signedIn, refresh, clock, client } = await serveIdentity();
  let { session } = await signedIn();
  const begun = session;
  for (let day = 1; day < 90; day += 1) {
    clock.offsetMs += 86_400_000;
    session = { ...begun, ...(await sessionOf(await refresh(session.refresh_token))) };
  }
  expect((await client().auth.getUser(session.access_token)).error).toBeNull();
  clock.offsetMs += 86_400_000;
  expect((await refresh(session.refresh_token)).status).toBe(400);
  expect((await client().auth.getUser(session.access_token)).error).not.toBeNull();
});
