import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPublicKeys } from "@assay/embedded/key-signer";
import { findLocalKeys, openLocalSigner, rotateLocalSigner } from "@assay/embedded/local-signer";
import { calculateJwkThumbprint } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-signer-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const bytes = new TextEncoder().encode("what is signed");

async function verifies({ x }: { x: string }, signature: Uint8Array, signed = bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, signature as Uint8Array<ArrayBuffer>, signed as Uint8Array<ArrayBuffer>);
}

test("the key is made once, for its owner's eyes only", async () => {
  const first = await openLocalSigner(join(dir, "keys"));
  const again = await openLocalSigner(join(dir, "keys"));
  expect(again.keyId).toBe(first.keyId);
  expect((await stat(join(dir, "keys", "checkpoint-keys.json"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, "keys"))).mode & 0o777).toBe(0o700);
});

test("a signature verifies with the public key, and with nothing else", async () => {
  const signer = await openLocalSigner(dir);
  const stranger = await openLocalSigner(join(dir, "stranger"));
  const signature = await signer.sign(bytes);
  expect(signature).toHaveLength(64);
  expect(await verifies(signer.publicKey, signature)).toBe(true);
  expect(await verifies(stranger.publicKey, signature)).toBe(false);
  expect(await verifies(signer.publicKey, signature, bytes.slice(1))).toBe(false);
});

test("what is public holds no private part and is named by its thumbprint", async () => {
  const signer = await openLocalSigner(dir);
  const { d } = JSON.parse(await readFile(join(dir, "checkpoint-keys.json"), "utf8")).current;
  expect(d).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(signer)).not.toContain(d);
  const { kty, crv, x, kid } = signer.publicKey;
  expect(await calculateJwkThumbprint({ kty, crv, x })).toBe(kid);
});

test("a new key signs, and old signatures still verify with the old one, which stays listed", async () => {
  const before = await openLocalSigner(dir);
  const signature = await before.sign(bytes);
  const rotated = await rotateLocalSigner(dir);
  const after = await openLocalSigner(dir);
  expect(after.keyId).toBe(rotated.kid);
  expect(after.publicKeys.map(({ kid }) => kid)).toEqual([rotated.kid, before.keyId]);
  expect(await verifies(after.publicKeys[1]!, signature)).toBe(true);
  expect(await verifies(after.publicKey, await after.sign(bytes))).toBe(true);
  expect(JSON.parse(await readFile(join(dir, "checkpoint-keys.json"), "utf8")).retired[0]).not.toHaveProperty("d");
});

test("the public keys are read from the key file and from what is published, under their own names alone", async () => {
  const signer = await openLocalSigner(dir);
  const file = await readFile(join(dir, "checkpoint-keys.json"), "utf8");
  expect(await readPublicKeys(file)).toEqual([signer.publicKey]);
  const published = { keys: [{ ...signer.publicKey, alg: "EdDSA", use: "sig" }] };
  expect(await readPublicKeys(JSON.stringify(published))).toEqual([signer.publicKey]);
  const renamed = { keys: [{ ...signer.publicKey, kid: "another" }] };
  for (const text of [JSON.stringify(renamed), "{}", "nothing"]) expect(await readPublicKeys(text)).toBeUndefined();
});

test("looking for kept keys makes none", async () => {
  expect(await findLocalKeys(join(dir, "nothing"))).toBeUndefined();
  await openLocalSigner(dir);
  expect((await findLocalKeys(dir))?.current.kid).toBe((await openLocalSigner(dir)).keyId);
});
