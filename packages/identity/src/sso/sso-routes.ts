import { randomBytes } from "node:crypto";
import { domainOfEmail, SignOnError, toDomain } from "@assay/contract";
import type { SignOn, SsoCaller, SsoDirectory } from "@assay/core/ports";
import { type Context, Hono } from "hono";
import { GoTrueError } from "../gotrue-error.ts";
import { readJsonBody } from "../read-json-body.ts";
import { refuseMethod } from "../requests.ts";
import type { Users } from "../users.ts";
import { createFlowState, type Flow } from "./flow-state.ts";
import type { SignOnCodes } from "./sign-on-codes.ts";

const BODY_LIMIT_BYTES = 8192;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const MAX_AGE_SECONDS = 300;
const CALLBACK = "/sso/callback";

export interface SsoOptions {
  readonly signOn: Pick<SignOn, "begin" | "finish">;
  readonly directory: SsoDirectory;
  /** Of pages on other origins than the service's own. */
  readonly siteOrigins: readonly string[];
}

export interface SsoRoutesOptions extends SsoOptions {
  readonly users: Users;
  readonly codes: SignOnCodes;
  readonly key: Uint8Array;
  readonly now: () => Date;
  /** Who is signed in. Throws GoTrueError. */
  readonly readCaller: (c: Context) => Promise<SsoCaller>;
}

/** Signing in through a tenant's provider: to it, and back to the site with a code. No token is in any address. */
export function createSsoRoutes({ signOn, directory, users, codes, now, key, ...options }: SsoRoutesOptions): Hono {
  const flowState = createFlowState({ key, now });

  /** Says whether a domain has a provider, and nothing of accounts. */
  async function begin(c: Context) {
    const body = await readJsonBody(c.req.raw, BODY_LIMIT_BYTES);
    const email = typeof body.email === "string" ? body.email.trim() : undefined;
    const domain = typeof body.domain === "string" ? toDomain(body.domain.trim()) : domainOfEmail(email ?? "");
    if (domain === undefined) throw new GoTrueError(400, "validation_failed", "domain or email must be given");
    if (body.code_challenge_method !== "s256" || typeof body.code_challenge !== "string")
      throw new GoTrueError(400, "validation_failed", "code_challenge must be given, by the method s256");
    if (!CHALLENGE.test(body.code_challenge))
      throw new GoTrueError(400, "validation_failed", "code_challenge must be a SHA-256 in base64url");
    const addresses = readAddresses(c, body.redirect_to, options.siteOrigins);
    const caller = body.confirm === true ? await options.readCaller(c) : undefined;
    const provider = await directory.findByDomain(domain);
    if (!provider) throw new GoTrueError(404, "sso_provider_not_found", "No single sign-on for this domain");
    const [nonce, verifier, jti] = [newSecret(), newSecret(), newSecret()];
    const ways = { nonce, verifier, ...(caller && { maxAgeSeconds: MAX_AGE_SECONDS }) };
    const flow: Flow = {
      ...{ jti, tenantId: provider.tenantId, providerId: provider.id, challenge: body.code_challenge },
      ...ways,
      ...addresses,
      ...(caller && { caller }),
    };
    const attempt = { ...ways, redirectUri: addresses.redirectUri, state: await flowState.seal(flow) };
    return c.json({ url: await signOn.begin(provider, { ...attempt, email }).catch(toGoTrueError) });
  }

  /** Where the provider sends the person back to. */
  async function finish(c: Context) {
    const state = c.req.query("state") ?? "";
    const flow = await flowState.open(state);
    if (!flow) throw new GoTrueError(400, "flow_state_not_found", "This sign-in has expired: start again");
    const back = new URL(flow.redirectTo);
    try {
      back.searchParams.set("code", await vouch(flow, state, new URL(c.req.url)));
    } catch (error) {
      if (!(error instanceof SignOnError)) throw error;
      back.searchParams.set("error_code", error.code);
    }
    return c.redirect(back.href, 303);
  }

  async function vouch(flow: Flow, state: string, url: URL): Promise<string> {
    const provider = await directory.find({ tenantId: flow.tenantId, id: flow.providerId });
    if (!provider) throw new SignOnError("PROVIDER_REFUSED");
    const person = await signOn.finish(provider, { ...flow, state }, url);
    const { userId, email, shown } = await directory.admit(provider, person, flow.caller);
    const { tenantId } = provider;
    await users.findOrAdmit({ id: userId, email, tenantId });
    const provedAt = person.authenticatedAt?.getTime() ?? 0;
    const second = shown.length > 0 ? { providerId: provider.id, values: [...shown] } : undefined;
    const code = await codes.issue(flow.jti, { challenge: flow.challenge, userId, tenantId, provedAt, second });
    if (code === undefined) throw new SignOnError("REPLY_NOT_VALID");
    return code;
  }

  return new Hono()
    .post("/sso", begin)
    .all("/sso", refuseMethod("POST"))
    .all(CALLBACK, (c) => (c.req.method === "GET" ? finish(c) : refuseMethod("GET")()));
}

const newSecret = () => randomBytes(32).toString("base64url");

/**
 * The site that the person came from, and the service as that site calls it. Both have the host of this request, or the site
 * has an origin that an operator named: a code leads nowhere else.
 */
function readAddresses(c: Context, given: unknown, siteOrigins: readonly string[]) {
  const site = typeof given === "string" ? URL.parse(given) : null;
  const host = c.req.header("host") ?? "";
  const isOwn = site !== null && /^https?:$/.test(site.protocol) && site.host === host;
  if (!site || !(isOwn || siteOrigins.includes(site.origin)))
    throw new GoTrueError(400, "validation_failed", "redirect_to must be an address of the service or of a site");
  const own = new URL(c.req.url);
  const protocol = isOwn ? site.protocol : isLoopback(own) ? own.protocol : "https:";
  const path = own.pathname.replace(/\/sso$/, CALLBACK);
  site.hash = "";
  for (const ours of ["code", "error_code"]) site.searchParams.delete(ours);
  return { redirectTo: site.href, redirectUri: `${protocol}//${host}${path}` };
}

const isLoopback = ({ hostname }: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

function toGoTrueError(error: unknown): never {
  if (error instanceof SignOnError) throw new GoTrueError(502, error.code.toLowerCase(), error.message);
  throw error;
}
