import { describe, expect, test } from "vitest";
import { createPasswords } from "../src/passwords.ts";
import { CHEAP } from "./cheap-passwords.ts";
import { EMAIL, PASSWORD, serveIdentity, TENANT_ID } from "./serve-identity.ts";

const OTHER_TENANT = "01935a3c-77aa-7c41-8a35-0d6f6f1e2c12";
const OWN = "a password of my own";

async function invited() {
  const served = await serveIdentity();
  const { userId, invitation } = await served.identity.accounts.findOrInvite("new@example.com", TENANT_ID);
  const first = invitation!.password;
  const enter = async (password: string) => (await served.signIn(password, "new@example.com")).session!.access_token;
  const verify = async (token: string) => {
    const { session: _, ...verified } = await served.identity.identity.verify(token);
    return verified;
  };
  return { ...served, userId, first, enter, verify };
}

test("a first password is marked until its user changes it, in whichever of the two ways", async () => {
  const { identity, userId, first, enter, verify, signIn, changed } = await invited();
  const token = await enter(first);
  expect(await verify(token)).toEqual({ userId, tenantId: TENANT_ID, mustChangePassword: true });
  await identity.accounts.changePassword({ userId, token, current: first, next: OWN });
  expect(await verify(token)).toEqual({ userId, tenantId: TENANT_ID });

  await identity.accounts.resetPassword(userId).then(async ({ password }) => {
    const { supabase, session } = await signIn(password, "new@example.com");
    expect((await verify(session!.access_token)).mustChangePassword).toBe(true);
    expect((await supabase.auth.updateUser({ password, current_password: password })).error?.code).toBe(
      "same_password",
    );
    expect((await supabase.auth.updateUser({ password: OWN, current_password: password })).error).toBeNull();
    expect(await verify(session!.access_token)).toEqual({ userId, tenantId: TENANT_ID });
  });
  expect(changed).toEqual([userId]);
});

test("accounts that were not invited, and those made before there was a mark, have none", async () => {
  const { identity, signedIn } = await serveIdentity();
  const { session } = await signedIn();
  expect(await identity.identity.verify(session.access_token)).not.toHaveProperty("mustChangePassword");
});

test("with a change of the password the other sessions end at once, and this one continues", async () => {
  const { identity, userId, first, enter, verify, refresh, signIn } = await invited();
  const [here, there] = [await enter(first), await enter(first)];
  const { session } = await signIn(first, "new@example.com");
  await identity.accounts.changePassword({ userId, token: here, current: first, next: OWN });
  await expect(verify(there)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await refresh(session!.refresh_token)).status).toBe(400);
  expect((await verify(here)).userId).toBe(userId);
  expect((await signIn(first, "new@example.com")).session).toBeNull();
});

test("a password of any characters is compared as it is given, up to its last one", async () => {
  const { enter, signIn, identity, userId, first } = await invited();
  const odd = ` \t🐎 Äb ${"x".repeat(1000)}Z `;
  await identity.accounts.changePassword({ userId, token: await enter(first), current: first, next: odd });
  expect(await enter(odd)).toBeDefined();
  for (const other of [odd.trim(), odd.toLowerCase(), odd.slice(0, -1), odd.normalize("NFD")])
    expect((await signIn(other, "new@example.com")).error?.code).toBe("invalid_credentials");
});

test("a wrong present password changes nothing and waits like a sign-in; a bad new one is named", async () => {
  const { identity, user, signedIn, waits } = await serveIdentity();
  const { session } = await signedIn();
  const change = (current: string, next: string) =>
    identity.accounts.changePassword({ userId: user.id, token: session.access_token, current, next });
  for (let at = 0; at < 5; at++)
    await expect(change(`wrong ${at}`, OWN)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ field: "current", issue: "is not the current password" }] },
    });
  expect(waits).toEqual([1000, 2000]);
  for (const [next, issue] of [
    ["short", /8 to 1024/],
    [PASSWORD, /differ/],
  ] as const)
    await expect(change(PASSWORD, next)).rejects.toMatchObject({
      details: { issues: [{ field: "new", issue: expect.stringMatching(issue) }] },
    });
  const nobody = { token: session.access_token, current: PASSWORD, next: OWN };
  await expect(
    identity.accounts.changePassword({ userId: "01935a3c-77aa-7c41-8a35-0d6f6f1e2c99", ...nobody }),
  ).rejects.toMatchObject({ code: "INVALID_STATE" });
});

test("another first password ends every session and the old password, and is refused for a user without an account", async () => {
  const { identity, user, signedIn, signIn } = await serveIdentity();
  const { session } = await signedIn();
  await expect(identity.accounts.resetPassword(OTHER_TENANT)).rejects.toMatchObject({ code: "INVALID_STATE" });
  expect((await identity.identity.verify(session.access_token)).userId).toBe(user.id);
  const { password } = await identity.accounts.resetPassword(user.id);
  await expect(identity.identity.verify(session.access_token)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await signIn(PASSWORD, EMAIL)).session).toBeNull();
  expect((await signIn(password, EMAIL)).session).not.toBeNull();
});

