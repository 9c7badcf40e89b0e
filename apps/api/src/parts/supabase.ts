import { createSupabaseAccounts, createSupabaseFileStore, createSupabaseIdentity } from "@assay/adapters/supabase";
import type { Accounts, Clock, Identity, MarkedFileStore } from "@assay/core/ports";
import type { Config } from "../config.ts";
import { asConfigError } from "./as-config-error.ts";

export interface SupabaseParts {
  readonly files: MarkedFileStore;
  readonly identity: Identity;
  readonly accounts: Accounts;
}

/** Files and people at Supabase, by the clock given; undefined where it is not configured. Throws ConfigError. */
export function supabaseParts(config: Config, clock?: Clock): SupabaseParts | undefined {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = config;
  if (!url || !secretKey) return undefined;
  return asConfigError(() => ({
    files: createSupabaseFileStore({
      url,
      secretKey,
      bucket: config.SUPABASE_BUCKET,
      prefix: config.SUPABASE_PATH_PREFIX || undefined,
    }),
    identity: createSupabaseIdentity({ url, jwtSecret: config.SUPABASE_JWT_SECRET, ...clock }),
    accounts: createSupabaseAccounts({ url, secretKey }),
  }));
}
