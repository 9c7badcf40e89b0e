import { FetchError, SignOnError } from "@assay/contract";
import type { SignedOn, SignOn } from "@assay/core/ports";
import * as oidc from "openid-client";
import { configure, describeProvider, type ProviderFetch } from "./discover.ts";
import { keepDescriptions } from "./keep-descriptions.ts";
import { readClaims } from "./read-claims.ts";

export interface OidcOptions {
  readonly fetch: ProviderFetch;
  readonly now: () => Date;
}

const SCOPE = "openid email profile";

/** Identity providers that speak OpenID Connect: authorization code, PKCE, state and nonce, and a signed ID token. */
export function createOidc({ fetch, now }: OidcOptions): Pick<SignOn, "findProblem" | "begin" | "finish"> {
  const keptDescription = keepDescriptions((issuer) => describeProvider(issuer, fetch), now);
  return {
    async findProblem(issuer) {
      try {
        return findMetadataProblem(await describeProvider(issuer, fetch));
      } catch (error) {
        return describeFailure(error);
      }
    },

    async begin(client, { redirectUri, state, nonce, verifier, maxAgeSeconds, email }) {
      const configuration = configure(await keptDescription(client.issuer).catch(failed), client, fetch);
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        response_type: "code",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
        ...(email !== undefined && { login_hint: email }),
      });
      return address.href;
    },

    async finish(client, { redirectUri, state, nonce, verifier, maxAgeSeconds }, url) {
      const configuration = configure(await describeProvider(client.issuer, fetch).catch(failed), client, fetch);
      // The provider compares the address of the token request with the one that the attempt began with.
      const reply = new URL(redirectUri);
      reply.search = url.search;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(configuration, reply, checks).catch(failed);
      const claims = tokens.claims();
      if (!claims) throw new SignOnError("REPLY_NOT_VALID");
      const person = readClaims({ ...claims, ...(await furtherClaims(configuration, tokens, claims)) });
      if (maxAgeSeconds !== undefined) requireRecent(person, maxAgeSeconds, now());
      return person;
    },
  };
}

/** Some say at their userinfo endpoint alone what the e-mail is. It answers for the same subject, or is not believed. */
async function furtherClaims(
  configuration: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse,
  { sub, email }: oidc.IDToken,
): Promise<Readonly<Record<string, unknown>>> {
  if (email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  const said = await oidc.fetchUserInfo(configuration, tokens.access_token, sub).catch(failed);
  return { email: said.email, email_verified: said.email_verified, xms_edov: said.xms_edov, hd: said.hd };
}

/** The provider's clock and ours differ by a few seconds. */
const TOLERANCE_SECONDS = 10;

/** A provider that overlooks `max_age`, or does not say when, proves nothing of now. */
function requireRecent({ authenticatedAt }: SignedOn, maxAgeSeconds: number, now: Date): void {
  const age = authenticatedAt && (now.getTime() - authenticatedAt.getTime()) / 1000;
  if (age === undefined || age > maxAgeSeconds + TOLERANCE_SECONDS || age < -TOLERANCE_SECONDS)
    throw new SignOnError("AUTHENTICATION_TOO_OLD");
}

function failed(cause: unknown): never {
  if (fetchErrorIn(cause)) throw new SignOnError("PROVIDER_UNREACHABLE", { cause });
  if (cause instanceof oidc.AuthorizationResponseError) throw new SignOnError("PROVIDER_REFUSED", { cause });
  throw new SignOnError("REPLY_NOT_VALID", { cause });
}

function fetchErrorIn(error: unknown): FetchError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof FetchError) return cause;
  return undefined;
}

function findMetadataProblem(server: oidc.ServerMetadata): string | undefined {
  const { authorization_endpoint, token_endpoint, jwks_uri } = server;
  if (authorization_endpoint === undefined) return "It names no authorization_endpoint";
  if (token_endpoint === undefined) return "It names no token_endpoint";
  return jwks_uri === undefined ? "It names no jwks_uri" : undefined;
}

/** In words for an administrator. */
function describeFailure(error: unknown): string {
  return fetchErrorIn(error)?.message ?? "It does not describe itself as an OpenID Connect provider with this issuer";
}
