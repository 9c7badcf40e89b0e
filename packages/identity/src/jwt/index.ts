export { assertCompactJws } from "./assert-compact-jws.ts";
export { createJwtIdentity, type JwtIdentityOptions, type JwtKeys } from "./create-jwt-identity.ts";
export { CLOCK_TOLERANCE_SECONDS, TokenFromFuture } from "./read-claims.ts";
