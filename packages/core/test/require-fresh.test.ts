import { FACTORS, type Factor } from "@assay/contract";
import type { Proof, SignedInSession } from "@assay/core/ports";
import { requireFresh } from "@assay/core/tenancy";
import { expect, test } from "vitest";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const times = { ACTION: 300_000, REVIEW: 43_200_000 };
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const PERSON = { id: "0190b6a0-0000-7000-8000-000000000001", role: "MEMBER", tenantId: "t" } as const;

function session(strongest: Factor | undefined, ...proofs: Proof[]): SignedInSession {
  const { factor, at } = proofs.at(-1)!;
  return { id: null, authenticatedAt: at, factor, factorAt: at, proofs, ...(strongest && { strongest }) };
}
const demand = (
  signedIn: SignedInSession | undefined,
  freshness: "ACTION" | "REVIEW",
  actor: { id: string } = PERSON,
) =>
  requireFresh({ actor: { ...PERSON, ...actor }, ...(signedIn && { session: signedIn }) }, "sign", {
    freshness,
    times,
    now: NOW,
  });
const refusalOf = (act: () => unknown) => {
  try {
    return act();
  } catch (error) {
    const { code, details } = error as { code: string; details: unknown };
    return { code, details };
  }
};
const stale = (factors: readonly Factor[], maxAgeSeconds = 300) => ({
  code: "FORBIDDEN",
  details: { reason: "FRESH_AUTHENTICATION_REQUIRED", factors, maxAgeSeconds },
});

test("a proof serves until its time has passed, and not a second longer", () => {
  const by = (seconds: number) => session(undefined, { factor: "PASSWORD", at: ago(seconds) });
  expect(demand(by(300), "ACTION")).toEqual({ factor: "PASSWORD", at: ago(300) });
  expect(refusalOf(() => demand(by(301), "ACTION"))).toEqual(stale(FACTORS));
  expect(demand(by(43_200), "REVIEW").factor).toBe("PASSWORD");
  expect(refusalOf(() => demand(by(43_201), "REVIEW"))).toEqual(stale(FACTORS, 43_200));
});

test("only the strongest factor that the person has serves, or a stronger one", () => {
  const password = { factor: "PASSWORD", at: ago(1) } as const;
  expect(refusalOf(() => demand(session("PASSKEY", password), "ACTION"))).toEqual(stale(["PASSKEY"]));
  expect(refusalOf(() => demand(session("TOTP", password), "REVIEW"))).toEqual(stale(["TOTP", "PASSKEY"], 43_200));
  const old = { factor: "PASSKEY", at: ago(400) } as const;
  expect(refusalOf(() => demand(session("PASSKEY", password, old), "ACTION"))).toEqual(stale(["PASSKEY"]));
  expect(demand(session("PASSWORD", password, old), "ACTION")).toEqual(password);
  expect(demand(session("PASSKEY", password, old), "REVIEW")).toEqual(old);
});

test("a token that does not say how its session was made proves nothing; a key and a link are no person", () => {
  expect(refusalOf(() => demand(undefined, "REVIEW"))).toEqual(stale(FACTORS, 43_200));
  for (const id of ["api-key:1", "link:1"])
    expect(refusalOf(() => demand(session(undefined, { factor: "PASSWORD", at: NOW }), "ACTION", { id }))).toEqual({
      code: "FORBIDDEN",
      details: { reason: "PERSON_REQUIRED" },
    });
});
