import { resolveTxt } from "node:dns/promises";
import { createOidc } from "@assay/adapters/oidc";
import type { Clock, SignOn } from "@assay/core/ports";
import { checkIssuer, createGuardedFetch } from "@assay/embedded/fetch";
import type { Config } from "../config.ts";

/** What asks identity providers and the DNS, where people sign in at this service itself. */
export function openSignOn(
  { SSO_TRUSTED_ORIGINS: trustedOrigins }: Config,
  { now, findTexts = readTexts }: Pick<Clock, "now"> & { readonly findTexts?: SignOn["findTexts"] | undefined },
): SignOn {
  return {
    ...createOidc({ fetch: createGuardedFetch({ trustedOrigins }), now }),
    checkIssuer: (issuer) => checkIssuer(issuer, { trustedOrigins }),
    findTexts,
  };
}

async function readTexts(name: string): Promise<readonly string[]> {
  const records = await resolveTxt(name).catch(() => []);
  return records.map((parts) => parts.join(""));
}
