import { triggerEventBody } from "../webhooks.ts";
import { defineOperations } from "./define-operations.ts";

export const adminEvents = defineOperations("admin.events", {
  stream: {
    method: "GET",
    path: "/api/events",
    role: "ADMIN",
    summary: "Streams what happens in the tenant",
    description:
      "Server-sent events with the bodies that webhooks are sent; `event` is the type. Begins with an `id` alone and what happens from now on; with `Last-Event-ID` after that event. Where that event is not of this database, as after a restore, it begins with the event `stream.reset` and the oldest that is kept. Events are kept for 24 hours while somebody reads them at least once a day. At most 20 streams a tenant and process.",
    responses: { 200: { "text/event-stream": "WebhookEvent" } },
    errors: ["TENANT_LIMIT_EXCEEDED"],
    requestHeaders: ["Last-Event-ID"],
  },
  trigger: {
    method: "POST",
    path: "/api/events",
    role: "ADMIN",
    summary: "Sends an event of a type as a test",
    description: "To those who read the stream, or to one webhook once. It has `test: true`, and its ids name nothing.",
    body: triggerEventBody,
    responses: { 202: "TriggeredEvent" },
    errors: ["INVALID_STATE"],
  },
});
