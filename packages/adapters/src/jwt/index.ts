export { createJwtIdentity, type JwtIdentityOptions, type JwtKeys } from "./create-jwt-identity.ts";
