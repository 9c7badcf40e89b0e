export * from "./open-local-signer.ts";
