import { randomBytes } from "node:crypto";
import { createSecretBox } from "@assay/embedded/secret-box";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { EMAIL, PASSWORD, serveIdentity } from "./serve-identity.ts";
import { type Asked, createSoftAuthenticator } from "./soft-authenticator.ts";

const RELYING_PARTY = { id: "example.com", origins: ["https://assay.example.com", "https://portal.example.com"] };
const HERE: Asked = { origin: "https://assay.example.com", rpId: "example.com" };

async function servePasskeys() {
  const secretBox = await createSecretBox([randomBytes(32)]);
  const served = await serveIdentity({
    secretBox,
    relyingParty: RELYING_PARTY,
    clock: { offsetMs: 0, stoppedAt: Date.now() },
  });
  const { post, signedIn, client } = served;
  type Supabase = ReturnType<typeof client>;

  const enrol = async (supabase: Supabase, device = createSoftAuthenticator(), asked: Asked = HERE) => {
    const { data, error } = await supabase.auth.passkey.startRegistration();
    if (!data) throw error;
    const credential = device.create(data.options, asked) as never;
    const verified = await supabase.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
    return {
      device,
      ...verified,
      again: () => supabase.auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential }),
    };
  };
  /** Somebody with a passkey, and the session that enrolled it. */
  const withPasskey = async () => {
    const { supabase, session } = await signedIn();
    const { device, data, error } = await enrol(supabase);
    if (!data) throw error;
    return { supabase, session, device, id: data.id };
  };
  const ask = async () => {
    const { data, error } = await client().auth.passkey.startAuthentication();
    if (!data) throw error;
    return data;
  };
  const answer = (challengeId: string, credential: object) =>
    post("/passkeys/authentication/verify", JSON.stringify({ challenge_id: challengeId, credential }));
  /** By the passkey alone. */
  const signInBy = async (device: ReturnType<typeof createSoftAuthenticator>, asked: Asked = HERE) => {
    const { challenge_id: challengeId, options } = await ask();
    return answer(challengeId, device.sign(options, asked));
  };
  /** In a session that there is. */
  const prove = async (
    supabase: Supabase,
    factorId: string,
    credentialOf: (options: { challenge: string }) => object,
  ) => {
    const { data } = await supabase.auth.getSession();
    const authorization = { authorization: `Bearer ${data.session!.access_token}` };
    const asked = await post(`/factors/${factorId}/challenge`, "{}", authorization);
    const { id, webauthn } = (await asked.json()) as {
      id: string;
      webauthn: { credential_options: { publicKey: { challenge: string } } };
    };
    const body = {
      challenge_id: id,
      webauthn: { type: "request", credential_response: credentialOf(webauthn.credential_options.publicKey) },
    };
    const verify = () => post(`/factors/${factorId}/verify`, JSON.stringify(body), authorization);
    return { answer: await verify(), challengeId: id, verify };
  };
  return { ...served, enrol, withPasskey, ask, answer, signInBy, prove };
}

const codeOf = async (answer: Response) => ((await answer.json()) as { error_code?: string }).error_code;

test("supabase-js enrols a passkey, which proves the session at once, and lists, renames and removes it", async () => {
  const { withPasskey, identity, changes, user, clock } = await servePasskeys();
  const { supabase, session, id } = await withPasskey();
  expect((await identity.identity.verify(session.access_token)).session).toMatchObject({
    factor: "PASSKEY",
    strongest: "PASSKEY",
    proofs: [{ factor: "PASSWORD" }, { factor: "PASSKEY", enrolledAt: expect.any(Date) }],
  });
  clock.offsetMs += 1000;
  expect((await supabase.auth.passkey.update({ passkeyId: id, friendlyName: "Laptop" })).data).toMatchObject({
    id,
    friendly_name: "Laptop",
  });
  expect((await supabase.auth.passkey.list()).data).toEqual([
    { id, friendly_name: "Laptop", created_at: expect.any(String), last_used_at: expect.any(String) },
  ]);
  expect((await supabase.auth.mfa.listFactors()).data?.webauthn).toEqual([
    expect.objectContaining({ id, friendly_name: "Laptop", factor_type: "webauthn", status: "verified" }),
  ]);
  expect((await supabase.auth.passkey.delete({ passkeyId: id })).error).toBeNull();
  expect((await supabase.auth.passkey.list()).data).toEqual([]);
  expect((await identity.identity.verify(session.access_token)).session).toMatchObject({ factor: "PASSWORD" });
  expect(changes).toEqual([
    [user.id, { change: "ENROLLED", kind: "PASSKEY" }],
    [user.id, { change: "REMOVED", kind: "PASSKEY" }],
  ]);
});

