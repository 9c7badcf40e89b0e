import { request } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";
import { receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver.ts";

const TOKEN = "a token of sixteen";
/** Of which labels there may be: a new one is added here by somebody who has thought of what it can hold. */
const LABELS = new Set([
  ...["process", "method", "route", "status", "le", "model", "purpose", "outcome", "direction", "part", "reason"],
  ...["state", "kind", "what", "disk", "version", "quantile", "type", "space", "major", "minor", "patch"],
]);

let assay: TestService;
let tenant: TestTenant;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await receiveWebhooks();
  assay = await testService({ METRICS_TOKEN: TOKEN, METRICS_PORT: "0" }, { webhookSender: receiver.sender });
  tenant = await assay.tenant();
});
afterAll(async () => {
  await assay.close();
  await receiver.close();
});

const scrape = async (url = assay.url, token = TOKEN) => {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return response.text();
};

/** The sum of the series with these labels, whatever others they have. */
function sumOf(metrics: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const series = metrics.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const chosen = series.filter((line) =>
    Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
  );
  return chosen.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

function portOfLog(): number {
  const line = assay.log.find((each) => each.includes('"metrics.started"'))!;
  return Number(new URL((JSON.parse(line) as { url: string }).url).port);
}

/** With a Host header of one's own, which fetch does not send. */
function askPort(path: string, options: { readonly host?: string; readonly method?: string } = {}) {
  const port = portOfLog();
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { host: options.host ?? `127.0.0.1:${port}` };
    request({ host: "127.0.0.1", port, path, method: options.method ?? "GET", headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject);
    })
      .on("error", reject)
      .end();
  });
}

test("without a setting there are no metrics, and with one only for its token", async () => {
  const other = await testService();
  try {
    expect((await fetch(`${other.url}/metrics`)).status).toBe(404);
  } finally {
    await other.close();
  }
  for (const headers of [{}, { Authorization: `Bearer ${TOKEN}x` }, { Authorization: TOKEN }] as HeadersInit[])
    expect((await fetch(`${assay.url}/metrics`, { headers })).status).toBe(401);
  const person = (await tenant.as("ADMIN")).token!;
  expect((await fetch(`${assay.url}/metrics`, { headers: { Authorization: `Bearer ${person}` } })).status).toBe(401);
});

test("the port of its own is for this machine alone, and for a page in its browser not even under another name", async () => {
  expect((await askPort("/metrics")).body).toContain('assay_process_up{process="service"} 1');
  expect((await askPort("/metrics", { host: `attacker.example:${portOfLog()}` })).status).toBe(404);
  expect((await askPort("/metrics", { method: "POST" })).status).toBe(405);
  expect((await askPort("/api/session")).status).toBe(404);
});

test("what the service did is counted: requests by route, models, jobs, messages", async () => {
  const admin = await tenant.as("ADMIN");
  const before = await scrape();
  const hook = { url: "http://hooks.example.com/in", events: ["document.ready"] };
  expect((await admin.sendJson("POST", "/api/admin/webhooks", hook)).status).toBe(201);
  const { id } = await admin.upload("backup-policy.txt", policyText);
  await admin.settled(id);
  await admin.finished((await admin.startRun()).id);
  await until(
    async () => receiver.received,
    ({ length }) => length > 0,
  );
  const grown = (metrics: string, name: string, labels: Readonly<Record<string, string>>) =>
    sumOf(metrics, name, labels) - sumOf(before, name, labels);
  const after = await until(
    scrape,
    (each) => grown(each, "assay_webhook_attempts_total", { outcome: "delivered" }) === 1,
  );
  const upload = { method: "POST", route: "/api/documents/upload", status: "2xx" };
  expect(grown(after, "assay_request_duration_seconds_count", upload)).toBe(1);
  expect(grown(after, "assay_model_call_duration_seconds_count", { purpose: "assess", outcome: "ok" })).toBeGreaterThan(
    0,
  );
  expect(grown(after, "assay_model_call_duration_seconds_count", { purpose: "embed", outcome: "ok" })).toBeGreaterThan(
    0,
  );
  expect(sumOf(after, "assay_database_up")).toBe(1);
  expect(sumOf(after, "assay_disk_size_bytes", { disk: "data" })).toBeGreaterThan(0);
  expect(after).toMatch(/^nodejs_eventloop_lag_p99_seconds\{process="service"\} \d/m);
});

test("labels are of a closed list, and no value is an id, an address or a word of evidence", async () => {
  const admin = await tenant.as("ADMIN");
  const { id } = await admin.upload("Quarterly-secret-name.txt", "Payroll is sealed by Marguerite every Friday.");
  await admin.settled(id);
  await admin.call("GET", `/api/documents/${id}/status`);
  await admin.call("GET", `/nowhere/${id}?q=Marguerite`);
  await admin.call("GET", `/api/search?q=Marguerite`);
  await admin.call("PROPFIND", `/api/documents/${id}`).catch(() => undefined);
  const metrics = await scrape();
  const labels = [...metrics.matchAll(/([a-zA-Z_]+)="((?:[^"\\]|\\.)*)"/g)];
  expect(new Set(labels.map(([, name]) => name!)).difference(LABELS)).toEqual(new Set());
  const values = labels.map(([, , value]) => value!);
  expect(values.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}-|@|Marguerite|secret-name|Payroll/i.test(value))).toEqual(
    [],
  );
  expect(metrics).not.toContain(id);
  expect(metrics).not.toContain(tenant.id);
});

test("jobs that wait are told by kind and age, damage and broken chains by their number", async () => {
  const owner = await assay.database.asOwner();
  try {
    await owner.db.execute(sql`insert into chain_checks (tenant_id, checked_at, broken)
      values (${tenant.id}, now(), '{"sequence": 3, "problem": "HASH"}')
      on conflict (tenant_id) do update set broken = excluded.broken`);
    await owner.db.execute(sql`insert into work_items (id, tenant_id, kind, subject_id, stage, available_at, delayed, waiting_for)
      values (gen_random_uuid(), ${tenant.id}, 'run', gen_random_uuid(), 'none', now() + interval '1 hour', true, 'model:m')`);
    const metrics = await scrape();
    expect(sumOf(metrics, "assay_chains_broken")).toBe(1);
    expect(sumOf(metrics, "assay_jobs", { kind: "run", state: "waiting" })).toBe(1);
    expect(sumOf(metrics, "assay_jobs_waiting", { part: "model:m" })).toBe(1);
  } finally {
    await owner.db.execute(sql`delete from work_items where waiting_for = 'model:m'`);
    await owner.close();
  }
});
