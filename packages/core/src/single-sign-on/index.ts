export { createSsoDirectory } from "./directory.ts";
export * from "./domains.ts";
export { reEncryptProviderSecrets } from "./provider-secrets.ts";
export * from "./providers.ts";
