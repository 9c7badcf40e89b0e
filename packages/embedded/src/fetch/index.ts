export { checkIssuer } from "./check-issuer.ts";
export * from "./create-fetcher.ts";
export { createGuardedFetch } from "./create-guarded-fetch.ts";
