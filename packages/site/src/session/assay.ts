import { Assay } from "@assay/client";
import { accessToken } from "./auth.ts";
import { siteConfig } from "./site-config.ts";

let opening: Promise<Assay> | undefined;

/** The client of the API, as whoever is signed in. */
export function assay(): Promise<Assay> {
  opening ??= siteConfig()
    .then(({ apiUrl }) => new Assay({ baseUrl: apiUrl, token: () => accessToken() }))
    .catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  return opening;
}
