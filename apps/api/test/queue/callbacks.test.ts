import { removeSweepSchedule } from "@assay/adapters/qstash";
import { inSystem } from "@assay/core/tenancy";
import { newId, rowsOf } from "@assay/db";
import { signDelivery } from "@assay/testing/doubles/qstash/sign-delivery";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createDoubleAssessor, quoteFirst } from "../support/double-assessor.ts";
import { type QueuedService, queuedService } from "../support/queued-service.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, until } from "../support/test-client.ts";
import { widePack } from "../support/wide-pack.ts";

const assessor = createDoubleAssessor();
let assay: QueuedService;
let origin: string;

beforeAll(async () => {
  // Who delivers continues for as long as it takes: the messages are counted, on a slow machine too.
  assay = await queuedService({}, { assessor, limits: { attemptsMax: 2, goOnMs: 60_000 } });
  origin = assay.url.replace("localhost", "127.0.0.1");
  // What is found here, a dispatch told of, or the test's own sweep.
  await removeSweepSchedule({ token: assay.qstash.token, baseUrl: assay.qstash.url }, "sweep");
});
afterEach(() => assay.qstash.fail({}));
afterAll(() => assay?.close());

interface Sent {
  readonly path?: string;
  readonly body?: string;
  /** What is signed, where it is not what is sent. */
  readonly signedUrl?: string;
  readonly key?: string;
  readonly issuedAt?: Date;
  readonly signature?: string;
}

async function deliver(sent: Sent = {}): Promise<Response> {
  const { path = "/callbacks/work", body = JSON.stringify({ jobId: newId() }) } = sent;
  const signature =
    sent.signature ??
    (await signDelivery({
      key: sent.key ?? assay.qstash.keys.current,
      url: sent.signedUrl ?? `${origin}${path}`,
      body,
      id: "1",
      issuedAt: sent.issuedAt,
    }));
  return fetch(`${origin}${path}`, { method: "POST", headers: { "Upstash-Signature": signature }, body });
}

describe("a callback without QStash's signature is refused, and does nothing", () => {
  const forged: Record<string, () => Sent> = {
    "a signature of another key": () => ({ key: "sig_someone_elses_key" }),
    "an expired one": () => ({ issuedAt: new Date(Date.now() - 3_600_000) }),
    "one for another path": () => ({ signedUrl: `${origin}/callbacks/sweep` }),
    "one for another host": () => ({ signedUrl: "https://other.example.com/callbacks/work" }),
    "no token at all": () => ({ signature: "none" }),
    "an empty signature": () => ({ signature: "" }),
  };

  test.each(Object.entries(forged))("%s", async (_, sent) => {
    await expectError(await deliver(sent()), 401, "UNAUTHORIZED");
    await expectError(
      await deliver({ path: "/callbacks/sweep", body: "{}", ...sent(), signedUrl: "https://x" }),
      401,
      "UNAUTHORIZED",
    );
  });

  test("a tenant's token is none", async () => {
    const tenant = await assay.tenant();
    const response = await (await tenant.as("ADMIN")).sendJson("POST", "/callbacks/work", { jobId: newId() });
    await expectError(response, 401, "UNAUTHORIZED");
  });

  test("and the log says why", async () => {
    await deliver({ issuedAt: new Date(0) });
    expect(assay.log.filter((line) => line.includes("callback.refused")).at(-1)).toContain('"reason":"expired"');
  });
});

