import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createOtlpExporter } from "@assay/adapters/otlp";
import type { ExportableSpan } from "@assay/core/ports";
import { afterEach, expect, test } from "vitest";

interface Collector {
  readonly url: string;
  readonly requests: { path: string; headers: Record<string, unknown>; body: string }[];
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** Stores what it gets; `status` undefined never answers. */
async function collector(status: number | undefined): Promise<Collector> {
  const requests: Collector["requests"] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ path: request.url!, headers: request.headers, body });
    if (status !== undefined) response.writeHead(status, { "Content-Type": "application/json" }).end("{}");
  };
  server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const span: ExportableSpan = {
  traceId: "0123456789abcdef0123456789abcdef",
  spanId: "0123456789abcdef",
  parentSpanId: "fedcba9876543210",
  name: "run.step",
  kind: 2,
  statusCode: 2,
  startedAt: new Date("2026-03-01T10:00:00.250Z"),
  endedAt: new Date("2026-03-01T10:00:01.500Z"),
  attributes: { "step.name": "ASSESSMENT", "chunk.count": 3, "llm.cost.usd": 0.5, "chunk.ids": ["a", "b"] },
};

const exporterFor = (endpoint: string, timeoutMs = 2000) =>
  createOtlpExporter({
    endpoint,
    headers: { "x-api-key": "key 1" },
    timeoutMs,
    resource: { "service.name": "assay", "service.version": "1.2.3", "host.name": "secret-host" },
  });

test("a span arrives as OTLP JSON with its ids, times, kind, status and attributes", async () => {
  const { url, requests } = await collector(200);
  await exporterFor(`${url}/base/`).export([span]);
  expect(requests).toHaveLength(1);
  const [{ path, headers, body }] = requests as [Collector["requests"][number]];
  expect(path).toBe("/base/v1/traces");
  expect(headers).toMatchObject({ "content-type": "application/json", "x-api-key": "key 1" });
  const [resourceSpans] = JSON.parse(body).resourceSpans;
  expect(resourceSpans.resource.attributes).toEqual([
    { key: "service.name", value: { stringValue: "assay" } },
    { key: "service.version", value: { stringValue: "1.2.3" } },
  ]);
  const [{ scope, spans }] = resourceSpans.scopeSpans;
  expect(scope).toEqual({ name: "assay", version: "1.2.3" });
  expect(spans[0]).toMatchObject({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: "run.step",
    kind: 3,
    startTimeUnixNano: "1772359200250000000",
    endTimeUnixNano: "1772359201500000000",
    status: { code: 2 },
    events: [],
    links: [],
  });
  expect(spans[0].attributes).toContainEqual({ key: "step.name", value: { stringValue: "ASSESSMENT" } });
  expect(spans[0].attributes).toContainEqual({ key: "chunk.count", value: { intValue: 3 } });
  expect(spans[0].attributes).toHaveLength(4);
});

test("whatever it is given, it sends nothing that scrubbing forbids", async () => {
  const { url, requests } = await collector(200);
  const attributes = {
    "run.id": "the prompt was SECRET-1",
    "evidence.text": "SECRET-2",
    "error.type": "MODEL_REFUSED",
    "error.message": "SECRET-3",
    "chunk.ids": ["message SECRET-4"],
  };
  await exporterFor(url).export([{ ...span, name: "raw SECRET-5", attributes }]);
  expect(requests).toHaveLength(1);
  expect(requests[0]!.body).not.toContain("SECRET");
  expect(requests[0]!.body).not.toContain("secret-host");
  expect(requests[0]!.body).toContain("The model refused to answer");
});

test.each([
  [400, true],
  [413, true],
  [401, false],
  [500, false],
])("an answer of %i says whether the spans themselves were refused: %s", async (status, refused) => {
  const { url, requests } = await collector(status);
  await expect(exporterFor(url).export([span])).rejects.toMatchObject({ name: "SpanExportError", status, refused });
  expect(requests).toHaveLength(1);
});

test("a collector that never answers is given up after the time limit", async () => {
  const { url } = await collector(undefined);
  await expect(exporterFor(url, 100).export([span])).rejects.toMatchObject({ name: "SpanExportError", refused: false });
});

test("so is one that cannot be reached", async () => {
  const { url } = await collector(200);
  server!.close();
  await expect(exporterFor(url, 100).export([span])).rejects.toMatchObject({ status: undefined, refused: false });
});
