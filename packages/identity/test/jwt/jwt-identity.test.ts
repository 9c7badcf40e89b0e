import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AssayError } from "@assay/contract";
import { threadMsOf } from "@assay/testing/thread-time";
import { CompactEncrypt, exportSPKI, FlattenedSign, importJWK, type JWTPayload, SignJWT } from "jose";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createJwtIdentity } from "../../src/jwt/index.ts";
import {
  claims,
  encodePart,
  ISSUER,
  makeKey,
  NOW,
  SECONDS,
  sign,
  signRaw,
  TENANT_ID,
  type TestKey,
  USER_ID,
} from "./tokens.ts";

let key: TestKey;
let rsa: TestKey;
beforeAll(async () => {
  [key, rsa] = await Promise.all([makeKey("one"), makeKey("rsa", "RS256")]);
});

const now = () => NOW;
const identity = () => createJwtIdentity({ issuer: ISSUER, keys: { jwks: { keys: [key.jwk, rsa.jwk] } }, now });

async function expectRefused(token: unknown, verifier = identity()): Promise<void> {
  const refusal = await verifier.verify(token as string).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AssayError);
  expect(refusal).toMatchObject({ code: "UNAUTHORIZED", message: "A valid bearer token is required" });
  expect((refusal as AssayError).details).toBeUndefined();
}

test.each(["ES256", "RS256"])("an access token signed with %s names its user and tenant", async (alg) => {
  const token = await sign(alg === "ES256" ? key : rsa);
  expect(await identity().verify(token)).toEqual({ userId: USER_ID, tenantId: TENANT_ID });
});

test("what is not sure of the time takes a token that may be of this moment, and no other", async () => {
  const token = await sign(key, claims({ nbf: SECONDS, exp: SECONDS + 60 }));
  const verifyAt = (seconds: number) => {
    const options = { issuer: ISSUER, keys: { jwks: { keys: [key.jwk] } }, uncertaintyMs: () => 20_000 };
    return createJwtIdentity({ ...options, now: () => new Date(seconds * 1000) });
  };
  for (const seconds of [SECONDS - 25, SECONDS + 84])
    expect((await verifyAt(seconds).verify(token)).userId).toBe(USER_ID);
  for (const seconds of [SECONDS - 26, SECONDS + 86]) await expectRefused(token, verifyAt(seconds));
});

test("a token's signature is verified once; its time counts at each request", async () => {
  const verifications = vi.spyOn(crypto.subtle, "verify");
  onTestFinished(() => verifications.mockRestore());
  let seconds = SECONDS;
  const verifier = createJwtIdentity({
    issuer: ISSUER,
    keys: { jwks: { keys: [key.jwk] } },
    now: () => new Date(seconds * 1000),
  });
  const token = await sign(key);
  for (let times = 0; times < 3; times++) expect((await verifier.verify(token)).userId).toBe(USER_ID);
  expect(verifications).toHaveBeenCalledTimes(1);
  for (const away of [3606, -6]) {
    seconds = SECONDS + away;
    await expectRefused(token, verifier);
  }
  seconds = SECONDS;
  const [header, payload, signature] = token.split(".") as [string, string, string];
  await expectRefused(
    `${header}.${payload}.${signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`,
    verifier,
  );
  expect((await verifier.verify(token)).userId).toBe(USER_ID);
});

test.each<[string, unknown]>([
  ["none", undefined],
  ["empty", {}],
  ["not an object", "tenant"],
  ["null", null],
  ["not a uuid", { tenant_id: "acme" }],
  ["of another type", { tenant_id: 7 }],
])("app_metadata that is %s selects no tenant", async (_, app_metadata) => {
  expect(await identity().verify(await sign(key, claims({ app_metadata })))).toEqual({
    userId: USER_ID,
    tenantId: null,
  });
});

test("user_metadata is never trusted", async () => {
  const token = await sign(
    key,
    claims({ app_metadata: {}, user_metadata: { tenant_id: TENANT_ID, role: "SUPER_ADMIN" } }),
  );
  expect(await identity().verify(token)).toEqual({ userId: USER_ID, tenantId: null });
});

test("an audience may be one of several", async () => {
  const token = await sign(key, claims({ aud: ["other", "authenticated"] }));
  expect((await identity().verify(token)).userId).toBe(USER_ID);
});

