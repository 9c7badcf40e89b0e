import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../exit-codes.ts";
import { replaceFile } from "../replace-file.ts";
import type { UserSession } from "./user-session.ts";

export type Profile = { readonly kind: "key"; readonly key: string } | ({ readonly kind: "session" } & UserSession);

export interface Credentials {
  /** The service of the last sign-in. */
  readonly current: string | null;
  /** By the address of the service. */
  readonly profiles: Readonly<Record<string, Profile>>;
}

const EMPTY: Credentials = { current: null, profiles: {} };

export function credentialsPath(env: Readonly<Record<string, string | undefined>>): string {
  const { ASSAY_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = env;
  const base = XDG_CONFIG_HOME || (process.platform === "win32" && APPDATA) || join(homedir(), ".config");
  return join(ASSAY_CONFIG_DIR || join(base, "assay"), "credentials.json");
}

export async function readCredentials(path: string): Promise<Credentials> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new CommandError("USAGE", `Cannot read ${path}: ${error.message}`);
  });
  if (text === null) return EMPTY;
  try {
    return { ...EMPTY, ...(JSON.parse(text) as Credentials) };
  } catch {
    throw new CommandError("USAGE", `Cannot read ${path}: it is not JSON`, "Remove the file, then run `assay login`.");
  }
}

const writeCredentials = (path: string, credentials: Credentials): Promise<void> =>
  replaceFile(path, `${JSON.stringify(credentials, null, 2)}\n`);

export async function putProfile(path: string, address: string, profile: Profile): Promise<void> {
  const { profiles } = await readCredentials(path);
  await writeCredentials(path, { current: address, profiles: { ...profiles, [address]: profile } });
}

/** Returns what was removed. */
export async function removeProfile(path: string, address: string): Promise<Profile | undefined> {
  const { current, profiles } = await readCredentials(path);
  const { [address]: removed, ...others } = profiles;
  if (!removed) return undefined;
  await writeCredentials(path, { current: current === address ? null : current, profiles: others });
  return removed;
}
