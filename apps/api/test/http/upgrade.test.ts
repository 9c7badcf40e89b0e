import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifySignOffs, verifySnapshot } from "@assay/client/verify";
import {
  auditListReply,
  auditVerifyReply,
  checkpointKeysReply,
  exchangeLinkReply,
  type KeptCheckpoint,
  linkSessionReply,
  REPORT_FORMATS,
  runConfigurationReply,
  runDetails,
  runDiffReply,
  type SignOff,
  sessionReply,
  signOffListReply,
  webhookDeliveryListReply,
  webhookDeliveryReply,
} from "@assay/contract";
import { readMigrations } from "@assay/db/migrate";
import { type Dump, type DumpedRun, listDumps, readDump } from "@assay/testing/dump";
import { openDumpedDatabase } from "@assay/testing/open-dump";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { APP_ROUTES, fillPath, OF_LINKS } from "../support/app-routes.ts";
import { exchange } from "../support/open-link.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { hashOf, signIn } from "../upgrade/dumped-tenant.ts";

/** What a run that failed, or is an imported one, may not have. */
const OF_CAPTURED = new Set([
  "GET /api/runs/:runId/snapshot",
  "GET /api/admin/runs/:runId/replay",
  "GET /api/runs/:runId/review-queue",
  "GET /api/runs/:runId/report?format=oscal",
  "GET /api/runs/:runId/package",
  "GET /api/runs/:runId/package/contents",
  "GET /api/runs/:runId/report?format=html",
  "GET /api/runs/:runId/report?format=docx",
]);
/** What a run without a previous review does not have. */
const OF_REVIEW = "GET /api/runs/:runId/requirements/:requirementId/changes";
const OF_ANY_RUN = APP_ROUTES.filter(({ method, path }) => method === "GET" && /:runId/.test(path));
const OF_TENANT = APP_ROUTES.filter(
  ({ name, method, path }) =>
    // A stream of events has no end to wait for.
    method === "GET" && !/:runId/.test(path) && !OF_LINKS.has(name) && path !== "/api/events",
);

const [OLDEST] = await listDumps();

