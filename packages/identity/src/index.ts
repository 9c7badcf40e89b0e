export {
  createLocalIdentity,
  type LocalIdentity,
  type LocalIdentityOptions,
} from "./create-local-identity.ts";
export type { FactorChange } from "./factors/factor-change.ts";
export { networkOf } from "./network-of.ts";
export type { RelyingParty } from "./passkeys/ceremonies.ts";
export type { LocalUser } from "./users.ts";
