import { AssayApiError, acceptInvitation, exchangeInvitation, type OfferedInvitation } from "@assay/client";
import { accessToken, signIn, signOut, storedSession } from "@assay/site/auth";
import { changeTenant } from "@assay/site/own-tenant";
import { forgetTenant } from "@assay/site/page-tenant";
import { queryClient } from "@assay/site/query-client";
import { siteConfig } from "@assay/site/site-config";
import { takeSecret } from "../app/take-secret.ts";

export type Opening =
  | { readonly state: "OPEN"; readonly secret: string; readonly invitation: OfferedInvitation }
  | { readonly state: "ENDED" | "NONE" }
  | { readonly state: "FAILED"; readonly error: unknown };

/** Kept for this tab alone: a sign-in in between leads back here. */
const KEY = "assay.invitation";

/** Opens the invitation of the address, else the one that this tab opened before. */
export async function openInvitation(): Promise<Opening> {
  const taken = takeSecret("/invitation");
  if (taken !== null) sessionStorage.setItem(KEY, taken);
  const secret = sessionStorage.getItem(KEY);
  if (secret === null) return { state: "NONE" };
  try {
    const { apiUrl } = await siteConfig();
    return { state: "OPEN", secret, invitation: await exchangeInvitation(apiUrl, secret) };
  } catch (error) {
    if (!(error instanceof AssayApiError) || error.status !== 401) return { state: "FAILED", error };
    sessionStorage.removeItem(KEY);
    return { state: "ENDED" };
  }
}

/** The address of who is signed in here. */
export function signedInAs(): string | null {
  return storedSession()?.email.toLowerCase() ?? null;
}

/** Accepts with the account that is signed in, whose session goes to the tenant. */
export async function acceptSignedIn(secret: string): Promise<void> {
  const { tenant } = await acceptInvitation((await siteConfig()).apiUrl, { secret, token: await accessToken() });
  end();
  // A session that cannot go there stays where it is.
  await changeTenant(tenant.id).catch(() => undefined);
}

/** Accepts with a new account, and signs in to it. */
export async function acceptWithPassword(secret: string, email: string, password: string): Promise<void> {
  await acceptInvitation((await siteConfig()).apiUrl, { secret, password });
  if (storedSession()) await signOut();
  await signIn(email, password);
  end();
}

function end(): void {
  sessionStorage.removeItem(KEY);
  queryClient.clear();
  forgetTenant();
}
