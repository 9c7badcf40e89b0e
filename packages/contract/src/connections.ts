import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp } from "./primitives.ts";

/** Begins each token of a connection, so that it is told from an API key and from what an identity issues. */
export const CONNECTION_TOKEN_START = "assay_mcp_";
export const CONNECTIONS_PER_MEMBER_MAX = 20;
export const CONNECTION_DAYS = 90;
/** The most that an application may say of itself in its id. */
export const APP_ID_LENGTH_MAX = 2000;
export const REDIRECT_URI_LENGTH_MAX = 500;

const address = z.string().min(1).max(REDIRECT_URI_LENGTH_MAX);

/** What an application asks for, as in OAuth 2.1 with PKCE. */
const connectionRequestShape = {
  clientId: z
    .string()
    .min(1)
    .max(APP_ID_LENGTH_MAX)
    .describe("An id of `/oauth/register`, or the https address of the application's metadata."),
  redirectUri: address.describe("One of the application's, where the answer goes."),
  codeChallenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "must be a SHA-256 in base64url")
    .describe("Of PKCE, S256."),
  resource: address.describe("The address of `/mcp`."),
  state: z.string().max(1000).optional().describe("Given back as it is."),
};
export const connectionRequestQuery = z.strictObject(connectionRequestShape);
export const createConnectionBody = z.strictObject(connectionRequestShape);
export type ConnectionRequest = z.infer<typeof createConnectionBody>;

export const askedConnection = z.strictObject({
  clientName: z.string().describe("As the application calls itself."),
  clientHost: z
    .string()
    .nullable()
    .describe("The host that its metadata came from; null where nothing proves who it is."),
  redirectTarget: z.string().describe("Where the answer goes: a host, or the scheme of a program."),
  denyUrl: z.string().describe("Where a refusal leads."),
});
export type AskedConnection = z.infer<typeof askedConnection>;
export const askedConnectionReply = z.strictObject({ request: askedConnection });

export const connection = z.strictObject({
  id,
  clientName: z.string(),
  clientHost: z.string().nullable(),
  userId: z.string(),
  userName: z.string().nullable(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable().describe("To the minute."),
  expiresAt: timestamp,
});
export type Connection = z.infer<typeof connection>;
export const createdConnectionReply = z.strictObject({
  redirectUrl: z.string().describe("Back to the application, with a code that is used once within a minute."),
});
export const connectionListQuery = pageQuery;
export const connectionListReply = z.strictObject({ connections: z.array(connection), nextCursor });

/** What a browser runs or opens itself: an answer never goes there. */
const BROWSER_SCHEMES = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source|ws|wss|ftp|intent|http):/i;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether an answer may go to this address: https, http on this machine, or the scheme of a program, such as `cursor://`. */
export function isRedirectUri(value: string): boolean {
  const url = URL.parse(value);
  if (!url || value.includes("#") || url.username || url.password || !/^[\x21-\x7e]+$/.test(value)) return false;
  if (url.protocol === "http:") return LOOPBACK.includes(url.hostname);
  return url.protocol === "https:" || (/^[a-z][a-z0-9+.-]+:\/\//i.test(value) && !BROWSER_SCHEMES.test(value));
}

/** Whether `asked` is `known`, with any port on this machine, as RFC 8252 lets programs choose one. */
export function isSameRedirect(known: string, asked: string): boolean {
  if (known === asked) return true;
  const [one, other] = [URL.parse(known), URL.parse(asked)];
  if (!one || !other || one.protocol !== "http:" || !LOOPBACK.includes(one.hostname)) return false;
  one.port = other.port;
  return one.href === other.href;
}

const redirectUri = z
  .string()
  .max(REDIRECT_URI_LENGTH_MAX)
  .refine(isRedirectUri, "must be https, http on this machine, or the scheme of a program, without a fragment");

/** What an application says of itself, as RFC 7591 names it; what is not here has no effect. */
export const appMetadata = z.object({
  client_name: z.string().min(1).max(100).optional(),
  redirect_uris: z.array(redirectUri).min(1).max(10),
  token_endpoint_auth_method: z.literal("none", "must be none: applications have no secret").optional(),
});
export type AppMetadata = z.infer<typeof appMetadata>;
/** The same at the address that is its id. */
export const appMetadataDocument = appMetadata.extend({
  client_id: z.string(),
  client_name: z.string().min(1).max(100),
});