describe("a callback", () => {
  test("with a body over its limit is refused before it is checked", async () => {
    await expectError(await deliver({ body: "x".repeat(1025) }), 413, "PAYLOAD_TOO_LARGE");
  });

  test("by another method answers 405", async () => {
    await expectError(await fetch(`${origin}/callbacks/work`), 405, "METHOD_NOT_ALLOWED");
  });

  test("for work that nobody knows, or that is done, answers 200", async () => {
    const response = await deliver();
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { result: "nothing" },
    });
  });

  test.each(["", "no json", "{}", '{"jobId":"7"}'])(
    "that is signed but reads %j is never delivered again",
    async (body) => {
      const response = await deliver({ body });
      expect(response.status).toBe(489);
      expect(response.headers.get("Upstash-NonRetryable-Error")).toBe("true");
    },
  );

  test("that a process of the release before has published names its job by `workItemId`", async () => {
    const member = await (await assay.tenant()).as("MEMBER");
    assay.qstash.fail({ publish: () => 500 });
    const { id } = await member.upload("earlier.txt", "Backups are taken every day.");
    assay.qstash.fail({});
    const [job] = await inSystem(assay.service.db, (tx) =>
      rowsOf<{ id: string }>(tx, sql`select id from work_items where subject_id = ${id} and state = 'PENDING'`),
    );
    const response = await deliver({ body: JSON.stringify({ workItemId: job!.id }) });
    expect(await response.json()).toEqual({ result: "done" });
    expect(await member.settled(id)).toMatchObject({ status: "READY" });
  });

  test("of the sweep dispatches what no message told of", async () => {
    const member = await (await assay.tenant()).as("MEMBER");
    assay.qstash.fail({ publish: () => 500 });
    const document = await member.upload("note.txt", "Backups are taken every day.");
    assay.qstash.fail({});
    const response = await deliver({ path: "/callbacks/sweep", body: "{}" });
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { result: "swept" },
    });
    expect(await member.settled(document.id)).toMatchObject({ status: "READY" });
  });
});

describe("work that fails", () => {
  test("permanently answers 489 once the failure is in the database, and goes to the dead letters", async () => {
    const tenant = await assay.tenant();
    const member = await tenant.as("MEMBER");
    const before = assay.qstash.deadLetters.length;
    const { id } = await member.upload("broken.pdf", "%PDF-1.7\nthis is no file");
    expect(await member.settled(id)).toMatchObject({ status: "FAILED" });
    await until(
      async () => assay.qstash.deadLetters.length,
      (count) => count > before,
    );
    expect(assay.qstash.deliveries.at(-1)).toMatchObject({ status: 489, retried: 0 });
  });

  test("for now is delivered again when its delay is over, and QStash counts no attempt", async () => {
    const tenant = await assay.tenant();
    const member = await tenant.as("MEMBER");
    const { id } = await member.upload("backup-policy.txt", policyText);
    await member.settled(id);
    const failed = new Set<string>();
    const quote = quoteFirst(0.9);
    assessor.act = async (request, signal) => {
      const { requirementId } = request.requirement;
      if (!failed.has(requirementId)) {
        failed.add(requirementId);
        throw new Error("the first call of each requirement fails");
      }
      return request.passages.length > 0 ? quote(request, signal) : {};
    };
    const from = assay.qstash.deliveries.length;
    const run = await member.startRun();
    expect(await member.finished(run.id)).toMatchObject({ status: "COMPLETED", assessedCount: 3 });
    expect(failed.size).toBeGreaterThan(0);
    const since = assay.qstash.deliveries.slice(from);
    expect(since.map(({ retried, status }) => ({ retried, status }))).toEqual(
      since.map(() => ({ retried: 0, status: 200 })),
    );
  });
});

test("a small document is one message, and a run three next to those of its requirements", async () => {
  assessor.act = quoteFirst(0.9);
  const member = await (await assay.tenant({ pack: widePack(12) })).as("MEMBER");
  const countFrom = async <T>(act: () => Promise<T>) => {
    const from = assay.qstash.messages.length;
    await act();
    await until(
      async () => assay.qstash.size,
      (size) => size === 0,
    );
    return assay.qstash.messages.length - from;
  };
  // Its first act has the chain of the new tenant signed, which may take longer than the document.
  await countFrom(async () => member.settled((await member.upload("first.txt", policyText)).id));
  expect(await countFrom(async () => member.settled((await member.upload("second.txt", policyText)).id))).toBe(1);
  // Its steps before the model is asked, those after it, and the signature.
  expect(await countFrom(async () => member.finished((await member.startRun()).id))).toBe(12 + 3);
});
