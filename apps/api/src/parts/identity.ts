import { join } from "node:path";
import { createLocalIdentity, type LocalIdentity, type LocalIdentityOptions } from "@assay/adapters/local-identity";
import type { Accounts, Identity } from "@assay/core/ports";
import { getConnInfo } from "@hono/node-server/conninfo";

/** Never compared with an address: tokens stay valid when the port changes. */
const LOCAL_ISSUER = "http://assay.local/auth/v1";

export interface IdentityPart {
  readonly identity: Identity;
  readonly accounts: Accounts;
  /** The issuer in this process, where there is no other. */
  readonly local?: LocalIdentity;
}

/** Who verifies tokens and keeps the people: Supabase Auth, else an issuer in this process. */
export async function openIdentity(
  supabase: IdentityPart | undefined,
  dataDir: string,
  { passwordChanged }: Pick<LocalIdentityOptions, "passwordChanged"> = {},
): Promise<IdentityPart> {
  if (supabase) return supabase;
  const local = await createLocalIdentity({
    dir: join(dataDir, "identity"),
    issuer: LOCAL_ISSUER,
    clientAddress: (c) => getConnInfo(c).remote.address ?? "",
    ...(passwordChanged && { passwordChanged }),
  });
  return { identity: local.identity, accounts: local.accounts, local };
}
