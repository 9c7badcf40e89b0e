import { Assay } from "@assay/client";
import { accessToken } from "./auth.ts";
import { confirmIdentity } from "./confirm-identity.ts";
import { tenantHeaders } from "./page-tenant.ts";
import { principal } from "./principal.ts";
import { siteConfig } from "./site-config.ts";

let opening: Promise<Assay> | undefined;

/** The client of the API, as anyone who acts on this page. */
export function assay(): Promise<Assay> {
  opening ??= siteConfig()
    .then(
      ({ apiUrl }) =>
        new Assay({
          baseUrl: apiUrl,
          token: () => principal()?.token ?? accessToken(),
          defaultHeaders: tenantHeaders,
          confirmIdentity,
        }),
    )
    .catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  return opening;
}
