export * from "./create-key-signer.ts";
export * from "./keys-as-text.ts";
export { makeSigningKeys, rotateSigningKeys, type SigningKeys } from "./signing-keys.ts";
