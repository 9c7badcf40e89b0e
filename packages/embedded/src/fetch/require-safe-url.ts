import { AssayError } from "@assay/contract";
import type { AllowedNetwork } from "./allowed-networks.ts";
import { findUrlProblem } from "./find-url-problem.ts";

/** The normalised URL. Throws UNSAFE_URL by what the URL alone tells; `act` says what cannot be done. */
export function requireSafeUrl(given: string, act: string, allowed: readonly AllowedNetwork[] = []): string {
  const url = new URL(given);
  const issue = findUrlProblem(url, allowed);
  if (issue)
    throw new AssayError("UNSAFE_URL", `Cannot ${act} this URL because ${issue}`, {
      details: { issues: [{ field: "url", issue }] },
    });
  url.hash = "";
  return url.href;
}
