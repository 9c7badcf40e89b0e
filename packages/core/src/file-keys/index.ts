export { createFileKeysCheck } from "./check-file-keys.ts";
export * from "./destroy-file-keys.ts";
export * from "./encrypt-store.ts";
export * from "./inspect-file-keys.ts";
export { createFileKeys, type FileKey, type FileKeys } from "./open-file-keys.ts";
export * from "./rewrap-file-keys.ts";
export * from "./rotate-file-key.ts";
export {
  HEADER_BYTES,
  plainSize,
  SEALED_PART_BYTES,
  type StartSha256,
  sealedSize,
  TRAILER_BYTES,
} from "./seal-parts.ts";
