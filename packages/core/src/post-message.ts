import { FetchError } from "@assay/contract";
import type { WebhookMessage, WebhookSender } from "./ports/webhook-sender.ts";

/** What became of a message: `taken` by any 2xx, `refused` by another status, `unreachable` where there is no status. */
export type Posted =
  | { readonly kind: "taken"; readonly status: number }
  | { readonly kind: "refused"; readonly status: number; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: "unreachable"; readonly error: FetchError };

/** The only way in which a message leaves by webhook: what its receiver says is read here. An aborted signal throws its reason. */
export async function postMessage(
  sender: WebhookSender,
  message: WebhookMessage,
  options: { readonly signal: AbortSignal },
): Promise<Posted> {
  try {
    const { status, retryAfterSeconds } = await sender.send(message, options);
    return status >= 200 && status < 300 ? { kind: "taken", status } : { kind: "refused", status, retryAfterSeconds };
  } catch (error) {
    if (error instanceof FetchError) return { kind: "unreachable", error };
    throw error;
  }
}