test("a passkey alone signs in, as two factors", async () => {
  const { withPasskey, signInBy, identity } = await servePasskeys();
  const { device } = await withPasskey();
  const answer = await signInBy(device);
  expect(answer.status).toBe(200);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  expect(decodeJwt(token)).toMatchObject({ email: EMAIL, aal: "aal2", amr: [{ method: "mfa/webauthn" }] });
  expect((await identity.identity.verify(token)).session).toMatchObject({
    factor: "PASSKEY",
    proofs: [{ factor: "PASSKEY", enrolledAt: expect.any(Date) }],
  });
});

test("after the password the passkey raises the session, and proves it again later", async () => {
  const { withPasskey, signedIn, prove, identity, clock } = await servePasskeys();
  const { device, id } = await withPasskey();
  const { supabase, session } = await signedIn();
  expect((await identity.identity.verify(session.access_token)).session).toMatchObject({
    factor: "PASSWORD",
    strongest: "PASSKEY",
  });
  expect((await supabase.auth.passkey.update({ passkeyId: id, friendlyName: "Mine" })).error).toMatchObject({
    code: "insufficient_aal",
  });
  const { answer } = await prove(supabase, id, (options) => device.sign(options, HERE));
  expect(answer.status).toBe(200);
  clock.offsetMs += 300_001;
  expect((await supabase.auth.passkey.update({ passkeyId: id, friendlyName: "Mine" })).error).toMatchObject({
    code: "reauthentication_needed",
  });
  expect((await prove(supabase, id, (options) => device.sign(options, HERE))).answer.status).toBe(200);
  expect((await supabase.auth.passkey.update({ passkeyId: id, friendlyName: "Mine" })).error).toBeNull();
});

test("what was signed for another page, another domain, or without verifying the user, proves nothing", async () => {
  const { withPasskey, signInBy, enrol, signedIn } = await servePasskeys();
  const { device, supabase } = await withPasskey();
  const wrong: Asked[] = [
    { ...HERE, origin: "https://assay.example.com.evil.test" },
    { ...HERE, origin: "http://assay.example.com" },
    { ...HERE, rpId: "evil.test" },
    { ...HERE, verifiesUser: false },
  ];
  for (const asked of wrong) {
    const answer = await signInBy(device, asked);
    expect([answer.status, await codeOf(answer)]).toEqual([422, "webauthn_verification_failed"]);
    const { error } = await enrol(supabase, createSoftAuthenticator(), asked);
    expect(error).toMatchObject({ status: 422, code: "webauthn_verification_failed" });
  }
  expect((await signInBy(device, { ...HERE, origin: "https://portal.example.com" })).status).toBe(200);
  expect((await signedIn()).session).not.toBeNull();
});

test("a challenge is answered once, within five minutes, in the session and for the purpose that it was made for", async () => {
  const { withPasskey, signedIn, ask, answer, prove, post, enrol, clock } = await servePasskeys();
  const { device, id, supabase } = await withPasskey();
  const { challenge_id: challengeId, options } = await ask();
  const signed = device.sign(options, HERE);
  expect((await answer(challengeId, signed)).status).toBe(200);
  expect(await codeOf(await answer(challengeId, signed))).toBe("webauthn_challenge_expired");
  const first = await prove(supabase, id, (asked) => device.sign(asked, HERE));
  expect(await codeOf(await first.verify())).toBe("webauthn_challenge_expired");
  // Of a sign-in, in a session.
  const next = await ask();
  const { session } = await signedIn();
  const authorization = { authorization: `Bearer ${session.access_token}` };
  const inSession = (challenge: string, credential: object) =>
    post(
      `/factors/${id}/verify`,
      JSON.stringify({ challenge_id: challenge, webauthn: { type: "request", credential_response: credential } }),
      authorization,
    );
  expect(await codeOf(await inSession(next.challenge_id, device.sign(next.options, HERE)))).toBe(
    "webauthn_challenge_expired",
  );
  expect(await codeOf(await inSession(first.challengeId, signed))).toBe("webauthn_challenge_expired");
  const late = await ask();
  const { again } = await enrol(supabase);
  expect((await again()).error).toMatchObject({ code: "webauthn_challenge_expired" });
  clock.offsetMs += 301_000;
  expect(await codeOf(await answer(late.challenge_id, device.sign(late.options, HERE)))).toBe(
    "webauthn_challenge_expired",
  );
});

