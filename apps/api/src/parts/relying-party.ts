import type { RelyingParty } from "@assay/identity";
import { type Config, ConfigError } from "../config.ts";

/** The domain that passkeys are bound to, and the sites in it; undefined where the service's address is not known. */
export function readRelyingParty({ API_URL, CORS_ORIGINS, PASSKEY_DOMAIN }: Config): RelyingParty | undefined {
  if (!API_URL) return undefined;
  const own = new URL(API_URL);
  const id = PASSKEY_DOMAIN ?? own.hostname;
  const isWithin = (origin: string) => {
    const { hostname } = new URL(origin);
    return hostname === id || hostname.endsWith(`.${id}`);
  };
  if (!isWithin(API_URL))
    throw new ConfigError(
      `Cannot use passkeys because PASSKEY_DOMAIN must be the domain of API_URL or one above it: it is '${id}'`,
    );
  return { id, origins: [own.origin, ...CORS_ORIGINS].filter(isWithin) };
}
