import type { OfferedReset } from "./generated/types.ts";
import { type OpenOptions, postOpen, sendOpen } from "./post-open.ts";

/**
 * Has a link for a new password mailed to a proved address; the same whether it has an account or not. Throws
 * InvalidStateError where the service sends no mail.
 *
 * @example
 * await askReset("https://assay.example.com", "ada@example.com");
 */
export function askReset(baseUrl: string, email: string, options: OpenOptions = {}): Promise<void> {
  return sendOpen(baseUrl, "resets/ask", { email }, options);
}

/**
 * Returns whose password a link sets; changes nothing. Throws UnauthorizedError with `details.reason` RESET_ENDED for a
 * secret that opens none.
 *
 * @example
 * const { email } = await exchangeReset("https://assay.example.com", secret);
 */
export async function exchangeReset(baseUrl: string, secret: string, options: OpenOptions = {}): Promise<OfferedReset> {
  const { reset } = await postOpen<{ reset: OfferedReset }>(baseUrl, "resets/exchange", { secret }, options);
  return reset;
}

/**
 * Sets the new password, once, and ends the person's sessions.
 *
 * @example
 * await completeReset("https://assay.example.com", { secret, password });
 */
export function completeReset(
  baseUrl: string,
  body: { readonly secret: string; readonly password: string },
  options: OpenOptions = {},
): Promise<void> {
  return sendOpen(baseUrl, "resets/complete", body, options);
}
