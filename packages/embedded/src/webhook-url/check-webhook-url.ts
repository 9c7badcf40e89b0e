import { AssayError } from "@assay/contract";
import { findUrlProblem } from "../fetch/find-url-problem.ts";

/**
 * The normalised URL of a webhook. Throws UNSAFE_URL by what the URL alone tells: scheme, port, credentials, host. Runs
 * on nothing but web standards.
 */
export function checkWebhookUrl(given: string): string {
  const url = new URL(given);
  const danger = findUrlProblem(url);
  if (danger)
    throw new AssayError("UNSAFE_URL", `Cannot send webhooks to this URL because ${danger}`, {
      details: { issues: [{ field: "url", issue: danger }] },
    });
  url.hash = "";
  return url.href;
}
