import type { NewConnection } from "@assay/client";

/** What an application asks for in the address that it opened; text where it asks for something else. */
export function readRequest(search: string): NewConnection | string {
  const asked = new URLSearchParams(search);
  const [clientId, redirectUri] = [asked.get("client_id"), asked.get("redirect_uri")];
  const [codeChallenge, resource, state] = [asked.get("code_challenge"), asked.get("resource"), asked.get("state")];
  if (asked.get("response_type") !== "code") return "response_type must be code";
  if (asked.get("code_challenge_method") !== "S256") return "code_challenge_method must be S256";
  if (!clientId) return "client_id is missing";
  if (!redirectUri) return "redirect_uri is missing";
  if (!codeChallenge) return "code_challenge is missing";
  if (!resource) return "resource is missing";
  return { clientId, redirectUri, codeChallenge, resource, ...(state !== null && { state }) };
}
