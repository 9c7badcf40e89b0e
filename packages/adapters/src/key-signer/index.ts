export * from "./create-key-signer.ts";
export { makeSigningKeys, rotateSigningKeys, type SigningKeys, signingKeys } from "./signing-keys.ts";
