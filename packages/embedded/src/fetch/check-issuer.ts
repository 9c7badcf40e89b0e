import { AssayError } from "@assay/contract";
import { findUrlProblem } from "./find-url-problem.ts";

/** Throws UNSAFE_URL by what the address of an identity provider alone tells; origins that an operator trusts may be any. */
export function checkIssuer(issuer: string, { trustedOrigins }: { readonly trustedOrigins: readonly string[] }): void {
  const url = new URL(issuer);
  if (trustedOrigins.includes(url.origin)) return;
  const issue = url.protocol === "https:" ? findUrlProblem(url) : "it must be https";
  if (issue === undefined) return;
  throw new AssayError("UNSAFE_URL", `Cannot use this issuer because ${issue}`, {
    details: { issues: [{ field: "issuer", issue }] },
  });
}
