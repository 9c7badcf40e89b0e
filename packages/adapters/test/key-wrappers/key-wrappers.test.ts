import { createAwsKmsWrapper, createGcpKmsWrapper, createVaultWrapper } from "@assay/adapters/key-wrappers";
import type { KeyWrapper } from "@assay/core/ports";
import { exportPKCS8, generateKeyPair } from "jose";
import { describe, expect, test } from "vitest";
import { AWS, serveKeyServices, VAULT_TOKEN } from "./serve-key-services.ts";

const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
const services = serveKeyServices(publicKey as CryptoKey);
const { fetch } = services;
const now = { ms: 0 };

const ARN = `arn:aws:kms:${AWS.region}:111122223333:key/1234`;
const aws = (more = {}) => createAwsKmsWrapper({ arn: ARN, ...AWS, fetch, ...more });
const vault = (more = {}) =>
  createVaultWrapper({ url: "https://vault.example.com/v1/transit/keys/assay", token: VAULT_TOKEN, fetch, ...more });
const name = "projects/p/locations/europe/keyRings/r/cryptoKeys/k";
const gcp = (more = {}) => createGcpKmsWrapper({ name, fetch, now: () => now.ms, ...more });
const credentials = {
  client_email: "assay@example.com",
  private_key: await exportPKCS8(privateKey),
  token_uri: "https://oauth2.example.com/token",
};

const WRAPPERS: [string, (more?: object) => KeyWrapper, object][] = [
  ["AWS KMS", aws, { arn: ARN.replace("1234", "5678") }],
  ["Vault", vault, { url: "https://vault.example.com/v1/transit/keys/other" }],
  ["Google Cloud KMS of a machine's account", gcp, { name: `${name}2` }],
  ["Google Cloud KMS of a service account", (more) => gcp({ credentials, ...more }), { name: `${name}2` }],
];

describe.each(WRAPPERS)("%s", (_, make, other) => {
  const key = crypto.getRandomValues(new Uint8Array(32));

  test("unwraps what it wrapped, for the same context alone", async () => {
    const wrapper = make();
    const wrapped = await wrapper.wrap(key, "tenant 1");
    expect(wrapped.keyId).toBe(wrapper.keyId);
    expect(await make().unwrap(wrapped, "tenant 1")).toEqual(key);
    expect(await wrapper.unwrap(wrapped, "tenant 2")).toBeUndefined();
  });

  test("is not asked for what another key wrapped", async () => {
    const wrapped = await make(other).wrap(key, "tenant 1");
    const before = services.asked.length;
    expect(await make().unwrap(wrapped, "tenant 1")).toBeUndefined();
    expect(services.asked.length).toBe(before);
  });

  test("is an outage of the files while it refuses or fails, and never a lost key", async () => {
    const wrapped = await make().wrap(key, "tenant 1");
    for (const status of [401, 403, 404, 429, 500, 503]) {
      services.refusal = status;
      const failure = make().unwrap(wrapped, "tenant 1");
      await expect(failure, String(status)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", part: "files" });
    }
    services.refusal = undefined;
    const unreachable = make({ fetch: () => Promise.reject(new TypeError("no route")) });
    await expect(unreachable.wrap(key, "tenant 1")).rejects.toMatchObject({ part: "files" });
  });
});

const google = (status: string) => ({ error: { code: 400, status, message: "No" } });
const REFUSALS: readonly (readonly [string, () => KeyWrapper, unknown, "other key" | "outage"])[] = [
  ["IncorrectKeyException", aws, { __type: "IncorrectKeyException" }, "other key"],
  ["InvalidCiphertextException", aws, { __type: "com.amazonaws.kms#InvalidCiphertextException" }, "other key"],
  ["ThrottlingException", aws, { __type: "ThrottlingException", message: "Rate exceeded" }, "outage"],
  ["KMSInternalException", aws, { __type: "com.amazonaws.kms#KMSInternalException" }, "outage"],
  ["DependencyTimeoutException", aws, { __type: "DependencyTimeoutException" }, "outage"],
  ["DisabledException", aws, { __type: "DisabledException" }, "outage"],
  ["AccessDeniedException", aws, { __type: "AccessDeniedException" }, "outage"],
  ["no type", aws, "<html>", "outage"],
  ["INVALID_ARGUMENT", gcp, google("INVALID_ARGUMENT"), "other key"],
  ["FAILED_PRECONDITION", gcp, google("FAILED_PRECONDITION"), "outage"],
  ["message authentication failed", vault, { errors: ["cipher: message authentication failed"] }, "other key"],
  ["invalid ciphertext", vault, { errors: ["invalid ciphertext: no prefix"] }, "other key"],
  ["encryption key not found", vault, { errors: ["encryption key not found"] }, "outage"],
];

test.each(REFUSALS)("status 400 with '%s' is what it says", async (_, make, body, is) => {
  const wrapper = make();
  const wrapped = await wrapper.wrap(new Uint8Array(32), "tenant 1");
  // A token of Google's is there by now.
  services.refusal = { status: 400, body };
  const unwrapped = wrapper.unwrap(wrapped, "tenant 1").finally(() => {
    services.refusal = undefined;
  });
  if (is === "other key") return expect(await unwrapped).toBeUndefined();
  await expect(unwrapped).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", part: "files" });
});

test("a refusal names the vendor's code, and what passes asks nobody to change a setting", async () => {
  services.refusal = { status: 400, body: { __type: "ThrottlingException" } };
  const throttled = aws().wrap(new Uint8Array(32), "tenant 1");
  await expect(throttled).rejects.toThrow(/because it replied with status 400 \(ThrottlingException\)$/);
  services.refusal = { status: 400, body: { __type: "DisabledException" } };
  const disabled = aws().wrap(new Uint8Array(32), "tenant 1");
  await expect(disabled).rejects.toThrow("(DisabledException): check the key's name and the rights on it");
  services.refusal = undefined;
});

test("a request that is not signed by the key's owner is refused", async () => {
  const wrapping = aws({ secretAccessKey: "other" }).wrap(new Uint8Array(32), "tenant 1");
  await expect(wrapping).rejects.toThrow("it replied with status 403");
});

test("Google's token is used until a minute before its end", async () => {
  const wrapper = gcp({ credentials });
  const tokens = () => services.asked.filter((url) => url === credentials.token_uri).length;
  const before = tokens();
  for (const ms of [0, 3_539_000, 3_540_000]) {
    now.ms = ms;
    await wrapper.wrap(new Uint8Array(32), "tenant 1");
  }
  now.ms = 0;
  expect(tokens() - before).toBe(2);
});
