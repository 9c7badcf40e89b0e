import * as fc from "fast-check";
import type { ReplyChecker } from "../check-reply.ts";
import { evaluateResponse } from "./evaluate-response.ts";
import type { FuzzWorld } from "./fuzz-world.ts";
import { type FuzzRequest, requestFor } from "./make-requests.ts";
import { readOperations } from "./read-operations.ts";
import { createSender, type Sendable, type Sender, toCurl, toSendable } from "./send-request.ts";

/** No more than the test service has connections to its database. */
const CONNECTIONS = 4;
/** Of which a refusal must leave everything as it was. */
const REFUSED = new Set([400, 401, 403, 404, 405, 413, 415, 422]);
const GROUP = 40;

export interface Fall {
  readonly problem: string;
  readonly curl: string;
}

interface Refused {
  readonly sent: Sendable;
}

export interface FuzzOutcome {
  readonly statuses: Readonly<Record<number, number>>;
  /** Operations that were served at least once. */
  readonly served: ReadonlySet<string>;
}

interface Fuzzed {
  readonly url: string;
  readonly world: FuzzWorld;
  readonly checker: ReplyChecker;
  /** Called as soon as one falls. */
  onFall(fall: Fall): void;
}

/** Sends so many generated requests, the same for the same seed, and judges each reply. */
export async function fuzzApi(
  { url, world, checker, onFall }: Fuzzed,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzOutcome> {
  const sender = createSender(url, CONNECTIONS);
  const statuses: Record<number, number> = {};
  const served = new Set<string>();
  const refused: Refused[] = [];
  const queue = makeRequests(requests, seed);
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const sent = toSendable(next, world);
      const fall = (problem: string) => onFall({ problem, curl: toCurl(url, sent) });
      try {
        const reply = await sender.send(sent);
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        if (reply.status < 400) served.add(next.operation.id);
        if (REFUSED.has(reply.status) && next.method !== "GET" && next.method !== "HEAD") refused.push({ sent });
        const problem = evaluateResponse(next, sent, reply, { checker, world });
        if (problem) fall(`${next.operation.id}: ${problem}`);
      } catch (error) {
        fall(`${next.operation.id}: no reply: ${(error as Error).message}`);
      }
    }
  };
  const before = await world.digest(world.theirs);
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await world.idle();
  const after = await world.digest(world.theirs);
  for (const table of changedTables(before, after)) onFall({ problem: `another tenant's ${table} changed`, curl: "" });
  await replayRefused({ url, world, onFall }, sender, refused.slice(0, requests / 5));
  sender.close();
  return { statuses, served };
}

/** Every operation equally often, in an order of the seed. */
function makeRequests(count: number, seed: number): FuzzRequest[] {
  const { operations, schemas } = readOperations();
  const numRuns = Math.ceil(count / operations.length);
  const columns = operations.map((operation, at) =>
    fc.sample(requestFor(operation, schemas), { seed: seed + at, numRuns }),
  );
  return Array.from({ length: numRuns }, (_, run) => columns.map((column) => column[run]!))
    .flat()
    .slice(0, count);
}

/** Sends what was refused once more, with nothing else under way: nothing of our tenant may change. */
async function replayRefused(
  { url, world, onFall }: Omit<Fuzzed, "checker">,
  sender: Sender,
  refused: readonly Refused[],
): Promise<void> {
  const replay = async (group: readonly Refused[]): Promise<void> => {
    const before = await world.digest(world.own);
    let allRefused = true;
    for (const { sent } of group) {
      try {
        const { status } = await sender.send(sent);
        allRefused &&= REFUSED.has(status);
      } catch (error) {
        onFall({ problem: `no reply at its second sending: ${(error as Error).message}`, curl: toCurl(url, sent) });
      }
    }
    await world.idle();
    const tables = changedTables(before, await world.digest(world.own));
    if (tables.length === 0) return;
    if (group.length > 1) for (const each of group) await replay([each]);
    else if (allRefused)
      onFall({ problem: `refused, and yet ${tables.join(", ")} changed`, curl: toCurl(url, group[0]!.sent) });
  };
  for (let at = 0; at < refused.length; at += GROUP) await replay(refused.slice(at, at + GROUP));
}

function changedTables(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table]);
}
