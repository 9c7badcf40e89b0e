import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../../src/config.ts";
import { until } from "../support/test-client.ts";
import { testService } from "../support/test-service.ts";
import { receiveWebhooks } from "../support/webhook-receiver.ts";

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const ENV = { AUDIT_WEBHOOK_URL: "http://siem.example.com/in", AUDIT_WEBHOOK_SECRET: SECRET };

interface Sent {
  readonly data: {
    readonly metadata: { readonly event_code: string; readonly sequence: number; readonly tenant_uid: string };
  };
}

test("each act is posted, signed, in its order, also behind a receiver that refused for a while", async () => {
  const receiver = await receiveWebhooks();
  onTestFinished(() => receiver.close());
  receiver.status = 503;
  const limits = { auditOutEveryMs: 20, auditRetryMs: 20, auditRetryMaxMs: 20 };
  const assay = await testService(ENV, { webhookSender: receiver.sender, limits });
  onTestFinished(() => assay.close());
  const tenant = await assay.tenant();
  await until(
    async () => receiver.received.length,
    (count) => count > 2,
  );
  expect(assay.log.some((line) => line.includes('"audit_out.failed"') && line.includes("it answered 503"))).toBe(true);
  receiver.received.length = 0;
  receiver.status = 200;
  const admin = await tenant.as("ADMIN");
  await admin.upload("policy.txt", "Access rights are reviewed every quarter.");
  const ours = () =>
    receiver.received
      .map(({ headers, body }) => new Webhook(SECRET).verify(body, headers) as Sent)
      .filter(({ data }) => data.metadata.tenant_uid === tenant.id);
  const sent = await until(
    async () => ours(),
    (messages) => messages.some(({ data }) => data.metadata.event_code === "document.uploaded"),
  );
  const sequences = sent.map(({ data }) => data.metadata.sequence);
  // What was under way while the receiver changed its mind may have come twice.
  expect([...new Set(sequences)]).toEqual(Array.from({ length: Math.max(...sequences) }, (_, at) => at + 1));
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
});

test("an address inside the network is refused at the start", async () => {
  await expect(testService({ ...ENV, AUDIT_WEBHOOK_URL: "http://10.0.0.7:9000/in" })).rejects.toThrow(ConfigError);
});
