import { appMetadata } from "@assay/contract";
import type { ConnectionTokens } from "@assay/core/connections";
import { type Context, Hono } from "hono";
import { MCP_PATH, mcpAddress, originOf, RESOURCE_METADATA_PATH } from "../mcp/address.ts";
import { limitAuthorization } from "../middleware/limit-rate.ts";
import { readText } from "../middleware/read-text.ts";
import type { ApiEnv } from "../variables.ts";

/** Loaded with the first use: few deployments have any. */
const acts = () => import("@assay/core/connections");
const BODY_BYTES_MAX = 16_384;
/** The portal's page on which a person agrees. */
const CONSENT_PAGE = "/cm/connect";

/** What applications ask before they have a token: the authorization server of `/mcp`, which describes itself. */
export function oauthRoutes(): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(RESOURCE_METADATA_PATH, describeResource)
    .get(`${RESOURCE_METADATA_PATH}${MCP_PATH}`, describeResource)
    .get("/.well-known/oauth-authorization-server", describeServer)
    .post("/oauth/register", limitAuthorization, register)
    .post("/oauth/token", limitAuthorization, issue)
    .post("/oauth/revoke", limitAuthorization, revoke);
}

function describeResource(c: Context<ApiEnv>) {
  return c.json({
    resource: mcpAddress(c),
    authorization_servers: [originOf(c)],
    bearer_methods_supported: ["header"],
    resource_name: "Assay",
  });
}

function describeServer(c: Context<ApiEnv>) {
  const issuer = originOf(c);
  return c.json({
    issuer,
    authorization_endpoint: `${issuer}${CONSENT_PAGE}`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
}

async function register(c: Context<ApiEnv>) {
  const text = c.req.raw.body ? await readText(c.req.raw.body, BODY_BYTES_MAX) : "";
  const { data, error } = appMetadata.safeParse(parseJson(text));
  if (!data) {
    const [issue] = error.issues;
    const isRedirect = issue?.path[0] === "redirect_uris";
    const said = `${issue?.path.join(".")}: ${issue?.message}`;
    return refuse(c, isRedirect ? "invalid_redirect_uri" : "invalid_client_metadata", said);
  }
  return noStore(c).json(
    {
      ...data,
      client_id: (await acts()).makeAppId(data),
      client_id_issued_at: Math.floor(c.var.services.clock.now().getTime() / 1000),
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    201,
  );
}

async function issue(c: Context<ApiEnv>) {
  const form = await readForm(c);
  if (!form) return refuse(c, "invalid_request", "The body must be a form, with each name once");
  const { grant_type: grantType, client_id: clientId, resource } = form;
  if (clientId === undefined) return refuse(c, "invalid_request", "client_id must be given");
  const { db, identity } = c.var.services;
  const hasSession = (userId: string, sessionId: string) =>
    identity.hasSession ? identity.hasSession(userId, sessionId) : Promise.resolve(true);
  if (grantType === "authorization_code") {
    const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = form;
    if (!code || !redirectUri || !codeVerifier)
      return refuse(c, "invalid_request", "code, redirect_uri and code_verifier must be given");
    return tell(
      c,
      await (await acts()).exchangeCode(db, { code, clientId, redirectUri, codeVerifier, resource }, hasSession),
    );
  }
  if (grantType === "refresh_token") {
    const { refresh_token: refreshToken } = form;
    if (!refreshToken) return refuse(c, "invalid_request", "refresh_token must be given");
    return tell(c, await (await acts()).refreshConnection(db, { refreshToken, clientId, resource }, hasSession));
  }
  return refuse(c, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
}

async function revoke(c: Context<ApiEnv>) {
  const token = (await readForm(c))?.token;
  if (!token) return refuse(c, "invalid_request", "token must be given in a form");
  await (await acts()).revokeToken(c.var.services.db, token);
  return noStore(c).body(null, 200);
}

function tell(c: Context<ApiEnv>, tokens: ConnectionTokens | undefined) {
  if (!tokens) return refuse(c, "invalid_grant", "It is wrong, used, expired or ended: connect again");
  return noStore(c).json({
    access_token: tokens.accessToken,
    token_type: "Bearer",
    expires_in: tokens.expiresInSeconds,
    refresh_token: tokens.refreshToken,
  });
}

/** An error as RFC 6749 has it: programs of others read it. */
function refuse(c: Context<ApiEnv>, error: string, description: string) {
  return noStore(c).json({ error, error_description: description }, 400);
}

function noStore(c: Context<ApiEnv>): Context<ApiEnv> {
  c.header("Cache-Control", "no-store");
  return c;
}

async function readForm(c: Context<ApiEnv>): Promise<Readonly<Partial<Record<string, string>>> | undefined> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) || !c.req.raw.body) return undefined;
  const entries = [...new URLSearchParams(await readText(c.req.raw.body, BODY_BYTES_MAX))];
  const form = Object.fromEntries(entries);
  return Object.keys(form).length === entries.length ? form : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
