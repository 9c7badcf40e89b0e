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

/** Reads what the provider says of itself. Throws ClientError, FetchError. */
export async function discover(
  { issuer, clientId, clientSecret }: OidcClient,
  providerFetch: ProviderFetch,
): Promise<oidc.Configuration> {
  const customFetch = asFetch(providerFetch);
  // What may be called is for `providerFetch` to say.
  const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];
  const options = { [oidc.customFetch]: customFetch, execute };
  const server = (await oidc.discovery(new URL(issuer), clientId, undefined, undefined, options)).serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authentication = methods.includes("client_secret_basic") ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
  const configuration = new oidc.Configuration(server, clientId, undefined, authentication(clientSecret));
  configuration[oidc.customFetch] = customFetch;
  for (const each of execute) each(configuration);
  return configuration;
}

function asFetch(providerFetch: ProviderFetch): oidc.CustomFetch {
  return async (url, { method, headers, body }) =>
    providerFetch(url, { method, headers, ...(body != null && { body: await new Response(body as BodyInit).text() }) });
}
