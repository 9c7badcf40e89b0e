import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface VendorState {
  readonly branches: Map<string, { id: string; name: string; expires_at?: string }>;
  readonly apps: Map<string, { slug: string; deployments: DeployRequest[] }>;
  readonly schedules: Map<string, { destination: string; cron: string }>;
  readonly objects: Set<string>;
  readonly comments: { id: number; body: string }[];
  readonly pulls: { number: number; state: "open" | "closed" }[];
  readonly calls: string[];
  readonly unauthorized: string[];
  /** Replies to the next calls whose `METHOD path` matches with this status, once each. */
  readonly faults: { match: RegExp; status: number }[];
  /** What a revision ends as. */
  revisionStatus: "succeeded" | "failed";
}

interface DeployRequest {
  assets: Record<string, { kind: string; encoding: string; content: string }>;
  config: { runtime: { type: string; entrypoint?: string } };
  env_vars: { key: string; value: string; secret: boolean }[];
  production: boolean;
}

type Answer = { status?: number; body?: unknown };
type Handler = (match: RegExpExecArray, body: unknown, url: URL, headers: IncomingMessage["headers"]) => Answer;

/** The documented answers of Neon, Deno Deploy, QStash schedules, Supabase Storage and GitHub comments on one address. */
export async function startVendors(): Promise<{ url: string; state: VendorState; close(): Promise<void> }> {
  const state: VendorState = {
    branches: new Map(),
    apps: new Map(),
    schedules: new Map(),
    objects: new Set(),
    comments: [],
    pulls: [],
    calls: [],
    unauthorized: [],
    faults: [],
    revisionStatus: "succeeded",
  };
  const routes = [...neon(state), ...denoDeploy(state), ...others(state)];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url!, "http://vendors");
    const call = `${request.method} ${url.pathname}`;
    state.calls.push(call);
    const raw = await text(request);
    if (!request.headers.authorization?.startsWith("Bearer key-")) state.unauthorized.push(call);
    const reply = ({ status = 200, body }: Answer) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(body === undefined ? "" : JSON.stringify(body));
    const fault = state.faults.findIndex(({ match }) => match.test(call));
    if (fault >= 0) return reply({ status: state.faults.splice(fault, 1)[0]!.status, body: { message: "busy" } });
    for (const [pattern, handler] of routes) {
      const match = pattern.exec(call);
      if (match) return reply(handler(match, parse(raw), url, request.headers));
    }
    return reply({ status: 404, body: { message: `no ${call}` } });
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const parse = (raw: string): unknown => {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
};

function neon({ branches }: VendorState): [RegExp, Handler][] {
  const project = "/neon/projects/project-1";
  let polls = 0;
  return [
    [
      RegExp(`^GET ${project}/branches$`),
      (_, __, url) => ({
        // Like Neon's search, it matches a part of the name.
        body: { branches: [...branches.values()].filter(({ name }) => name.includes(url.searchParams.get("search")!)) },
      }),
    ],
    [
      RegExp(`^POST ${project}/branches$`),
      (_, body) => {
        const { branch } = body as { branch: { name: string; expires_at: string } };
        const made = { id: `br-${branch.name}`, ...branch };
        branches.set(made.id, made);
        return { status: 201, body: { branch: made, operations: [{ id: "op-1", status: "running" }] } };
      },
    ],
    [
      RegExp(`^GET ${project}/operations/op-1$`),
      () => {
        polls += 1;
        return { body: { operation: { id: "op-1", status: polls < 2 ? "running" : "finished" } } };
      },
    ],
    [
      RegExp(`^GET ${project}/connection_uri$`),
      (_, __, url) =>
        branches.has(url.searchParams.get("branch_id")!)
          ? { body: { uri: `postgresql://${url.searchParams.get("role_name")}:secret@ep-cool-1.eu.neon.tech/assay` } }
          : { status: 404, body: {} },
    ],
    [RegExp(`^DELETE ${project}/branches/(.+)$`), ([, id]) => ({ status: branches.delete(id!) ? 200 : 404, body: {} })],
  ];
}

