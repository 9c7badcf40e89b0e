import type { AcceptedInvitation, OfferedInvitation } from "./generated/types.ts";
import { type OpenOptions, postOpen } from "./post-open.ts";

/**
 * Returns who invites whom to which tenant; changes nothing. Throws UnauthorizedError with `details.reason`
 * INVITATION_ENDED for a secret that opens no invitation.
 *
 * @example
 * const { tenantName, role } = await exchangeInvitation("https://assay.example.com", secret);
 */
export async function exchangeInvitation(
  baseUrl: string,
  secret: string,
  options: OpenOptions = {},
): Promise<OfferedInvitation> {
  const { invitation } = await send<{ invitation: OfferedInvitation }>(baseUrl, "exchange", { secret }, options);
  return invitation;
}

/**
 * Accepts an invitation: with `password` for a new account, with `token` for the account of somebody who is signed in.
 * Throws InvalidStateError where the invited person must sign in first, ForbiddenError for an account with another address.
 *
 * @example
 * await acceptInvitation("https://assay.example.com", { secret, password });
 */
export function acceptInvitation(
  baseUrl: string,
  { secret, ...as }: { readonly secret: string } & ({ readonly password: string } | { readonly token: string }),
  options: OpenOptions = {},
): Promise<AcceptedInvitation> {
  const json = "password" in as ? { secret, password: as.password } : { secret };
  return send(baseUrl, "accept", json, options, "token" in as ? as.token : undefined);
}

function send<T>(baseUrl: string, verb: string, json: object, options: OpenOptions, token?: string): Promise<T> {
  return postOpen(baseUrl, `invitations/${verb}`, json, options, token);
}
