export * from "./announce.ts";
export * from "./announce-expiries.ts";
export * from "./change-webhooks.ts";
export * from "./deliver.ts";
export * from "./deliveries.ts";
export * from "./re-encrypt-secrets.ts";
export { type EventPage, listEvents, noteReader, openEvents, readEventMarks } from "./read-events.ts";
export { getWebhook, listWebhooks } from "./read-webhooks.ts";
export { triggerEvent } from "./trigger-event.ts";
