import type { WebhookEventType } from "@assay/client/webhooks";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { text, ticks } from "@assay/site/form-dialog";
import { EVENTS } from "./events.ts";

export interface WebhookInput {
  readonly url: string;
  readonly events: WebhookEventType[];
}

export const ABOUT_WEBHOOKS = "Assay posts a signed message to this address when one of the events happens.";

export const webhookFields = (before?: { readonly url: string; readonly events: readonly string[] }) => ({
  url: text("Address", {
    type: "url",
    required: true,
    length: TEXT_LIMITS.webhookUrl,
    before: before?.url,
    placeholder: "https://example.com/assay",
    spellCheck: false,
    hint: "A public https address. Private and local addresses are refused.",
  }),
  events: ticks("Events", EVENTS, {
    before: before
      ? EVENTS.map(({ value }) => value).filter((event) => before.events.includes(event))
      : ["run.completed", "run.failed"],
    least: "Choose at least one event.",
  }),
});
