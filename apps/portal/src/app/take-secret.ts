import { navigate, pathOf } from "@assay/site/location";

/** The views whose address brings a secret along. */
const PATHS = ["/audit", "/invitation", "/reset"];

let taken: { readonly path: string; readonly secret: string } | null = null;

// Before anything is shown: the secret stays in the address, and so in the browser's history, no longer than this.
if (PATHS.includes(pathOf(location.pathname)) && location.hash.length > 1) {
  taken = { path: pathOf(location.pathname), secret: location.hash.slice(1) };
  history.replaceState(null, "", location.pathname);
  navigate(location.pathname, { replace: true });
}

/** Returns the secret that the address of a view brought along, once. */
export function takeSecret(path: "/audit" | "/invitation" | "/reset"): string | null {
  if (taken?.path !== path) return null;
  const { secret } = taken;
  taken = null;
  return secret;
}
