import type { WebhookEventType } from "@assay/client/webhooks";

/** What a webhook can ask for, in words. */
export const EVENTS: readonly { readonly value: WebhookEventType; readonly label: string; readonly hint: string }[] = [
  { value: "run.completed", label: "Run completed", hint: "A run has its results." },
  { value: "run.failed", label: "Run failed", hint: "A run ended without results, or was cancelled." },
  { value: "document.ready", label: "Document ready", hint: "A document can be used as evidence." },
  { value: "document.failed", label: "Document failed", hint: "A document could not be read." },
  { value: "evidence.expiring", label: "Evidence expiring", hint: "30, 7 and 1 days before a document expires." },
  { value: "exception.expiring", label: "Exception expiring", hint: "30, 7 and 1 days before its last day." },
  { value: "checkpoint.signed", label: "Checkpoint signed", hint: "To be kept outside of the service." },
  {
    value: "integrity.failed",
    label: "Stored data damaged",
    hint: "What the daily check found: the audit log names it.",
  },
];

/** One of a later release reads as it is written. */
export function eventLabel(event: string): string {
  if (event === "webhook.test") return "Test message";
  return EVENTS.find(({ value }) => value === event)?.label ?? event;
}
