export * from "./create-key-signer.ts";
export * from "./keys-as-text.ts";
export * from "./read-public-keys.ts";
export { makeSigningKeys, publicHalf, rotateSigningKeys, type SigningKeys } from "./signing-keys.ts";
