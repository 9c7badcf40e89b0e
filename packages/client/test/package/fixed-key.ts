import { createPrivateKey, createPublicKey } from "node:crypto";

/** PKCS#8 of an Ed25519 key, without its 32 bytes. */
const HEAD = "302e020100300506032b657004220420";

/** A key of these tests, the same at every run. */
export const fixedKey = {
  kid: "k1",
  privateKey: createPrivateKey({ key: Buffer.from(HEAD + "4b".repeat(32), "hex"), format: "der", type: "pkcs8" }),
};

/** As the service gives it to verifiers. */
export const fixedKeys = {
  keys: [
    {
      kid: "k1",
      kty: "OKP" as const,
      crv: "Ed25519" as const,
      x: createPublicKey(fixedKey.privateKey).export({ format: "jwk" }).x!,
    },
  ],
};
