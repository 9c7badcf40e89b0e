import { requireSecondFactor, secondFactorOf } from "@assay/core/tenancy";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { createJwtIdentity } from "../src/jwt/index.ts";
import { claims, ISSUER, makeKey, NOW, SECONDS, sign } from "./jwt/tokens.ts";
import { serveIdentity } from "./serve-identity.ts";

const at = (seconds: number) => new Date((SECONDS + seconds) * 1000);

async function sessionOf(changes: Record<string, unknown>) {
  const key = await makeKey("one");
  const identity = createJwtIdentity({ issuer: ISSUER, keys: { jwks: { keys: [key.jwk] } }, now: () => NOW });
  return (await identity.verify(await sign(key, claims(changes)))).session;
}

test("a token of Supabase says how its session was made: the strongest factor, and the last use of each", async () => {
  const amr = [
    { method: "totp", timestamp: SECONDS - 60 },
    { method: "password", timestamp: SECONDS - 90 },
    { method: "password", timestamp: SECONDS - 7200 },
  ];
  expect(await sessionOf({ amr, aal: "aal2" })).toEqual({
    id: "6f3b9a6e-6f0e-4d41-9b8b-5c7a4f8c2d10",
    authenticatedAt: at(-7200),
    factor: "TOTP",
    factorAt: at(-60),
    proofs: [
      { factor: "PASSWORD", at: at(-90) },
      { factor: "TOTP", at: at(-60) },
    ],
  });
  expect((await sessionOf({ amr, auth_time: SECONDS - 100 }))?.authenticatedAt).toEqual(at(-100));
});

test("a session of Supabase meets a tenant's rule by a second factor in amr, whatever aal says", async () => {
  const [password, totp, passkey] = ["password", "totp", "mfa/webauthn"].map((method) => ({
    method,
    timestamp: SECONDS - 60,
  }));
  const session_id = "6f3b9a6e-6f0e-4d41-9b8b-5c7a4f8c2d11";
  for (const [aal, amr, shown] of [
    ["aal1", [password], "MISSING"],
    ["aal2", [password], "MISSING"],
    ["aal2", [password, totp], "PROVED"],
    ["aal2", [password, passkey], "PROVED"],
    ["aal1", [{ method: "token_refresh", timestamp: SECONDS }, password], "MISSING"],
    ["aal2", undefined, "MISSING"],
  ] as const) {
    const session = await sessionOf({ aal, amr, session_id });
    expect([secondFactorOf(session, "EVERYBODY"), session?.id], `${aal} ${JSON.stringify(amr)}`).toEqual([
      shown,
      amr && session_id,
    ]);
    const [proof] = (session?.proofs ?? []).slice(-1);
    if (!proof) continue;
    const act = () => requireSecondFactor(proof, "ACTS", "sign");
    if (shown === "PROVED") act();
    else expect(act).toThrow("which the tenant demands");
  }
});

test.each([
  ["no claims", {}],
  ["a refresh", { amr: [{ method: "token_refresh", timestamp: SECONDS }] }],
  [
    "a mail",
    {
      amr: [
        { method: "otp", timestamp: SECONDS },
        { method: "recovery", timestamp: SECONDS },
      ],
    },
  ],
  ["a method without a time", { amr: ["pwd"], auth_time: SECONDS }],
  ["a time that has not come", { amr: [{ method: "password", timestamp: SECONDS + 6 }] }],
  ["no list", { amr: "password", auth_time: SECONDS }],
  ["a time that is no number", { amr: [{ method: "password", timestamp: "now" }, null] }],
])("a token proves nothing by %s", async (_, changes) => {
  expect(await sessionOf(changes)).toBeUndefined();
});

test("a refreshed token tells the time of the sign-in, as Supabase Auth's claims do", async () => {
  const { identity, signedIn, refresh, clock } = await serveIdentity();
  const { session } = await signedIn();
  const before = await identity.identity.verify(session.access_token);
  expect(before.session).toMatchObject({ id: expect.any(String), factor: "PASSWORD" });
  clock.offsetMs = 3_000_000;
  const renewed = (await (await refresh(session.refresh_token)).json()) as { access_token: string };
  expect((await identity.identity.verify(renewed.access_token)).session).toEqual(before.session);
  const { amr, aal, auth_time, session_id } = decodeJwt(renewed.access_token);
  expect({ amr, aal, auth_time, session_id }).toEqual({
    amr: [{ method: "password", timestamp: before.session!.factorAt.getTime() / 1000 }],
    aal: "aal1",
    auth_time: before.session!.authenticatedAt.getTime() / 1000,
    session_id: before.session!.id,
  });
});
