export { createJwtIdentity, type JwtIdentityOptions, type JwtKeys } from "./create-jwt-identity.ts";
export { TokenFromFuture } from "./read-claims.ts";