function denoDeploy(state: VendorState): [RegExp, Handler][] {
  const { apps } = state;
  return [
    [
      /^GET \/deno\/apps\/(.+)$/,
      ([, slug]) => (apps.has(slug!) ? { body: { id: `id-${slug}`, slug } } : { status: 404, body: { error: "none" } }),
    ],
    [
      /^POST \/deno\/apps$/,
      (_, body) => {
        const { slug } = body as { slug: string };
        if (apps.has(slug)) return { status: 409, body: { error: "taken" } };
        apps.set(slug, { slug, deployments: [] });
        return { body: { id: `id-${slug}`, slug } };
      },
    ],
    [
      /^POST \/deno\/apps\/(.+)\/deploy$/,
      ([, slug], body) => {
        apps.get(slug!)!.deployments.push(body as DeployRequest);
        return { status: 202, body: { id: `rev-${slug}`, status: "queued" } };
      },
    ],
    [
      /^GET \/deno\/revisions\/(.+)$/,
      ([, id]) => ({ body: { id, status: state.revisionStatus, failure_reason: "Module not found" } }),
    ],
    [/^DELETE \/deno\/apps\/(.+)$/, ([, slug]) => (apps.delete(slug!) ? { status: 204 } : { status: 404, body: {} })],
  ];
}

function others({ schedules, objects, comments, pulls }: VendorState): [RegExp, Handler][] {
  return [
    [
      /^POST \/v2\/schedules\/(.+)$/,
      ([, destination], __, ___, headers) => {
        const scheduleId = String(headers["upstash-schedule-id"]);
        schedules.set(scheduleId, { destination: destination!, cron: String(headers["upstash-cron"]) });
        return { body: { scheduleId } };
      },
    ],
    [
      /^DELETE \/v2\/schedules\/(.+)$/,
      ([, id]) => (schedules.delete(id!) ? { status: 200 } : { status: 404, body: { error: "schedule not found" } }),
    ],
    [
      /^POST \/storage\/v1\/object\/list\/evidence$/,
      (_, body) => ({ body: listObjects(objects, body as { prefix: string; limit: number }) }),
    ],
    [
      /^DELETE \/storage\/v1\/object\/evidence$/,
      (_, body) => {
        const { prefixes } = body as { prefixes: string[] };
        return { body: prefixes.filter((path) => objects.delete(path)).map((name) => ({ name })) };
      },
    ],
    [
      /^GET \/v2\/schedules$/,
      () => ({
        body: [...schedules].map(([scheduleId, { destination, cron }]) => ({ scheduleId, destination, cron })),
      }),
    ],
    [
      /^GET \/repos\/us\/assay\/pulls$/,
      (_, __, url) => {
        const [state, page, size] = ["state", "page", "per_page"].map((name) => url.searchParams.get(name)!);
        const listed = pulls.filter((each) => each.state === state);
        return { body: listed.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)) };
      },
    ],
    [/^GET \/repos\/us\/assay\/issues\/12\/comments$/, () => ({ body: comments })],
    [
      /^POST \/repos\/us\/assay\/issues\/12\/comments$/,
      (_, body) => {
        const made = { id: comments.length + 1, body: (body as { body: string }).body };
        comments.push(made);
        return { status: 201, body: made };
      },
    ],
    [
      /^PATCH \/repos\/us\/assay\/issues\/comments\/(\d+)$/,
      ([, id], body) => {
        const found = comments.find((each) => each.id === Number(id))!;
        found.body = (body as { body: string }).body;
        return { body: found };
      },
    ],
  ];
}

/** One level, folders without an id, at most `limit`: as Supabase Storage lists. */
function listObjects(objects: Set<string>, { prefix, limit }: { prefix: string; limit: number }) {
  const names = [...objects]
    .filter((path) => path.startsWith(`${prefix}/`))
    .map((path) => path.slice(prefix.length + 1));
  const files = names.filter((name) => !name.includes("/")).map((name) => ({ name, id: `id-${name}` }));
  const folders = new Set(names.filter((name) => name.includes("/")).map((name) => name.split("/")[0]!));
  return [...[...folders].map((name) => ({ name, id: null })), ...files].slice(0, limit);
}
