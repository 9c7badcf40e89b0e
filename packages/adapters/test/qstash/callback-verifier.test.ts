import { createHash } from "node:crypto";
import { createCallbackVerifier } from "@assay/adapters/qstash";
import { signDelivery } from "@assay/testing/doubles/qstash/sign-delivery";
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";

const URL = "https://api.example.com/callbacks/work";
const KEYS = { current: "sig_current_0123456789", next: "sig_next_0123456789" };
const BODY = '{"jobId":"018f5b3e-7c6a-7d2e-8f00-000000000001"}';
/** What the vendor's own development server signs with; it is in its public documentation. */
const DEVELOPMENT_KEY = "sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r";

const reasons: string[] = [];
const verifier = createCallbackVerifier({
  currentSigningKey: KEYS.current,
  nextSigningKey: KEYS.next,
  onRefusal: (reason) => reasons.push(reason),
});

const signed = (options: Partial<Parameters<typeof signDelivery>[0]> = {}) =>
  signDelivery({ key: KEYS.current, url: URL, body: BODY, id: "1", ...options });

const now = () => Math.floor(Date.now() / 1000);
const hashOf = (body: string) => createHash("sha256").update(body).digest("base64url");
const CLAIMS: JWTPayload = { iss: "Upstash", sub: URL, body: hashOf(BODY), nbf: 0 };

function token(claims: JWTPayload, alg = "HS256", key = KEYS.current): Promise<string> {
  const times = { iat: now(), exp: now() + 300 };
  return new SignJWT({ ...CLAIMS, ...times, ...claims })
    .setProtectedHeader({ alg, typ: "JWT" })
    .sign(new TextEncoder().encode(key));
}

function without(...names: string[]): Promise<string> {
  return token(Object.fromEntries(names.map((name) => [name, undefined])));
}

const verify = (signature: string | undefined, { body = BODY, urls = [URL] } = {}) =>
  verifier.verify({ signature, body, urls });

describe("a delivery is accepted", () => {
  test("with the current key and with the next one, before and after the keys are rolled", async () => {
    await verify(await signed());
    await verify(await signed({ key: KEYS.next }));
  });

  test("at each of the addresses that the service has", async () => {
    const other = "https://worker.example.com/callbacks/work";
    await verify(await signed({ url: other }), { urls: [URL, other] });
  });
});

describe("by a clock that is not sure of itself", () => {
  const made = 1_700_000_000;
  const at = (seconds: number, unsureSeconds: number) =>
    createCallbackVerifier({
      currentSigningKey: KEYS.current,
      nextSigningKey: KEYS.next,
      now: () => new Date(seconds * 1000),
      uncertaintyMs: () => unsureSeconds * 1000,
      onRefusal: (reason) => reasons.push(reason),
    });
  const deliver = async (seconds: number, unsureSeconds = 0) => {
    const signature = await token({ iat: made, nbf: made, exp: made + 300 });
    return at(seconds, unsureSeconds).verify({ signature, body: BODY, urls: [URL] });
  };

  test.each([
    [made - 5, 0],
    [made + 304, 0],
    [made - 25, 20],
    [made + 324, 20],
  ])("a delivery of this moment is accepted at %d, give or take %d s", async (seconds, unsureSeconds) => {
    await deliver(seconds, unsureSeconds);
  });

  test.each([
    [made - 6, 0, "not_yet_valid"],
    [made + 305, 0, "expired"],
    [made - 26, 20, "not_yet_valid"],
    [made + 325, 20, "expired"],
  ])(
    "one that cannot be of this moment is refused at %d, give or take %d s",
    async (seconds, unsureSeconds, reason) => {
      reasons.length = 0;
      await expect(deliver(seconds, unsureSeconds)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      expect(reasons).toEqual([reason]);
    },
  );
});

const attacks: Record<string, () => Promise<string | undefined> | string | undefined> = {
  "no signature": () => undefined,
  "an empty one": () => "",
  "no token": () => "abc",
  "a key of before": () => signed({ key: "sig_previous_0123456789" }),
  "the key of the development server": () => signed({ key: DEVELOPMENT_KEY }),
  "an empty key": () => signed({ key: "x" }),
  "another address": () => signed({ url: "https://api.example.com/callbacks/sweep" }),
  "the address with a slash at its end": () => signed({ url: `${URL}/` }),
  "another body": () => signed({ body: BODY.replace("1", "2") }),
  "one that has expired": () => signed({ issuedAt: new Date(Date.now() - 3_600_000) }),
  "one that is valid for years": () => signed({ lifetimeSeconds: 86_400 * 365 }),
  "one that expires before it was made": () => token({ iat: now(), exp: now() - 1 }),
  "one from the future": () => token({ nbf: now() + 600 }),
  "no time of expiry": () => without("exp"),
  "no time of issue": () => without("iat"),
  "no body": () => without("body"),
  "no address": () => without("sub"),
  "a body that is no text": () => token({ body: 7 }),
  "another issuer": () => token({ iss: "upstash" }),
  "no algorithm": () => new UnsecuredJWT({ ...CLAIMS, iat: now(), exp: now() + 300 }).encode(),
  "another hash of HMAC": () => token({}, "HS512", KEYS.current.repeat(3)),
  "a token without end": () => `${"a".repeat(5000)}.b.c`,
};

describe("a delivery is refused", () => {
  test.each(Object.entries(attacks))("with %s", async (_, make) => {
    await expect(verify(await make())).rejects.toMatchObject({ name: "AssayError", code: "UNAUTHORIZED" });
  });

  test("with the development key while the vendor's variable is set", async () => {
    process.env.QSTASH_DEV = "true";
    onTestFinished(() => {
      delete process.env.QSTASH_DEV;
    });
    await expect(verify(await signed({ key: DEVELOPMENT_KEY }))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await verify(await signed());
  });

  test("and the log tells an expired signature from a forged one", async () => {
    reasons.length = 0;
    await verify(await signed({ issuedAt: new Date(0) })).catch(() => {});
    await verify(await signed({ key: "sig_previous_0123456789" })).catch(() => {});
    expect(reasons).toEqual(["expired", "signature"]);
  });
});
