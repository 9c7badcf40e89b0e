import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AssayApiError } from "@assay/client";
import { AssayAdmin } from "@assay/client/admin";
import {
  MalformedWebhookError,
  verifyWebhook,
  WebhookSignatureError,
  WebhookTimestampError,
} from "@assay/client/webhooks";
import {
  webhookDeliveryListReply,
  webhookDeliveryReply,
  webhookEvent,
  webhookListReply,
  webhookReply,
  webhookWithSecretReply,
} from "@assay/contract";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { policyText } from "../support/small-pack.ts";
import { until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";
import { type ReceivedMessage, receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../../../docs/integrate/webhooks.md"), "utf8");
const URL_OF_RECEIVER = "http://hooks.example.com/in";

let receiver: WebhookReceiver;
let assay: TestService;
let tenant: TestTenant;
let admin: AssayAdmin;
beforeAll(async () => {
  receiver = await receiveWebhooks();
  assay = await testService({}, { webhookSender: receiver.sender });
});
afterAll(async () => {
  await assay.close();
  await receiver.close();
});
beforeEach(async () => {
  tenant = await assay.tenant();
  admin = await adminOf(tenant);
  receiver.status = 200;
  receiver.received.length = 0;
});

const REPLIES: readonly (readonly [method: string, path: RegExp, reply: z.ZodType | null])[] = [
  ["GET", /\/webhooks$/, webhookListReply],
  ["POST", /\/(webhooks|rotate)$/, webhookWithSecretReply],
  ["GET", /\/deliveries$/, webhookDeliveryListReply],
  ["POST", /\/(test|redeliver)$/, webhookDeliveryReply],
  ["PATCH", /./, webhookReply],
  ["GET", /./, webhookReply],
  ["DELETE", /./, null],
];

/** A client whose every answer is parsed with the contract's strict schema. */
async function adminOf(of: TestTenant): Promise<AssayAdmin> {
  const checked: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(String(input));
    const reply = REPLIES.find(([method, path]) => method === init?.method && path.test(pathname))?.[2];
    if (response.ok && reply) reply.parse(await response.clone().json());
    return response;
  };
  return new AssayAdmin({ baseUrl: assay.url, token: (await of.as("ADMIN")).token!, fetch: checked });
}

const create = () => admin.webhooks.create({ url: URL_OF_RECEIVER, events: ["document.ready", "run.completed"] });
const arrived = (count: number) =>
  until(
    async () => receiver.received,
    ({ length }) => length >= count,
  );
const settled = (webhookId: string) =>
  until(
    async () => (await admin.webhooks.deliveries(webhookId).page()).items,
    (items) => items.length > 0 && items.every(({ attempts }) => attempts > 0),
  );
const refusal = (act: Promise<unknown>) =>
  act.then(
    () => expect.unreachable(),
    ({ status, code }: AssayApiError) => ({ status, code }),
  );

/** One message of the running service, with the secret that it was signed with. */
async function receiveOne(): Promise<{ secret: string; message: ReceivedMessage }> {
  const { webhook, secret } = await create();
  await admin.webhooks.test(webhook.id);
  const [message] = await arrived(1);
  return { secret, message: message! };
}

describe("a delivery of the running service", () => {
  test("of what happened arrives, and the library of the specification verifies it", async () => {
    const { webhook, secret } = await create();
    const member = await tenant.as("MEMBER");
    const { id: documentId } = await member.upload("backup-policy.txt", policyText);
    await member.settled(documentId);
    const { id: runId } = await member.startRun();
    await member.finished(runId);
    const messages = await arrived(2);
    const events = messages.map(({ body, headers }) => {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      return webhookEvent.parse(JSON.parse(body));
    });
    expect(events).toMatchObject([
      { type: "document.ready", data: { tenantId: tenant.id, documentId } },
      { type: "run.completed", data: { tenantId: tenant.id, runId, snapshotStatus: "CAPTURED" } },
    ]);
    expect(JSON.stringify(messages)).not.toContain("backup");
    const deliveries = await settled(webhook.id);
    expect(deliveries.map(({ messageId }) => messageId).toSorted()).toEqual(
      messages.map(({ headers }) => headers["webhook-id"]).toSorted(),
    );
    expect(JSON.stringify(deliveries)).not.toContain("not kept");
    expect(assay.log.join()).not.toContain(secret);
  });

  test("is verified by the client, and each way in which one can be wrong has its own error", async () => {
    const { secret, message } = await receiveOne();
    const { body, headers } = message;
    const other = `whsec_${btoa("y".repeat(32))}`;
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: "webhook.test" });
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), [other, secret])).toEqual(JSON.parse(body));
    await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toThrow(WebhookSignatureError);
    await expect(verifyWebhook(body, headers, other)).rejects.toThrow(WebhookSignatureError);
    await expect(verifyWebhook(body, { ...headers, "webhook-id": "msg_2" }, secret)).rejects.toThrow(
      WebhookSignatureError,
    );
    const at = (seconds: number) => ({ now: new Date((Number(headers["webhook-timestamp"]) + seconds) * 1000) });
    await expect(verifyWebhook(body, headers, secret, at(301))).rejects.toMatchObject({ problem: "TOO_OLD" });
    await expect(verifyWebhook(body, headers, secret, at(-301))).rejects.toThrow(WebhookTimestampError);
    await verifyWebhook(body, headers, secret, { ...at(301), toleranceSeconds: 600 });
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const { [name]: _, ...rest } = headers;
      await expect(verifyWebhook(body, rest, secret)).rejects.toThrow(MalformedWebhookError);
    }
    const noNumber = { ...headers, "webhook-timestamp": "yesterday" };
    await expect(verifyWebhook(body, noNumber, secret)).rejects.toThrow(MalformedWebhookError);
    await expect(verifyWebhook(body, { ...headers, "webhook-signature": "v1,%%% v2,abc" }, secret)).rejects.toThrow(
      WebhookSignatureError,
    );
  });

  test("carries both signatures after a rotation", async () => {
    const { webhook, secret } = await create();
    const rotated = await admin.webhooks.rotate(webhook.id);
    expect(rotated.webhook.previousSecretUntil).not.toBeNull();
    await admin.webhooks.test(webhook.id);
    const [{ body, headers }] = (await arrived(1)) as [ReceivedMessage];
    expect(headers["webhook-signature"]!.split(" ")).toHaveLength(2);
    for (const each of [secret, rotated.secret]) await verifyWebhook(body, headers, each);
  });

  const required = process.env.ASSAY_REQUIRE_ALL === "1";
  const isThere = (program: string, option: string) => spawnSync(program, [option]).status === 0;
  const python = isThere("python3", "--version");
  const openssl = isThere("openssl", "version");

  describe.runIf(python || required)("with Python's standard library", () => {
    test("is verified by the lines of the guide, and a changed one is not", async () => {
      const { secret, message } = await receiveOne();
      const lines = /```python\n([\s\S]+?)```/.exec(GUIDE)![1]!;
      const check = (body: string) =>
        runIn((dir) => {
          writeFileSync(join(dir, "message.json"), JSON.stringify({ secret, headers: message.headers, body }));
          const call =
            "import json\nm = json.load(open('message.json'))\nverify(m['secret'], m['headers'], m['body'].encode())\nprint('verified')";
          return spawnSync("python3", ["-c", `${lines}\n${call}`], { cwd: dir, encoding: "utf8" });
        });
      expect(check(message.body)).toMatchObject({ stdout: "verified\n", status: 0 });
      expect(check(`${message.body} `).stderr).toContain("wrong signature");
    });
  });
  if (!python && !required) test.skip("python3 is not installed: the lines of the guide were not tried", () => {});

  describe.runIf(openssl || required)("with openssl", () => {
    test("has the signature that the command of the guide prints", async () => {
      const { secret, message } = await receiveOne();
      const command = /```sh\n(key=[\s\S]+?)```/.exec(GUIDE)![1]!;
      const { stdout } = runIn((dir) => {
        writeFileSync(join(dir, "body.json"), message.body);
        const { "webhook-id": WEBHOOK_ID, "webhook-timestamp": WEBHOOK_TIMESTAMP } = message.headers;
        const env = { PATH: process.env.PATH, SECRET: secret, WEBHOOK_ID, WEBHOOK_TIMESTAMP };
        return spawnSync("bash", ["-c", command], { cwd: dir, env, encoding: "utf8" });
      });
      expect(`v1,${stdout.trim()}`).toBe(message.headers["webhook-signature"]);
    });
  });
  if (!openssl && !required) test.skip("openssl is not installed: the command of the guide was not tried", () => {});
});

