export { checkS3 } from "./check-s3.ts";
export { createS3AuditDestination } from "./s3-audit-destination.ts";
export { createS3CheckpointStore, type S3CheckpointStoreOptions } from "./s3-checkpoint-store.ts";
export type { S3Options } from "./s3-client.ts";
export { createS3FileStore, type S3FileStoreOptions } from "./s3-file-store.ts";
