import { Assay, AssayApiError, exchangeLink, type LinkSession } from "@assay/client";
import { siteConfig } from "@assay/site/site-config";
import { findKeptLink, forgetLink, keepLink } from "./kept-links.ts";

export type Opening =
  | { readonly state: "OPEN"; readonly session: LinkSession; readonly token: string }
  /** Revoked, expired, or issued again. */
  | { readonly state: "ENDED" }
  /** Opened before, in another browser or in this one before its session ended. */
  | { readonly state: "USED" }
  /** The address has no secret, and this browser no link. */
  | { readonly state: "NONE" }
  | { readonly state: "FAILED"; readonly error: unknown };

/** Opens the link of the secret, else the one that this browser opened before. */
export async function openLink(secret: string | null, linkId: string | null): Promise<Opening> {
  try {
    return secret === null ? await openKept(linkId) : await openNew(secret);
  } catch (error) {
    if (!(error instanceof AssayApiError)) return { state: "FAILED", error };
    if (error.status === 401) return { state: "ENDED" };
    if (error.code === "INVALID_STATE") return { state: "USED" };
    return { state: "FAILED", error };
  }
}

async function openNew(secret: string): Promise<Opening> {
  const { session, token } = await exchangeLink((await siteConfig()).apiUrl, secret);
  keepLink({ linkId: session.linkId, token });
  return { state: "OPEN", session, token };
}

async function openKept(asked: string | null): Promise<Opening> {
  const kept = findKeptLink(asked);
  if (!kept) return { state: "NONE" };
  const { linkId, token } = kept;
  const client = new Assay({ baseUrl: (await siteConfig()).apiUrl, token });
  try {
    return { state: "OPEN", session: await client.links.session(), token };
  } catch (error) {
    if (error instanceof AssayApiError && error.status === 401) forgetLink(linkId);
    throw error;
  }
}