function runIn<T>(act: (dir: string) => T): T {
  const dir = mkdtempSync(join(tmpdir(), "assay-webhook-"));
  try {
    return act(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe("the published example", () => {
  test("of the Standard Webhooks libraries is verified by the client", async () => {
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const now = new Date(1_614_265_330_000);
    // Its body is no event: that is said only once its signature is right.
    const verified = (secret: string) => verifyWebhook('{"test": 2432232314}', headers, secret, { now });
    await expect(verified("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).rejects.toThrow(MalformedWebhookError);
    await expect(verified("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx")).rejects.toThrow(WebhookSignatureError);
  });
});

describe("a webhook", () => {
  test("is created, changed, disabled, listed and removed", async () => {
    const { webhook } = await create();
    expect(await admin.webhooks.get(webhook.id)).toEqual(webhook);
    expect(await admin.webhooks.list().toArray()).toEqual([webhook]);
    const changed = await admin.webhooks.change(webhook.id, { events: ["run.failed"], enabled: false });
    expect(changed).toMatchObject({ events: ["run.failed"], enabled: false, disabledReason: "BY_PERSON" });
    await admin.webhooks.remove(webhook.id);
    expect(await refusal(admin.webhooks.get(webhook.id))).toEqual({ status: 404, code: "NOT_FOUND" });
  });

  test("whose receiver is down is tried again when somebody asks, and its deliveries are filtered by state", async () => {
    const { webhook } = await create();
    receiver.status = 503;
    await admin.webhooks.test(webhook.id);
    const [failed] = await settled(webhook.id);
    expect(failed).toMatchObject({ state: "FAILED", responseStatus: 503, error: "REFUSED" });
    receiver.status = 200;
    await admin.webhooks.redeliver(webhook.id, failed!.id);
    const [sent] = await until(
      () => admin.webhooks.deliveries(webhook.id, { state: "DELIVERED" }).toArray(),
      ({ length }) => length > 0,
    );
    expect(sent).toMatchObject({ id: failed!.id, messageId: failed!.messageId });
    expect(await admin.webhooks.deliveries(webhook.id, { state: "FAILED" }).toArray()).toEqual([]);
  });

  test("whose name turns private after it was created is not called", async () => {
    const { webhook } = await create();
    receiver.names.set("hooks.example.com", "10.0.0.7");
    try {
      await admin.webhooks.test(webhook.id);
      expect(await settled(webhook.id)).toMatchObject([{ state: "FAILED", error: "UNSAFE_URL", responseStatus: null }]);
      expect(receiver.received).toEqual([]);
    } finally {
      receiver.names.clear();
    }
  });

  test.each([
    "http://127.0.0.1/",
    "https://[::1]/",
    "https://localhost/",
    "https://x.example:8080/",
    "ftp://x.example/",
  ])("at %s is refused, when it is created and when it is changed", async (url) => {
    const unsafe = { status: 422, code: "UNSAFE_URL" };
    expect(await refusal(admin.webhooks.create({ url, events: ["run.failed"] }))).toEqual(unsafe);
    const { webhook } = await create();
    expect(await refusal(admin.webhooks.change(webhook.id, { url }))).toEqual(unsafe);
  });

  test("that another tenant asks for is denied", async () => {
    const { webhook } = await create();
    const other = await adminOf(await assay.tenant());
    expect(await other.webhooks.list().toArray()).toEqual([]);
    const denied = { status: 403, code: "CROSS_TENANT_ACCESS_DENIED" };
    expect(await refusal(other.webhooks.get(webhook.id))).toEqual(denied);
    expect(await refusal(other.webhooks.deliveries(webhook.id).toArray())).toEqual(denied);
    expect(await refusal(other.webhooks.rotate(webhook.id))).toEqual(denied);
  });
});
