import { webhookEvent } from "@assay/contract";
import { describeContent } from "./describe-inputs.ts";
import type { JsonObject, Strictness } from "./json-schema.ts";

const HEADERS = {
  "webhook-id": "Names the event: the same in each attempt, for each webhook, and when it is sent again.",
  "webhook-timestamp": "Seconds since 1970: when this attempt was made.",
  "webhook-signature": "`v1,` and HMAC-SHA256 over `id.timestamp.body` in base64; two during a rotation of the secret.",
};

/** What is sent to webhooks, by the type of the event. */
export function describeWebhooks(strictness: Strictness): Record<string, JsonObject> {
  const events = webhookEvent.options.map((event) => [event.shape.type.value, event] as const);
  return Object.fromEntries(
    events.map(([type, event]) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          tags: ["admin.webhooks"],
          summary: type,
          description: event.description,
          security: [],
          parameters: Object.entries(HEADERS).map(([name, description]) => ({
            name,
            in: "header",
            required: true,
            description,
            schema: { type: "string" },
          })),
          requestBody: { required: true, content: describeContent({ "application/json": event }, strictness) },
          responses: {
            "2XX": { description: "Received. After any other status the message is sent again." },
            410: { description: "Nobody listens here: the webhook is disabled." },
          },
        },
      },
    ]),
  );
}
