import { expect, test } from "vitest";
import { contextOf, newSecret, openSecrets, requireBox } from "../../src/webhooks/secrets.ts";
import type { WebhookRow } from "../../src/webhooks/to-webhook.ts";
import { createMemoryBox } from "../support/memory-box.ts";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const LATER = new Date(NOW.getTime() + 1);
const box = createMemoryBox("new", "old");
const of = { tenantId: "tenant", id: "webhook" };

async function makeWebhook(change: Partial<WebhookRow> = {}): Promise<WebhookRow> {
  const sealedWith = (keyId: string, text: string) => createMemoryBox(keyId).seal(text, contextOf(of));
  return {
    ...of,
    ...{ secret: (await sealedWith("new", "current")).bytes, secretKeyId: "new" },
    ...{ previousSecret: (await sealedWith("old", "previous")).bytes, previousKeyId: "old", previousUntil: LATER },
    ...change,
  } as WebhookRow;
}

test("a secret is 32 random bytes, as Standard Webhooks writes them", () => {
  expect(newSecret()).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(newSecret()).not.toBe(newSecret());
});

test("without a key to keep secrets with there is no webhook", () => {
  expect(requireBox(box)).toBe(box);
  expect(() => requireBox(undefined)).toThrow(expect.objectContaining({ code: "INVALID_STATE" }));
});

test.each<[string, Partial<WebhookRow>, string[]]>([
  ["the secret before a rotation signs too", {}, ["current", "previous"]],
  ["until its time has come", { previousUntil: NOW }, ["current"]],
  ["not where it has no time", { previousUntil: null }, ["current"]],
  ["not where there is none", { previousSecret: null }, ["current"]],
  ["not where its key is not known", { previousKeyId: null }, ["current"]],
  ["not where its key is lost", { previousKeyId: "lost" }, ["current"]],
])("%s", async (_, change, secrets) => {
  expect(await openSecrets(box, await makeWebhook(change), NOW)).toEqual(secrets);
});

test("none signs where the current one cannot be read, or is another webhook's", async () => {
  expect(await openSecrets(undefined, await makeWebhook(), NOW)).toBeUndefined();
  expect(await openSecrets(createMemoryBox("old"), await makeWebhook(), NOW)).toBeUndefined();
  expect(await openSecrets(box, await makeWebhook({ id: "other" }), NOW)).toBeUndefined();
});
