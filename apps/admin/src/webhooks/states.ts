import type { Webhook, WebhookDelivery } from "@assay/client/admin";
import type { Tone } from "@assay/ui";

interface State {
  readonly tone: Tone;
  readonly label: string;
}

export function webhookState({ enabled, disabledReason, failingSince }: Webhook): State {
  if (enabled) return failingSince ? { tone: "partial", label: "Failing" } : { tone: "complete", label: "Enabled" };
  switch (disabledReason) {
    case "FAILING":
      return { tone: "failed", label: "Disabled after failures" };
    case "GONE":
      return { tone: "failed", label: "Disabled: receiver is gone" };
    default:
      return { tone: "neutral", label: "Disabled" };
  }
}

export function deliveryState({ state, attempts }: WebhookDelivery): State {
  switch (state) {
    case "DELIVERED":
      return { tone: "complete", label: "Delivered" };
    case "FAILED":
      return { tone: "failed", label: "Failed" };
    case "PENDING":
      return attempts === 0 ? { tone: "neutral", label: "Waiting" } : { tone: "partial", label: "Waiting to retry" };
    default:
      return state satisfies never;
  }
}

const ERRORS: Readonly<Record<string, string>> = {
  REFUSED: "The receiver did not reply with a 2xx status",
  TIMEOUT: "No reply within 15 seconds",
  UNREACHABLE: "The receiver could not be reached",
  UNSAFE_URL: "The address is not public",
  SECRET_UNREADABLE: "The key of the secret is missing: the operator must restore WEBHOOK_SECRET_KEY",
  WEBHOOK_DISABLED: "The webhook was disabled",
  INTERNAL_ERROR: "An error of the service",
};

/** What the last attempt found. */
export function describeAttempt({ responseStatus, error }: WebhookDelivery): string {
  if (responseStatus !== null) return `HTTP ${responseStatus}`;
  return error ? (ERRORS[error] ?? error) : "Not tried yet";
}
