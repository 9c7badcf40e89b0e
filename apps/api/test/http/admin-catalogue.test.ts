import { AssayApiError } from "@assay/client";
import type * as Client from "@assay/client/admin";
import { AssayAdmin } from "@assay/client/admin";
import {
  corpusActivationListReply,
  corpusActivationReply,
  corpusIngestionListReply,
  corpusIngestionReply,
  criteriaDiffReply,
  criteriaVersionListReply,
  criteriaVersionReply,
  guidancePassageListReply,
  modelListReply,
  packBindingReply,
  packImportReply,
  packListReply,
  packReply,
  requirementListReply,
  retrievalVersionListReply,
  retrievalVersionReply,
  thresholdPreviewReply,
} from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { until } from "../support/test-client.ts";
import { finishRun } from "../support/test-run.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
});
afterAll(() => assay.close());

const ADMIN = "/api/admin";
const REPLIES: readonly [route: RegExp, reply: z.ZodType][] = [
  [/^GET .*\/packs$/, packListReply],
  [/^(POST|GET) .*\/packs(\/[^/]+)?$/, packReply],
  [/^GET .*\/versions$/, criteriaVersionListReply],
  [/^POST .*\/versions$/, packImportReply],
  [/\/publish$/, criteriaVersionReply],
  [/\/diff$/, criteriaDiffReply],
  [/\/requirements$/, requirementListReply],
  [/\/bindings\//, packBindingReply],
  [/^GET .*\/ingestions$/, corpusIngestionListReply],
  [/\/passages$/, guidancePassageListReply],
  [/\/ingestions(\/[^/]+)?$/, corpusIngestionReply],
  [/^GET .*\/activations$/, corpusActivationListReply],
  [/\/activations$/, corpusActivationReply],
  [/^GET .*\/retrieval-versions$/, retrievalVersionListReply],
  [/^GET .*\/models$/, modelListReply],
  [/\/preview$/, thresholdPreviewReply],
  [/\/retrieval-versions/, retrievalVersionReply],
];

/** Every answer is parsed with the route's strict schema. */
const checked: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input));
  expect(pathname.startsWith(ADMIN)).toBe(true);
  const reply = REPLIES.find(([route]) => route.test(`${init?.method} ${pathname}`));
  if (!reply) throw new Error(`The client calls ${init?.method} ${pathname}: add its reply to this test`);
  const response = await fetch(input, init);
  if (response.ok) reply[1].parse(await response.clone().json());
  return response;
};

const clientAs = async (role: "ADMIN" | "SUPER_ADMIN") =>
  new AssayAdmin({ baseUrl: assay.url, token: await tenant.token(role), fetch: checked });

const CSV = "criterionId,criterionTitle,requirementId,title\n1,Backup,1.1,Backups are taken every day.";

test("an administrator's client makes a pack, looks at a file before it is imported, publishes and binds", async () => {
  const client = await clientAs("SUPER_ADMIN");
  const { id: packId } = await client.packs.create({ name: "Ours", description: "About it" });
  expect((await client.packs.get(packId)).name).toBe("Ours");
  expect((await client.packs.list().page({ limit: 1 })).items[0]!.id).toBe(packId);

  const bad = new Blob([`${CSV}\n1,Backup,1.1,Again.`]);
  const refused = await client.packs.import(packId, bad, { format: "csv", dryRun: true }).catch((error) => error);
  expect(refused).toBeInstanceOf(AssayApiError);
  const { issues } = (refused as AssayApiError).details as { issues: Client.PackIssue[] };
  expect(issues.map(({ row, name, value }) => [row, name, value])).toEqual([[3, "requirementId", "1.1"]]);

  expect((await client.packs.import(packId, CSV, { format: "csv", dryRun: true })).version).toBeNull();
  const { version: first } = await client.packs.import(packId, CSV, { format: "csv" });
  const catalog = {
    metadata: { title: "C" },
    controls: [{ id: "ac-1", title: "Access", parts: [{ name: "statement", prose: "is limited" }] }],
  };
  const oscal = await client.packs.import(packId, JSON.stringify({ catalog }), {
    format: "oscal",
    requirements: "controls",
  });
  expect(oscal.requirements[0]!.derived).toEqual({ title: "STATEMENT" });
  expect((await client.packs.versions(packId).toArray()).map(({ version }) => version)).toEqual([2, 1]);
  const diff = await client.packs.diff(packId, oscal.version!.id, first!.id);
  expect([diff.added.length, diff.removed.length, diff.changed.length]).toEqual([1, 1, 0]);

  expect((await client.packs.requirements(packId, first!.id).toArray()).map(({ title }) => title)).toEqual([
    "Backups are taken every day.",
  ]);
  expect((await client.packs.publish(packId, first!.id)).status).toBe("PUBLISHED");
  await expect(client.bindings.get(packId)).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect((await client.bindings.put(packId, first!.id)).version).toBe(1);
  expect((await (await clientAs("ADMIN")).bindings.get(packId)).criteriaVersionId).toBe(first!.id);
});

test("it ingests guidance, reads its passages and puts it active", async () => {
  const { corpus } = await clientAs("SUPER_ADMIN");
  const { packId } = tenant;
  const unsafe = corpus.ingestUrl({ packId, url: "http://127.0.0.1/" });
  await expect(unsafe).rejects.toMatchObject({ status: 422, code: "UNSAFE_URL" });
  const file = new File(["Backups should be encrypted at rest."], "guide.txt");
  const { id } = await corpus.ingestFile(file, { packId });
  await until(
    () => corpus.ingestion(id),
    ({ status }) => status === "COMPLETED",
  );
  expect((await corpus.ingestions({ packId, status: "COMPLETED" }).toArray()).map((each) => each.id)).toEqual([id]);
  expect((await corpus.passages(id).toArray()).map(({ content }) => content)).toEqual([
    "Backups should be encrypted at rest.",
  ]);
  const activation = await corpus.activate({ packId, ingestionIds: [id] });
  expect((await corpus.activations({ packId }).toArray())[0]).toEqual(activation);
});

test("it makes an engine version, previews its thresholds on a finished run, and activates it", async () => {
  const member = await tenant.as("MEMBER");
  const { runId } = await finishRun(member, { body: { packId: tenant.packId } });
  const client = await clientAs("SUPER_ADMIN");
  const thresholds = { complete: 0.9, partial: 0.1 + 0.2 };
  const { models, windowSeconds } = await client.models.list();
  expect(windowSeconds).toBe(60);
  expect(models.find(({ kind }) => kind === "assessor")).toMatchObject({
    model: "offline-lexical-2",
    limits: { requestsPerMinute: null },
    waitsUntil: null,
  });
  const preview = await client.retrievalVersions.preview(runId, thresholds, { limit: 1 });
  expect(preview).toMatchObject({ pinned: { complete: 0.75 }, tried: thresholds, changed: [{ after: "PARTIAL" }] });
  const [first] = await client.retrievalVersions.list().toArray();
  const made = await client.retrievalVersions.create({ confidenceThresholds: thresholds });
  await until(
    async () => (await client.retrievalVersions.list().toArray()).find(({ id }) => id === made.id)!,
    ({ vectors: { ready, total } }) => ready === total,
  );
  expect((await client.retrievalVersions.activate(made.id)).inForce).toBe(true);
  expect((await client.retrievalVersions.activate(first!.id)).inForce).toBe(true);
});