test("of two answers to one challenge at the same time one alone proves", async () => {
  const { withPasskey, ask, answer } = await servePasskeys();
  const { device } = await withPasskey();
  const { challenge_id: challengeId, options } = await ask();
  const signed = device.sign(options, HERE);
  const answers = await Promise.all([answer(challengeId, signed), answer(challengeId, signed)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("a counter that has not gone on is refused as a copy's, and recorded", async () => {
  const { withPasskey, signInBy, changes, user } = await servePasskeys();
  const { device } = await withPasskey();
  expect((await signInBy(device, { ...HERE, counter: 7 })).status).toBe(200);
  for (const counter of [7, 6, 0]) {
    const answer = await signInBy(device, { ...HERE, counter });
    expect([answer.status, await codeOf(answer)]).toEqual([422, "webauthn_verification_failed"]);
  }
  expect(changes.slice(1)).toEqual(
    Array.from({ length: 3 }, () => [user.id, { change: "COPY_REFUSED", kind: "PASSKEY" }]),
  );
  expect((await signInBy(device, { ...HERE, counter: 8 })).status).toBe(200);
});

test("a credential of nobody, of somebody else, or under the name of another proves nothing", async () => {
  const { withPasskey, signInBy, prove, signIn, identity, enrol, answer, ask } = await servePasskeys();
  const owner = await withPasskey();
  expect((await signInBy(createSoftAuthenticator())).status).toBe(422);
  const { options, challenge_id: challengeId } = await ask();
  const forged = { ...createSoftAuthenticator().sign(options, HERE), id: owner.device.sign(options, HERE).id };
  expect((await answer(challengeId, { ...forged, rawId: forged.id })).status).toBe(422);
  await identity.createUser({ email: "eve@example.com", password: PASSWORD, tenantId: null });
  const { supabase } = await signIn(PASSWORD, "eve@example.com");
  const eve = await enrol(supabase);
  const byOther = await prove(supabase, eve.data!.id, (asked) => owner.device.sign(asked, HERE));
  expect([byOther.answer.status, await codeOf(byOther.answer)]).toEqual([422, "webauthn_verification_failed"]);
  expect((await supabase.auth.passkey.delete({ passkeyId: owner.id })).error).toMatchObject({
    status: 404,
    code: "passkey_not_found",
  });
  expect((await supabase.auth.passkey.update({ passkeyId: owner.id, friendlyName: "Hers" })).error).toMatchObject({
    status: 404,
  });
});

test("a credential is one person's, and a person has ten factors at most", async () => {
  const { withPasskey, enrol, identity, signIn } = await servePasskeys();
  const { device, supabase } = await withPasskey();
  expect((await enrol(supabase, device)).error).toMatchObject({ status: 422, code: "webauthn_credential_exists" });
  await identity.createUser({ email: "eve@example.com", password: PASSWORD, tenantId: null });
  const eve = await signIn(PASSWORD, "eve@example.com");
  expect((await enrol(eve.supabase, device)).error).toMatchObject({ code: "webauthn_credential_exists" });
  for (let count = 2; count <= 10; count += 1) expect((await enrol(supabase)).error).toBeNull();
  expect((await supabase.auth.passkey.startRegistration()).error).toMatchObject({
    status: 422,
    code: "too_many_passkeys",
  });
  const names = (await supabase.auth.passkey.list()).data!.map(({ friendly_name: name }) => name);
  expect([names[0], names[1], names[9]]).toEqual(["Passkey", "Passkey 2", "Passkey 10"]);
});

test("somebody without a session gets no further than a challenge, and nonsense is refused", async () => {
  const { post, ask, answer } = await servePasskeys();
  expect((await post("/passkeys/registration/options", "{}")).status).toBe(401);
  const { challenge_id: challengeId, options } = await ask();
  expect(options.allowCredentials).toEqual([]);
  for (const credential of [{}, { id: 1 }, { id: "x", rawId: "x", type: "public-key", response: {} }])
    expect(await codeOf(await answer(challengeId, credential))).toBe("webauthn_verification_failed");
  expect(await codeOf(await answer("nonsense", {}))).toBe("webauthn_challenge_expired");
});

test("without the service's address passkeys work on pages at localhost alone, and the refusal names the setting", async () => {
  const { identity } = await serveIdentity();
  const ask = (host: string) =>
    identity.app.request("/passkeys/authentication/options", { method: "POST", headers: { host } });
  const refused = await ask("127.0.0.1:8787");
  expect(refused.status).toBe(422);
  expect(((await refused.json()) as { msg: string }).msg).toContain("API_URL");
  const served = (await (await ask("localhost:8787")).json()) as { options: { rpId: string } };
  expect(served.options.rpId).toBe("localhost");
});
