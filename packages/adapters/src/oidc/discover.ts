import { FetchError } from "@assay/contract";
import * as oidc from "openid-client";

export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Calls what may be called and nothing else. Throws FetchError. */
export type ProviderFetch = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | undefined;
  },
) => Promise<Response>;

// What may be called is for `providerFetch` to say.
const EXECUTE = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];

/** Reads what the provider says of itself. Throws ClientError, FetchError. */
export async function describeProvider(issuer: string, providerFetch: ProviderFetch): Promise<oidc.ServerMetadata> {
  const options = { [oidc.customFetch]: asFetch(providerFetch), execute: EXECUTE };
  return (await oidc.discovery(new URL(issuer), "-", undefined, undefined, options)).serverMetadata();
}

/** A client of the provider that describes itself so. */
export function configure(
  server: oidc.ServerMetadata,
  { clientId, clientSecret }: OidcClient,
  providerFetch: ProviderFetch,
): oidc.Configuration {
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authentication = methods.includes("client_secret_basic") ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
  const configuration = new oidc.Configuration(server, clientId, undefined, authentication(clientSecret));
  configuration[oidc.customFetch] = asFetch(providerFetch);
  for (const each of EXECUTE) each(configuration);
  return configuration;
}

function asFetch(providerFetch: ProviderFetch): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = { method, headers, ...(body != null && { body: await new Response(body as BodyInit).text() }) };
    const response = await providerFetch(url, sent);
    // A fault of the provider's own is no reply: it is down, and the person tries again later.
    if (response.status >= 500)
      throw new FetchError("FETCH_FAILED", `The provider fails: it answers with the status ${response.status}`);
    return response;
  };
}
