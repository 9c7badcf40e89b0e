import { webhookDelivery, webhook as webhookShown } from "@assay/contract";
import { newId } from "@assay/db";
import { expect, test } from "vitest";
import { type DeliveryRow, messageId, toDelivery, toWebhook, type WebhookRow } from "../../src/webhooks/to-webhook.ts";

const NOW = new Date("2026-01-02T00:00:00.000Z");
const EARLIER = new Date("2026-01-01T00:00:00.000Z");
const webhook: WebhookRow = {
  ...{ id: newId(), tenantId: newId(), url: "https://hooks.example.test/", events: ["run.failed"] },
  ...{ enabled: false, disabledReason: "FAILING", disabledAt: EARLIER, failingSince: EARLIER },
  ...{ listeningSince: EARLIER, secret: new Uint8Array(1), secretKeyId: "key", createdBy: "tester" },
  ...{ previousSecret: null, previousKeyId: null, previousUntil: null, createdAt: EARLIER },
};
const delivery: DeliveryRow = {
  ...{ id: newId(), tenantId: webhook.tenantId, webhookId: webhook.id, eventId: newId(), type: "webhook.test" },
  ...{ state: "PENDING", attempts: 2, lastAttemptAt: EARLIER, nextAttemptAt: NOW, createdAt: EARLIER },
  ...{ responseStatus: 500, error: "REFUSED" },
  payload: JSON.stringify({
    ...{ type: "webhook.test", timestamp: EARLIER.toISOString() },
    data: { tenantId: webhook.tenantId, webhookId: webhook.id },
  }),
};

test("a webhook is shown whole, but for its secrets", () => {
  const at = EARLIER.toISOString();
  const shown = webhookShown.parse(toWebhook(webhook, NOW));
  expect(shown).toMatchObject({ disabledAt: at, failingSince: at, createdAt: at, previousSecretUntil: null });
  const well = toWebhook({ ...webhook, disabledAt: null, failingSince: null }, NOW);
  expect(webhookShown.parse(well)).toMatchObject({ disabledAt: null, failingSince: null });
});

test("a webhook says how long its secret before the rotation signs, and nothing once that is over", () => {
  const until = (previousUntil: Date) => toWebhook({ ...webhook, previousUntil }, NOW).previousSecretUntil;
  const later = new Date(NOW.getTime() + 1);
  expect([later, NOW, EARLIER].map(until)).toEqual([later.toISOString(), null, null]);
});

test("a delivery is shown whole, with its next attempt only while one follows", () => {
  const shown = webhookDelivery.parse(toDelivery(delivery));
  expect(shown).toMatchObject({
    ...{ messageId: messageId(delivery), attempts: 2, lastAttemptAt: EARLIER.toISOString() },
    ...{ nextAttemptAt: NOW.toISOString(), responseStatus: 500, error: "REFUSED" },
  });
  const ended = toDelivery({ ...delivery, state: "FAILED", lastAttemptAt: null });
  expect(webhookDelivery.parse(ended)).toMatchObject({ nextAttemptAt: null, lastAttemptAt: null });
  expect(toDelivery({ ...delivery, nextAttemptAt: null }).nextAttemptAt).toBeNull();
});
