import {
  APP_ID_LENGTH_MAX,
  type AppMetadata,
  AssayError,
  appMetadata,
  appMetadataDocument,
  FetchError,
  isRedirectUri,
  isSameRedirect,
} from "@assay/contract";
import { asBase64, toBase64Url } from "../base64url.ts";
import type { Fetcher } from "../ports/fetcher.ts";

/** An application that may be connected. */
export interface App {
  readonly id: string;
  readonly name: string;
  /** Where its metadata came from; null where nothing proves who it is. */
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

const FETCH_MS = 5000;
const DOCUMENT_BYTES_MAX = 65_536;
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * The id of an application, which holds what it says of itself: nothing is stored, and anyone who makes one can as well
 * register the same. Throws VALIDATION_ERROR where that is too long.
 */
export function makeAppId({ client_name: name, redirect_uris }: AppMetadata): string {
  const bytes = new TextEncoder().encode(JSON.stringify([name ?? null, ...redirect_uris]));
  const id = `app_${toBase64Url(bytes)}`;
  if (id.length > APP_ID_LENGTH_MAX) throw invalidApp("redirect_uris", "must be fewer or shorter");
  return id;
}

/** The application of an id, which may receive answers at `redirectUri`. Throws VALIDATION_ERROR. */
export async function findApp(
  fetcher: Fetcher,
  { clientId, redirectUri }: { readonly clientId: string; readonly redirectUri: string },
): Promise<App> {
  const app = clientId.startsWith("app_") ? readAppId(clientId) : await fetchApp(fetcher, clientId);
  if (!isRedirectUri(redirectUri) || !app.redirectUris.some((known) => isSameRedirect(known, redirectUri)))
    throw invalidApp("redirectUri", "must be an address of the application's");
  return app;
}

/** The host that names an application; null for one that named itself. */
export function hostOfApp(clientId: string): string | null {
  return clientId.startsWith("app_") ? null : (URL.parse(clientId)?.host ?? null);
}

function readAppId(id: string): App {
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fromBase64Url(id.slice("app_".length))));
  } catch {
    said = undefined;
  }
  const [name, ...uris] = Array.isArray(said) ? said : [];
  const { data } = appMetadata.safeParse({ redirect_uris: uris, ...(name !== null && { client_name: name }) });
  if (!data) throw invalidApp("clientId", "must be an id that /oauth/register returned, or an https address");
  return toApp(id, data, null);
}

async function fetchApp(fetcher: Fetcher, id: string): Promise<App> {
  const url = URL.parse(id);
  if (url?.protocol !== "https:" || url.href !== id || url.pathname === "/" || url.hash || url.username)
    throw invalidApp("clientId", "must be an id that /oauth/register returned, or an https address with a path");
  const file = await fetcher.fetch(id, { signal: AbortSignal.timeout(FETCH_MS) }).catch((error: unknown) => {
    throw unreadableApp(error);
  });
  if (file.bytes.byteLength > DOCUMENT_BYTES_MAX)
    throw invalidApp("clientId", `must name a document of at most ${DOCUMENT_BYTES_MAX} bytes`);
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder().decode(file.bytes));
  } catch {
    said = undefined;
  }
  const { data } = appMetadataDocument.safeParse(said);
  if (!data || data.client_id !== id || file.url !== id)
    throw invalidApp("clientId", "must name a document with this client_id, client_name and redirect_uris");
  return toApp(id, data, url.host);
}

function toApp(id: string, { client_name, redirect_uris }: AppMetadata, host: string | null): App {
  const name = (client_name ?? "").toWellFormed().replace(UNSEEN, "").trim();
  return { id, name: name || "An application without a name", host, redirectUris: redirect_uris };
}

function unreadableApp(cause: unknown): AssayError {
  const why = cause instanceof FetchError || cause instanceof AssayError ? `: ${cause.message}` : "";
  return invalidApp("clientId", `must be an address that can be read${why}`, cause);
}

function invalidApp(field: string, issue: string, cause?: unknown): AssayError {
  return new AssayError("VALIDATION_ERROR", `Cannot connect the application because ${field} ${issue}`, {
    details: { issues: [{ field, issue }] },
    cause,
  });
}

function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(asBase64(text)), (char) => char.charCodeAt(0));
}