describe("claims that are refused", () => {
  const cases: [string, JWTPayload][] = [
    ["exp in the past", { exp: SECONDS - 6 }],
    ["exp missing", { exp: undefined }],
    ["exp a string", { exp: String(SECONDS + 60) as unknown as number }],
    ["exp 1e300", { exp: 1e300 }],
    ["exp negative", { exp: -1 }],
    ["exp null", { exp: null as unknown as number }],
    ["nbf an hour ahead", { nbf: SECONDS + 3600 }],
    ["iat an hour ahead", { iat: SECONDS + 3600 }],
    ["iat a string", { iat: "now" as unknown as number }],
    ["another issuer", { iss: "https://other.example/auth/v1" }],
    ["the issuer with a slash", { iss: `${ISSUER}/` }],
    ["no issuer", { iss: undefined }],
    ["another audience", { aud: "anon" }],
    ["no audience", { aud: undefined }],
    ["an empty audience list", { aud: [] }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
    ["a subject that is not a uuid", { sub: "admin" }],
    ["a subject of another type", { sub: 7 as unknown as string }],
    ["the role anon", { role: "anon" }],
    ["the role service_role", { role: "service_role" }],
    ["the use of a refresh token", { token_use: "refresh" }],
    ["the type of an ID token", { typ: "ID" }],
  ];
  test.each(cases)("%s", async (_, changes) => {
    await expectRefused(await sign(key, claims(changes)));
  });

  test("the clock may differ by 5 s, not by 6", async () => {
    const verify = async (changes: JWTPayload) => identity().verify(await sign(key, claims(changes)));
    for (const changes of [{ exp: SECONDS - 4 }, { iat: SECONDS + 5 }, { nbf: SECONDS + 5 }]) await verify(changes);
    for (const changes of [{ exp: SECONDS - 5 }, { iat: SECONDS + 6 }, { nbf: SECONDS + 6 }]) {
      await expect(verify(changes)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    }
  });

  test("of a claim written twice the last counts", async () => {
    const twice = (first: string, last: string) =>
      signRaw(key, JSON.stringify(claims()).replace('"role":"authenticated"', `"role":"${first}","role":"${last}"`));
    expect((await identity().verify(await twice("anon", "authenticated"))).userId).toBe(USER_ID);
    await expectRefused(await twice("authenticated", "anon"));
  });

  test.each(["null", "[]", "1", '"x"', "{", "", "\0", '{"sub":'])("the payload %j", async (payload) => {
    await expectRefused(await signRaw(key, payload));
  });
});

describe("shapes that are refused", () => {
  test.each<[string, unknown]>([
    ["empty", ""],
    ["spaces", "   "],
    ["one word", "token"],
    ["dots", ".."],
    ["non-ASCII", "é.é.é"],
    ["NUL", "a.b.c\0"],
    ["undefined", undefined],
    ["an object", {}],
    ["base64 that is none", "a.b.c"],
    ["an API key", `assay_${"a".repeat(40)}`],
  ])("%s", async (_, token) => {
    await expectRefused(token);
  });

  test("a token over 8 KB is refused unread, however large", async () => {
    const valid = await sign(key, claims({ padding: "x".repeat(7000) }));
    expect(valid.length).toBeGreaterThan(8192);
    await expectRefused(valid);
    const megabyte = `${"a".repeat(1_048_576)}.a.a`;
    const refuse = async () => {
      for (let round = 0; round < 200; round += 1) await expectRefused(megabyte);
    };
    expect((await threadMsOf(refuse)) / 200).toBeLessThan(5);
  });

  test("an encrypted, a JSON and a five-part token", async () => {
    const { alg: _, use: __, ...keyAgreement } = key.jwk;
    const encrypted = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims())))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM", kid: key.kid })
      .encrypt(await importJWK(keyAgreement, "ECDH-ES"));
    await expectRefused(encrypted);
    const json = await new FlattenedSign(new TextEncoder().encode(JSON.stringify(claims())))
      .setProtectedHeader({ alg: "ES256", kid: key.kid })
      .sign(key.privateKey);
    await expectRefused(JSON.stringify(json));
    await expectRefused(json);
    await expectRefused(`${await sign(key)}.a.a`);
  });
});