test("a chosen password is recorded before it is set, ends every session and the old password, and needs none of before", async () => {
  const { identity, user, signIn, refresh } = await serveIdentity();
  const { session } = await signIn();
  const { accounts } = identity;
  expect([accounts.resetsByMail, await accounts.findByAddress(user.email)]).toEqual([false, user.id]);
  const choose = (password: string, record: () => Promise<void>) =>
    accounts.choosePassword({ userId: user.id, password }, record);
  await expect(choose(OWN, () => Promise.reject(new Error("not recorded")))).rejects.toThrow("not recorded");
  await expect(choose("short", async () => {})).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect((await refresh(session!.refresh_token)).status).toBe(200);
  await choose(OWN, async () => {});
  expect((await signIn(PASSWORD)).session).toBeNull();
  await expect(identity.identity.verify(session!.access_token)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await signIn(OWN)).session).not.toBeNull();
  const nobody = { userId: "01935a3c-77aa-7c41-8a35-0d6f6f1e2c13", password: OWN };
  await expect(accounts.choosePassword(nobody, async () => {})).rejects.toMatchObject({ code: "INVALID_STATE" });
});

test("a guess costs what the service says, and a hash of another cost still counts", async () => {
  const [dear, cheap] = [createPasswords(), createPasswords(CHEAP)];
  expect(await dear.hash(PASSWORD)).toMatch(/^scrypt\$15\$8\$3\$/);
  expect(await dear.matches(PASSWORD, await cheap.hash(PASSWORD))).toBe(true);
  expect(await dear.matches(OWN, await cheap.hash(PASSWORD))).toBe(false);
});

test("the issuer's own door asks for the present password too, and a guess there waits like one at the other", async () => {
  const { issuer, signedIn, signIn, waits, changed, clock } = await serveIdentity();
  const stale = (await signedIn()).session;
  clock.offsetMs += 301_000;
  const { session } = await signedIn();
  const put = async (body: object, { access_token: token } = session) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(`${issuer}/user`, { method: "PUT", headers, body: JSON.stringify(body) });
    const { error_code: code } = (await response.json()) as { error_code?: string };
    return [response.status, code];
  };
  expect(await put({ password: OWN, current_password: PASSWORD }, stale)).toEqual([403, "reauthentication_needed"]);
  expect(await put({ password: OWN })).toEqual([400, "current_password_required"]);
  expect(await put({ password: OWN, current_password: 7 })).toEqual([400, "validation_failed"]);
  for (let at = 0; at < 5; at++)
    expect(await put({ password: OWN, current_password: `wrong ${at}` })).toEqual([400, "current_password_invalid"]);
  expect(waits).toEqual([1000, 2000]);
  expect(changed).toEqual([]);
  expect((await signIn()).session).not.toBeNull();
  expect(await put({ password: OWN, current_password: PASSWORD })).toEqual([200, undefined]);
  expect((await signIn(OWN)).session).not.toBeNull();
});

test("a user sees the own sessions alone, and ends one of them or all others, whose access tokens stop at once", async () => {
  const { identity, user, signedIn, clock } = await serveIdentity();
  const { accounts } = identity;
  const here = (await signedIn()).session.access_token;
  clock.offsetMs += 1000;
  const there = (await signedIn()).session.access_token;
  clock.offsetMs += 1000;
  const elsewhere = (await signedIn()).session.access_token;
  const caller = { userId: user.id, token: here };
  const { sessions, isComplete } = await accounts.listSessions(caller);
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
  expect(isComplete).toBe(true);
  const stranger = { userId: "01935a3c-77aa-7c41-8a35-0d6f6f1e2c99", token: there };
  expect((await accounts.listSessions(stranger)).sessions).toEqual([]);
  expect(await accounts.endSession(stranger, sessions[0]!.id)).toBe(false);
  expect(await accounts.endSession(caller, "nothing")).toBe(false);
  expect(await accounts.endSession(caller, sessions[0]!.id)).toBe(true);
  await expect(identity.identity.verify(elsewhere)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await accounts.endOtherSessions(caller);
  await expect(identity.identity.verify(there)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await identity.identity.verify(here)).userId).toBe(user.id);
  const token = await identity.issueToken({ userId: user.id, tenantId: TENANT_ID, ttlSeconds: 60 });
  await expect(accounts.endOtherSessions({ userId: user.id, token })).rejects.toMatchObject({ code: "INVALID_STATE" });
});

describe("hashing", () => {
  test("takes so many at once, lets so many wait, and refuses more with the time to come again", async () => {
    const releases: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const deriveKey = async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => releases.push(resolve));
      running--;
      return Buffer.alloc(32);
    };
    const passwords = createPasswords(CHEAP, { queue: { atOnce: 2, waitingMax: 3 }, deriveKey });
    const hashes = Array.from({ length: 5 }, () => passwords.hash(PASSWORD));
    await expect(passwords.hash(PASSWORD)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 5 });
    await expect(passwords.matches(PASSWORD, undefined)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    for (let done = 0; done < 5; done++) {
      releases.shift()!();
      await hashes[done];
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(hashes)).length).toBe(5);
    expect(most).toBe(2);
    expect(releases).toEqual([]);
  });

  test("leaves the event loop to others", async () => {
    let turns = 0;
    let isDone = false;
    const hashed = createPasswords()
      .hash(PASSWORD)
      .finally(() => {
        isDone = true;
      });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    await hashed;
    expect(turns).toBeGreaterThan(1);
  });
});