describe.each(await listDumps())("a database of the version with %s", (name) => {
  let dump: Dump;
  let assay: TestService;
  let receiver: WebhookReceiver;
  let dataDir: string;
  let applied: readonly string[];
  let [anna, ben, clara, operator]: TestClient[] = [];
  beforeAll(async () => {
    dump = await readDump(name);
    dataDir = await mkdtemp(join(tmpdir(), "assay-upgrade-"));
    await dump.writeFiles(dataDir);
    receiver = await receiveWebhooks();
    const database = await openDumpedDatabase(dump);
    applied = database.applied;
    const { settings, tenantId, people } = dump.expected;
    const env = { ...settings, ASSAY_DATA_DIR: dataDir, SUPER_ADMIN_MODE: "true" };
    assay = await testService(env, { webhookSender: receiver.sender }, Promise.resolve(database));
    const as = (person: (typeof people)["reads"]) => signIn(assay, tenantId, person);
    anna = await as(people.prepares);
    ben = await as(people.reviews);
    clara = await as(people.reads);
    operator = await as(people.operates);
  });
  afterAll(async () => {
    await assay.close();
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("gets each later migration, and none of its own again", async () => {
    const all = (await readMigrations()).map((migration) => migration.name);
    expect(applied).toEqual(all.slice(dump.expected.migrations.length));
    expect(all.slice(0, dump.expected.migrations.length)).toEqual(dump.expected.migrations);
  });

  test("keeps each snapshot and replay byte for byte, and what was decided", async () => {
    const runs = Object.entries(dump.expected.runs);
    for (const [run, { runId, snapshotStatus, snapshotHash, replayHash, replies }] of runs) {
      expect(await clara!.get(`/api/runs/${runId}`, runDetails), run).toMatchObject({ snapshotStatus });
      for (const [part, reply] of Object.entries(replies))
        expect(
          await (await operator!.call("GET", `/api/runs/${runId}/${part}`)).json(),
          `${run} ${part}`,
        ).toMatchObject(reply as object);
      if (!snapshotHash) continue;
      const snapshot = new Uint8Array(await (await clara!.call("GET", `/api/runs/${runId}/snapshot`)).arrayBuffer());
      expect(hashOf(snapshot), run).toBe(snapshotHash);
      const { checks, valid } = await verifySnapshot(snapshot, { hash: snapshotHash });
      expect(
        checks.filter(({ result }) => result === "FAILED"),
        run,
      ).toEqual([]);
      expect(valid).toBe(true);
      const replay = await operator!.call("GET", `/api/admin/runs/${runId}/replay`);
      expect(hashOf(new Uint8Array(await replay.arrayBuffer())), run).toBe(replayHash);
    }
  });

  test("keeps a whole audit chain, which each kept checkpoint is in, by either key", async () => {
    const { auditEntries, checkpoints, publicKeys } = dump.expected;
    expect((await clara!.get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply)).keys).toEqual(
      expect.arrayContaining([...publicKeys]),
    );
    expect(new Set(checkpoints.map((each) => (each as KeptCheckpoint).keyId)).size).toBe(2);
    const verified = await ben!.get("/api/admin/audit-logs/verify", auditVerifyReply);
    expect(verified).toMatchObject({ valid: true, checkpoints: { problems: [] } });
    expect(verified.entries).toBeGreaterThanOrEqual(auditEntries);
    for (const checkpoint of checkpoints) {
      const response = await ben!.sendJson("POST", "/api/admin/audit-logs/verify", checkpoint);
      expect(auditVerifyReply.parse(await response.json())).toMatchObject({ valid: true, kept: { contained: true } });
    }
  });

  test("keeps each signature, as the client verifies it and as it was when it was read", async () => {
    const { runs, publicKeys } = dump.expected;
    const signedAs = { signed: "REVIEWED", changed: null };
    for (const [run, role] of Object.entries(signedAs)) {
      const { runId, snapshotHash, replies } = runs[run as keyof typeof signedAs];
      const now = await clara!.get(`/api/runs/${runId}/sign-offs`, signOffListReply);
      const then = (replies["sign-offs"] as { signOffs: SignOff[] }).signOffs;
      for (const signOffs of [now.signOffs, then])
        expect(await verifySignOffs(signOffs, publicKeys as never, { snapshotHash: snapshotHash! }), run).toMatchObject(
          {
            ...{ valid: true, signedAs: role },
            acts: [{ problems: [] }, { problems: [] }],
          },
        );
    }
  });

  test("opens each run, and everything that a route shows of it", async () => {
    const { ids, runs } = dump.expected;
    for (const [run, of] of Object.entries(runs))
      for (const { name: route, path } of OF_ANY_RUN) {
        if (run !== "signed" && /:(?!runId|requirementId)/.test(path)) continue;
        for (const search of searchesOf(path, runs.imported)) {
          const response = await operator!.call("GET", fillPath(path, { ...ids, runId: of.runId }) + search);
          const body = await response.text();
          expect(
            [200, ...refusalsOf(run, search.startsWith("?format=") ? `${route}${search}` : route, of)],
            `${run}: ${route}${search} ${response.status} ${body}`,
          ).toContain(response.status);
        }
      }
    for (const { path } of OF_TENANT) {
      const response = await operator!.call("GET", fillPath(path, ids));
      expect(response.status, `${path} ${await response.text()}`).toBeLessThan(500);
    }
  });

  test("lets in who was let in, by link and by key, and nobody else", async () => {
    const { links, runs, apiKey, revokedApiKey } = dump.expected;
    const { runId } = runs.signed;
    const { token } = exchangeLinkReply.parse(await (await exchange(assay, links.unopenedSecret)).json());
    for (const each of [token, links.openedToken]) {
      const auditor = assay.client(each);
      expect((await auditor.get("/api/links/session", linkSessionReply)).session).toMatchObject({ runId });
      await auditor.get(`/api/runs/${runId}`, runDetails);
    }
    await expectError(await exchange(assay, links.revokedSecret), 401, "UNAUTHORIZED");
    expect((await assay.client(apiKey).get("/api/session", sessionReply)).session).toMatchObject({ role: "ADMIN" });
    await expectError(await assay.client(revokedApiKey).call("GET", "/api/session"), 401, "UNAUTHORIZED");
  });

  test("opens the secret of a webhook, and continues with what is new", async () => {
    const { ids, runs } = dump.expected;
    const path = `/api/admin/webhooks/${ids.webhookId}`;
    const tried = await ben!.sendJson("POST", `${path}/test`, {});
    const { delivery } = webhookDeliveryReply.parse(await tried.json());
    const ofDelivery = () => ben!.get(`${path}/deliveries`, webhookDeliveryListReply);
    const { deliveries } = await until(ofDelivery, (list) =>
      list.deliveries.some(({ id, state }) => id === delivery.id && state !== "PENDING"),
    );
    expect(deliveries.find(({ id }) => id === delivery.id)).toMatchObject({ state: "DELIVERED" });
    const { id } = await anna!.startRun();
    expect((await anna!.finished(id)).status).toBe("COMPLETED");
    const diff = await anna!.get(`/api/runs/${id}/diff?against=${runs.changed.runId}`, runDiffReply);
    expect(diff.documents).toMatchObject({ added: [{}, {}], removed: [] });
  });
});

function refusalsOf(run: string, route: string, { snapshotHash }: DumpedRun): number[] {
  if (route === OF_REVIEW) return run === "changed" ? [] : [404, 409];
  return snapshotHash === null && OF_CAPTURED.has(route) ? [409] : [];
}

function searchesOf(path: string, against: DumpedRun): string[] {
  if (path.endsWith("/diff")) return [`?against=${against.runId}`];
  if (path.endsWith("/report")) return REPORT_FORMATS.map((format) => `?format=${format}`);
  return [""];
}

test("an engine that was active and is gone: runs start right after the upgrade, its own replay, and naming it says what is on offer", async () => {
  const dump = await readDump(OLDEST!);
  const pinned = "'offline-lexical-2', 'lexical-2'";
  const old = { ...dump, sql: dump.sql.replaceAll(pinned, "'offline-lexical-1', 'lexical-1'") };
  expect(old.sql).not.toBe(dump.sql);
  const dataDir = await mkdtemp(join(tmpdir(), "assay-upgrade-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await dump.writeFiles(dataDir);
  const { settings, tenantId, people, runs } = dump.expected;
  const assay = await testService(
    { ...settings, ASSAY_DATA_DIR: dataDir, SUPER_ADMIN_MODE: "true" },
    {},
    openDumpedDatabase(old),
  );
  onTestFinished(() => assay.close());
  const [anna, operator] = [
    await signIn(assay, tenantId, people.prepares),
    await signIn(assay, tenantId, people.operates),
  ];
  const pins = await anna.get(`/api/runs/${runs.signed.runId}/configuration`, runConfigurationReply);
  const retrievalVersionId = pins.configuration.snapshotRetrievalVersionId;
  const { id } = await anna.startRun();
  expect(await anna.finished(id)).toMatchObject({ status: "COMPLETED" });
  const replay = await operator.call("GET", `/api/admin/runs/${runs.signed.runId}/replay`);
  expect(hashOf(new Uint8Array(await replay.arrayBuffer()))).toBe(runs.signed.replayHash);
  const { entries } = await operator.get("/api/admin/audit-logs?action=retrieval_version.replaced", auditListReply);
  expect(entries).toMatchObject([{ actor: "system", details: { replacedVersionId: retrievalVersionId } }]);
  const named = await anna.sendJson("POST", "/api/runs/start", { retrievalVersionId });
  const error = await expectError(named, 409, "INVALID_STATE");
  expect(error).toMatchObject({
    message: expect.stringMatching(/rules 'guard 1, splitter 1'.*name another engine version, on offer: /),
    details: { retrievalVersionId, onOffer: [entries[0]!.object_id] },
  });
});