describe("signatures that are refused", () => {
  test.each(["none", "None", "nOnE", "NONE", "", "HS256"])("alg %j without one", async (alg) => {
    const unsigned = `${encodePart({ alg, kid: key.kid, typ: "JWT" })}.${encodePart(claims())}`;
    for (const signature of ["", "AA", "x"]) await expectRefused(`${unsigned}.${signature}`);
    await expectRefused(unsigned);
  });

  test("HS256 keyed with the public key, in every form that it is published in", async () => {
    const forms = [
      await exportSPKI(rsa.publicKey),
      (await exportSPKI(rsa.publicKey)).trim(),
      JSON.stringify(rsa.jwk),
      String(rsa.jwk.n),
      JSON.stringify(key.jwk),
      String(key.jwk.x),
    ];
    for (const form of forms) {
      for (const kid of [rsa.kid, key.kid, undefined]) {
        const input = `${encodePart({ alg: "HS256", kid, typ: "JWT" })}.${encodePart(claims())}`;
        await expectRefused(`${input}.${createHmac("sha256", form).update(input).digest("base64url")}`);
      }
    }
  });

  test("HS256 against a published key that names no algorithm, or is symmetric", async () => {
    const { alg: _, ...anonymous } = rsa.jwk;
    const symmetric = { kty: "oct", kid: "oct", k: encodePart("a secret of thirty-two bytes!!!!") };
    const verifier = createJwtIdentity({ issuer: ISSUER, keys: { jwks: { keys: [anonymous, symmetric] } }, now });
    for (const [kid, secret] of [
      [rsa.kid, String(rsa.jwk.n)],
      ["oct", "a secret of thirty-two bytes!!!!"],
    ]) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: "HS256", kid })
        .sign(new TextEncoder().encode(secret));
      await expectRefused(token, verifier);
    }
  });

  test.each(["RS512", "ES384", "PS256"])("the unlisted algorithm %s, though its key is published", async (alg) => {
    const other = await makeKey("other", alg);
    const verifier = createJwtIdentity({ issuer: ISSUER, keys: { jwks: { keys: [other.jwk] } }, now });
    await expectRefused(await sign(other), verifier);
  });

  test("another key under the published key's name", async () => {
    await expectRefused(await sign(await makeKey(key.kid)));
  });

  test("one that is stripped, cut, changed by a bit or written another way", async () => {
    const token = await sign(key);
    const [header, payload, signature] = token.split(".") as [string, string, string];
    const bytes = Buffer.from(signature, "base64url");
    bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10);
    const last = signature.slice(-1);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const sameBytes = signature.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1];
    expect(Buffer.from(sameBytes, "base64url")).toEqual(Buffer.from(signature, "base64url"));
    for (const changed of ["", signature.slice(0, -2), bytes.toString("base64url"), `${signature}==`, sameBytes]) {
      await expectRefused(`${header}.${payload}.${changed}`);
    }
    await expectRefused(`${header}.${payload}`);
    await expectRefused(`${header}.${encodePart(claims({ role: "service" }))}.${signature}`);
    await expectRefused(` ${token}`);
    await expectRefused(`${token}\n`);
  });

  test("a header that asks for an unknown extension, or is of a refresh token", async () => {
    const extension = { crit: ["https://unknown.example"], "https://unknown.example": 1 };
    await expectRefused(await sign(key, claims(), extension));
    for (const typ of ["refresh", "rt+jwt", "logout+jwt"]) await expectRefused(await sign(key, claims(), { typ }));
  });

  test("a key that the token brings along or points at is neither used nor fetched", async () => {
    let requests = 0;
    const attacker = await makeKey("attacker");
    const server = createServer((_, response) => {
      requests += 1;
      response.end(JSON.stringify({ keys: [attacker.jwk] }));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((listening) => server.once("listening", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
    for (const kid of [attacker.kid, key.kid]) {
      for (const header of [{ jku: url }, { x5u: url }, { jwk: attacker.jwk }, { jku: url, jwk: attacker.jwk }]) {
        await expectRefused(await sign(attacker, claims(), { ...header, kid }));
      }
    }
    expect(requests).toBe(0);
  });
});

describe("a shared secret", () => {
  const secret = "a secret of at least thirty-two bytes";
  const verifier = () => createJwtIdentity({ issuer: ISSUER, keys: { secret }, now });
  const hs = (alg: string, text = secret) =>
    new SignJWT(claims()).setProtectedHeader({ alg, typ: "JWT" }).sign(new TextEncoder().encode(text.padEnd(64, " ")));

  test("accepts HS256 under it and nothing else", async () => {
    const token = await new SignJWT(claims())
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(secret));
    expect((await verifier().verify(token)).userId).toBe(USER_ID);
    await expectRefused(await hs("HS256", "another secret of thirty-two bytes"), verifier());
    await expectRefused(await hs("HS512"), verifier());
    await expectRefused(await sign(key), verifier());
  });

  test("never goes with public key algorithms, is never short, and a key set never goes with HS256", () => {
    const jwks = { keys: [key.jwk] };
    expect(() => createJwtIdentity({ issuer: ISSUER, keys: { jwks }, algorithms: ["ES256", "HS256"] })).toThrow(
      "HS256",
    );
    expect(() => createJwtIdentity({ issuer: ISSUER, keys: { jwks }, algorithms: ["none"] })).toThrow("none");
    expect(() => createJwtIdentity({ issuer: ISSUER, keys: { secret }, algorithms: ["RS256"] })).toThrow("RS256");
    expect(() => createJwtIdentity({ issuer: ISSUER, keys: { secret: "short" } })).toThrow("at least 32 bytes");
  });
});
