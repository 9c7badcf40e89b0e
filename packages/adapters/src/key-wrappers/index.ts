export { createAwsKmsWrapper } from "./aws-kms.ts";
export { createGcpKmsWrapper } from "./gcp-kms.ts";
export { createVaultWrapper } from "./vault.ts";
