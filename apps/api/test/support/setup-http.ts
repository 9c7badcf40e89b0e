import { afterAll, afterEach, expect } from "vitest";
import { createReplyChecker, type ReplyChecker } from "./check-reply.ts";
import { isTestService } from "./test-services.ts";

/** Kept from file to file of a worker, as making it takes longer than most of the checks. */
const shared = globalThis as typeof globalThis & { replyChecker?: ReplyChecker; plainFetch?: typeof fetch };
shared.plainFetch ??= globalThis.fetch;
const { plainFetch } = shared;

const problems: string[] = [];
let pending: Promise<void>[] = [];

/** Every reply of a service under test must be in the API document, no matter who asked for it. */
globalThis.fetch = async (input, init) => {
  const response = await plainFetch(input, init);
  const request = input instanceof Request ? input : undefined;
  const url = new URL(request?.url ?? String(input));
  const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
  if (isTestService(url.origin) && method !== "OPTIONS") {
    const type = response.headers.get("Content-Type")?.replace(/;.*/, "").trim();
    const copy = type === "application/json" ? response.clone() : undefined;
    pending.push(hold(method, url.pathname, response, type, copy));
  }
  return response;
};

async function hold(
  method: string,
  path: string,
  { status, headers }: Response,
  type: string | undefined,
  copy: Response | undefined,
): Promise<void> {
  // Of a body that its reader gave up there is nothing to check.
  const text = copy ? await copy.text().catch(() => undefined) : "";
  if (text === undefined) return;
  shared.replyChecker ??= createReplyChecker();
  const reply = { method, path, status, type, requestId: headers.get("X-Request-Id"), text };
  const problem = shared.replyChecker.check(reply);
  if (problem) problems.push(`${method} ${path} ${status}: ${problem}`);
}

async function requireDocumented(): Promise<void> {
  const settled = Promise.all(pending);
  pending = [];
  await settled;
  expect([...new Set(problems.splice(0))], "replies that the API document does not allow").toEqual([]);
}

afterEach(requireDocumented);
afterAll(requireDocumented);
