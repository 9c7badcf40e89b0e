import { navigate, pathOf } from "@assay/site/location";

let taken: string | null = null;

// Before anything is shown: the secret stays in the address, and so in the browser's history, no longer than this.
if (pathOf(location.pathname) === "/audit" && location.hash.length > 1) {
  taken = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  navigate(location.pathname, { replace: true });
}

/** Returns the secret that the address brought along, once. */
export function takeSecret(): string | null {
  const secret = taken;
  taken = null;
  return secret;
}
