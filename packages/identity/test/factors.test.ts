import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecretBox } from "@assay/embedded/secret-box";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { codeOfStep, findStep, toBase32 } from "../src/factors/totp.ts";
import { EMAIL, serveIdentity } from "./serve-identity.ts";

const STEP_MS = 30_000;

async function serveFactors(options: Parameters<typeof serveIdentity>[0] = {}) {
  const secretBox = await createSecretBox([randomBytes(32)]);
  const served = await serveIdentity({ secretBox, clock: { offsetMs: 0, stoppedAt: Date.now() }, ...options });
  const { signedIn, now } = served;
  const codeOf = (secret: string, steps = 0) =>
    codeOfStep(fromBase32(secret), Math.floor(now().getTime() / STEP_MS) + steps);

  /** Somebody who has an authenticator app, and the session that enrolled it. */
  const withApp = async () => {
    const { supabase, session } = await signedIn();
    const { data, error } = await supabase.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    if (!data) throw error;
    const { id: factorId, totp } = data;
    const proved = await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret, -1) });
    if (proved.error) throw proved.error;
    return { supabase, factorId, secret: totp.secret, session, token: proved.data.access_token };
  };
  return { ...served, codeOf, withApp };
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Uint8Array.from(bits.join("").match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

test("codes are those of RFC 6238", () => {
  const secret = Buffer.from("12345678901234567890");
  const codes = [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((at) => codeOfStep(secret, Math.floor(at / 30)));
  expect(codes).toEqual(["287082", "081804", "005924", "353130"]);
  expect(toBase32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
});

test("a code serves one step before and after its own, and none that was used or is older", () => {
  const secret = Buffer.from("12345678901234567890");
  const now = new Date(100 * STEP_MS);
  const found = (step: number, lastStep = 0) => findStep(secret, codeOfStep(secret, step), { now, lastStep });
  expect([98, 99, 100, 101, 102].map((step) => found(step))).toEqual([undefined, 99, 100, 101, undefined]);
  expect([99, 100, 101].map((step) => found(step, 100))).toEqual([undefined, undefined, 101]);
  expect(findStep(secret, "28708²", { now, lastStep: 0 })).toBeUndefined();
});

test("supabase-js enrols an authenticator app, and its code raises the session to aal2", async () => {
  const { withApp, identity, changes, user } = await serveFactors();
  const { supabase, factorId, session, token } = await withApp();
  const { amr, aal, session_id } = decodeJwt(token);
  expect({ amr, aal, session_id }).toEqual({
    amr: [
      { method: "password", timestamp: expect.any(Number) },
      { method: "totp", timestamp: expect.any(Number) },
    ],
    aal: "aal2",
    session_id: decodeJwt(session.access_token).session_id,
  });
  const { data } = await supabase.auth.mfa.listFactors();
  expect(data?.totp).toEqual([expect.objectContaining({ id: factorId, friendly_name: "Phone", status: "verified" })]);
  const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  expect((await identity.identity.verify(token)).session).toMatchObject({
    factor: "TOTP",
    strongest: "TOTP",
    proofs: [{ factor: "PASSWORD" }, { factor: "TOTP", enrolledAt: expect.any(Date) }],
  });
  expect(changes).toEqual([[user.id, { change: "ENROLLED", kind: "TOTP" }]]);
});

test("what is enrolled shows a picture of the key that authenticator apps read", async () => {
  const { signedIn } = await serveFactors();
  const { supabase } = await signedIn();
  const { data } = await supabase.auth.mfa.enroll({ factorType: "totp", issuer: "Assay of Ada" });
  expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
  expect(data!.totp.uri).toBe(
    `otpauth://totp/Assay%20of%20Ada:${encodeURIComponent(EMAIL)}?secret=${data!.totp.secret}&issuer=Assay%20of%20Ada&digits=6&period=30&algorithm=SHA1`,
  );
});

test("a later sign-in has the password alone until a code is given, and each code serves once", async () => {
  const { withApp, signedIn, identity, codeOf } = await serveFactors();
  const { factorId, secret } = await withApp();
  const { supabase, session } = await signedIn();
  expect((await identity.identity.verify(session.access_token)).session).toMatchObject({
    factor: "PASSWORD",
    strongest: "TOTP",
  });
  const give = (code: string) => supabase.auth.mfa.challengeAndVerify({ factorId, code });
  expect((await give(codeOf(secret, -1))).error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  expect((await give(codeOf(secret))).error).toBeNull();
  expect((await give(codeOf(secret))).error).toMatchObject({ code: "mfa_verification_failed" });
});

test("of two tries of one code at the same time one alone proves", async () => {
  const { withApp, signedIn, codeOf } = await serveFactors();
  const { factorId, secret } = await withApp();
  const code = codeOf(secret);
  const each = async () => (await signedIn()).supabase.auth.mfa.challengeAndVerify({ factorId, code });
  const results = await Promise.all([each(), each()]);
  expect(results.filter(({ error }) => error === null)).toHaveLength(1);
});

test("ten wrong codes make a factor rest for an hour, in which the right one is refused too", async () => {
  const { withApp, signedIn, codeOf, clock } = await serveFactors();
  const { factorId, secret } = await withApp();
  const { supabase } = await signedIn();
  const give = (code: string) => supabase.auth.mfa.challengeAndVerify({ factorId, code });
  const wrong = codeOf(secret) === "000000" ? "111111" : "000000";
  for (let tries = 1; tries <= 10; tries += 1) expect((await give(wrong)).error?.code).toBe("mfa_verification_failed");
  expect((await give(codeOf(secret))).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  clock.offsetMs += 3_601_000;
  const again = await signedIn();
  expect((await again.supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
});

test("a challenge is answered once, and within five minutes", async () => {
  const { withApp, codeOf, clock } = await serveFactors();
  const { supabase, factorId, secret } = await withApp();
  const { data } = await supabase.auth.mfa.challenge({ factorId });
  expect(data).toMatchObject({ type: "totp", expires_at: expect.any(Number) });
  clock.offsetMs += 300_001;
  const late = await supabase.auth.mfa.verify({ factorId, challengeId: data!.id, code: codeOf(secret) });
  expect(late.error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
});

test("enrolling, removing and making codes need a proof of the last five minutes by the strongest factor", async () => {
  const { signedIn, withApp, clock } = await serveFactors();
  const first = await signedIn();
  clock.offsetMs += 300_001;
  const late = await first.supabase.auth.mfa.enroll({ factorType: "totp" });
  expect(late.error).toMatchObject({ status: 403, code: "reauthentication_needed" });
  const { factorId } = await withApp();
  const { supabase } = await signedIn();
  expect((await supabase.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject({ code: "insufficient_aal" });
  expect((await supabase.auth.mfa.unenroll({ factorId })).error).toMatchObject({ code: "insufficient_aal" });
  expect((await supabase.auth.mfa.recoveryCodes.generate()).error).toMatchObject({ code: "insufficient_aal" });
  const password = { password: "another horse battery", current_password: "correct horse battery" };
  expect((await supabase.auth.updateUser(password as { password: string })).error).toMatchObject({
    code: "insufficient_aal",
  });
});

test("a removed factor asks for nothing any more, proves nothing, and its recovery codes are gone", async () => {
  const { withApp, signedIn, identity, changes } = await serveFactors();
  const { supabase, factorId, token } = await withApp();
  expect((await supabase.auth.mfa.recoveryCodes.generate()).data?.codes).toHaveLength(10);
  expect((await supabase.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
  expect((await identity.identity.verify(token)).session).toMatchObject({ factor: "PASSWORD" });
  expect((await identity.identity.verify(token)).session).not.toHaveProperty("strongest");
  expect((await supabase.auth.mfa.listFactors()).data?.all).toEqual([]);
  const { session } = await signedIn();
  expect((await identity.identity.verify(session.access_token)).session).not.toHaveProperty("strongest");
  expect(changes.map(([, { change }]) => change)).toEqual(["ENROLLED", "RECOVERY_CODES_MADE", "REMOVED"]);
});

test("a recovery code serves once in place of the factor, and is recorded", async () => {
  const { withApp, signedIn, identity, changes, user } = await serveFactors();
  const owner = await withApp();
  const { data } = await owner.supabase.auth.mfa.recoveryCodes.generate();
  expect(new Set(data!.codes).size).toBe(10);
  expect(data!.codes[0]).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){5}$/);
  const { supabase } = await signedIn();
  const used = await supabase.auth.mfa.recoveryCodes.verify({ code: ` ${data!.codes[3]!.toLowerCase()} ` });
  expect(decodeJwt(used.data!.access_token)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "password" }, { method: "totp" }, { method: "mfa/recovery_code" }],
  });
  expect((await identity.identity.verify(used.data!.access_token)).session?.factor).toBe("TOTP");
  expect((await supabase.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
  const again = await supabase.auth.mfa.recoveryCodes.verify({ code: data!.codes[3]! });
  expect(again.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  expect(changes.at(-1)).toEqual([user.id, { change: "RECOVERY_CODE_USED" }]);
  const { data: fresh } = await supabase.auth.mfa.recoveryCodes.regenerate();
  expect(fresh!.codes).toHaveLength(10);
  expect((await supabase.auth.mfa.recoveryCodes.verify({ code: data!.codes[4]! })).error).not.toBeNull();
});

test("an operator removes what somebody has lost, recorded first, and every session ends", async () => {
  const { withApp, identity, signIn, user } = await serveFactors();
  const { token } = await withApp();
  const recorded: string[] = [];
  const reset = (email: string) =>
    identity.accounts.resetFactors(email, async (userId) => {
      await identity.identity.verify(token);
      recorded.push(userId);
    });
  expect(await reset("nobody@example.com")).toBeUndefined();
  expect(await reset(EMAIL)).toBe(1);
  expect(await reset(EMAIL)).toBe(0);
  expect(recorded).toEqual([user.id]);
  await expect(identity.identity.verify(token)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  const { session } = await signIn();
  expect((await identity.identity.verify(session!.access_token)).session).not.toHaveProperty("strongest");
});

test("what is stored opens no account: the secret is sealed, and codes are hashed", async () => {
  const { withApp, dir } = await serveFactors();
  const { supabase, secret } = await withApp();
  const { data } = await supabase.auth.mfa.recoveryCodes.generate();
  const text = await readFile(join(dir, "factors.json"), "utf8");
  expect(text).toContain("TOTP");
  for (const open of [secret, Buffer.from(fromBase32(secret)).toString("base64"), ...data!.codes])
    expect(text).not.toContain(open);
});

test("without a key to seal with nobody enrols an app, and the refusal names the setting", async () => {
  const { signedIn } = await serveFactors({ secretBox: undefined });
  const { error } = await (await signedIn()).supabase.auth.mfa.enroll({ factorType: "totp" });
  expect(error).toMatchObject({ status: 422, code: "mfa_totp_enroll_not_enabled" });
  expect(error?.message).toContain("WEBHOOK_SECRET_KEY");
});

test("a secret is sealed again with a new key at the next start", async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const { withApp, dir, clock, codeOf } = await serveFactors({ secretBox: await createSecretBox([old]) });
  const { factorId, secret } = await withApp();
  await serveFactors({ dir, clock, secretBox: await createSecretBox([next, old]) });
  const later = await serveFactors({ dir, clock, secretBox: await createSecretBox([next]) });
  const { supabase } = await later.signedIn();
  expect((await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
});

test("nobody reaches another's factor", async () => {
  const { withApp, identity, signIn } = await serveFactors();
  const { factorId } = await withApp();
  await identity.createUser({ email: "eve@example.com", password: "correct horse battery", tenantId: null });
  const { supabase } = await signIn("correct horse battery", "eve@example.com");
  for (const { error } of [
    await supabase.auth.mfa.challenge({ factorId }),
    await supabase.auth.mfa.unenroll({ factorId }),
    await supabase.auth.mfa.challengeAndVerify({ factorId, code: "123456" }),
  ])
    expect(error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
});
