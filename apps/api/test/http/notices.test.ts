import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../../src/config.ts";
import { until } from "../support/test-client.ts";
import { testService } from "../support/test-service.ts";
import { receiveWebhooks } from "../support/webhook-receiver.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const ENV = {
  NOTICE_WEBHOOK_URL: "http://alarms.example.com/in",
  NOTICE_WEBHOOK_SECRET: SECRET,
  NOTICE_DISK_PERCENT: "0",
  NOTICE_BACKUP_HOURS: "0",
};

test("operators are told of a broken chain by a signed message, once, and when it is over", async () => {
  const receiver = await receiveWebhooks();
  onTestFinished(() => receiver.close());
  const parts = { webhookSender: receiver.sender, limits: { noticesEveryMs: 50 } };
  const assay = await testService(ENV, parts);
  onTestFinished(() => assay.close());
  const tenant = await assay.tenant();
  const owner = await assay.database.asOwner();
  onTestFinished(() => owner.close());
  const arrived = (count: number) =>
    until(
      async () => receiver.received,
      ({ length }) => length >= count,
    );
  await owner.db.execute(sql`insert into chain_checks (tenant_id, checked_at, broken)
    values (${tenant.id}, now(), '{"sequence": 3, "problem": "HASH"}')
    on conflict (tenant_id) do update set broken = excluded.broken`);
  await arrived(1);
  await owner.db.execute(sql`update chain_checks set broken = null`);
  await arrived(2);
  const messages = receiver.received.map(({ headers, body }) => new Webhook(SECRET).verify(body, headers));
  expect(messages).toMatchObject([
    { type: "operator.notice", data: { kind: "chain.broken", state: "BEGUN", endedAt: null } },
    { type: "operator.notice", data: { kind: "chain.broken", state: "ENDED" } },
  ]);
  expect(new Set(messages.map((message) => (message as { data: { id: string } }).data.id)).size).toBe(1);
  expect(JSON.stringify(messages)).not.toContain(tenant.id);
});

test("an address inside the network is refused at the start unless the operator allows it", async () => {
  const env = { ...ENV, NOTICE_WEBHOOK_URL: "http://10.0.0.7:9000/in" };
  await expect(testService(env)).rejects.toThrow(ConfigError);
  const allowed = await testService({ ...env, WEBHOOK_ALLOWED_NETWORKS: "10.0.0.7:9000" });
  await allowed.close();
});
