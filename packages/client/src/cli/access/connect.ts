import { AssayAdmin } from "../../admin/assay-admin.ts";
import { Assay } from "../../assay.ts";
import type { AssayOptions } from "../../http.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { credentialsPath, type Profile, putProfile, readCredentials } from "./credentials-file.ts";
import { toServiceAddress } from "./service-address.ts";
import { MARGIN_SECONDS, renewSession } from "./user-session.ts";

export interface Connection {
  readonly address: string;
  readonly token: NonNullable<AssayOptions["token"]>;
  readonly assay: Assay;
  readonly admin: AssayAdmin;
  /** Where the access comes from. */
  readonly source: "ASSAY_API_KEY" | "key" | "session";
  /** Of a person; null for an API key. */
  readonly email: string | null;
}

interface Given {
  readonly url?: string | undefined;
  readonly tenant?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The service and who is signed in there: the option, then the environment, then what `assay login` stored. */
export async function connect({ url, tenant, env }: Given): Promise<Connection> {
  const path = credentialsPath(env);
  const address = await findAddress({ url, env });
  const access = await findAccess(path, address, env.ASSAY_API_KEY);
  return open({ address, ...access, tenantId: tenant });
}

/** The service to use. Throws CommandError where none is named. */
export async function findAddress({ url, env }: Omit<Given, "tenant">): Promise<string> {
  const given = url ?? (env.ASSAY_URL || (await readCredentials(credentialsPath(env))).current);
  if (!given) throw usageError("Cannot tell which service to use", "Run `assay login`, give --url, or set ASSAY_URL.");
  return toServiceAddress(given);
}

export function open({
  token,
  tenantId,
  ...access
}: Omit<Connection, "assay" | "admin"> & Pick<AssayOptions, "tenantId">): Connection {
  const options: AssayOptions = { baseUrl: access.address, token, tenantId };
  return { ...access, token, assay: new Assay(options), admin: new AssayAdmin(options) };
}

async function findAccess(
  path: string,
  address: string,
  key: string | undefined,
): Promise<Pick<Connection, "source" | "email" | "token">> {
  if (key) return { source: "ASSAY_API_KEY", email: null, token: key.trim() };
  const profile = (await readCredentials(path)).profiles[address];
  if (!profile)
    throw new CommandError(
      "NOT_ALLOWED",
      `You are not signed in to ${address}`,
      `Run \`assay login --url ${address}\`, or set ASSAY_API_KEY.`,
    );
  if (profile.kind === "key") return { source: "key", email: null, token: profile.key };
  return { source: "session", email: profile.email, token: () => currentToken(path, address, profile) };
}

/** The access token, renewed and stored before it ends. */
async function currentToken(path: string, address: string, session: Profile & { kind: "session" }): Promise<string> {
  const isFresh = ({ expiresAt }: { expiresAt: number }) => expiresAt - Date.now() / 1000 > MARGIN_SECONDS;
  if (isFresh(session)) return session.accessToken;
  const stored = async () => {
    const profile = (await readCredentials(path)).profiles[address];
    return profile?.kind === "session" && isFresh(profile) ? profile.accessToken : undefined;
  };
  const renewedBefore = await stored();
  if (renewedBefore) return renewedBefore;
  try {
    const renewed = await renewSession(session);
    await putProfile(path, address, { kind: "session", ...renewed });
    return renewed.accessToken;
  } catch (error) {
    // Another process may have used the refresh token meanwhile.
    const renewedElsewhere = await stored();
    if (renewedElsewhere) return renewedElsewhere;
    throw error;
  }
}
