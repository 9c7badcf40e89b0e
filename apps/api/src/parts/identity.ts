import { join } from "node:path";
import { createStateStore } from "@assay/core/identity-state";
import type { Accounts, Clock, Identity } from "@assay/core/ports";
import type { Database } from "@assay/db";
import { createLocalIdentity, type LocalIdentity, type LocalIdentityOptions } from "@assay/identity";
import type { Config } from "../config.ts";
import { keepsState } from "./folder.ts";
import { readRelyingParty } from "./relying-party.ts";

/** Never compared with an address: tokens stay valid when the port changes. */
const LOCAL_ISSUER = "http://assay.local/auth/v1";

export interface IdentityPart {
  readonly identity: Identity;
  readonly accounts: Accounts;
  /** The issuer in this process, where there is no other. */
  readonly local?: LocalIdentity;
}

/**
 * Who verifies tokens and keeps the people: Supabase Auth, else an issuer in each process, whose state is in the data
 * folder, or in the database where there is no data folder.
 */
export async function openIdentity(
  config: Config,
  supabase: IdentityPart | undefined,
  { dataDir, db }: { readonly dataDir: string; readonly db: Database },
  {
    passwordChanged,
    factorChanged,
    secretBox,
    clientAddress = () => "",
    sso,
    clock,
  }: Pick<LocalIdentityOptions, "passwordChanged" | "factorChanged" | "secretBox" | "clientAddress" | "sso"> & {
    readonly clock?: Clock;
  } = {},
): Promise<IdentityPart> {
  if (supabase) return supabase;
  const inDatabase = !keepsState(config);
  const local = await createLocalIdentity({
    dir: join(inDatabase ? config.ASSAY_DATA_DIR : dataDir, "identity"),
    ...(inDatabase && { shared: { store: createStateStore(db), secret: config.CHECKPOINT_SIGNING_KEY!.current.d } }),
    issuer: LOCAL_ISSUER,
    clientAddress,
    secretBox,
    relyingParty: readRelyingParty(config),
    ...(passwordChanged && { passwordChanged }),
    ...(factorChanged && { factorChanged }),
    ...(sso && { sso }),
    ...clock,
  });
  return { identity: local.identity, accounts: local.accounts, local };
}
