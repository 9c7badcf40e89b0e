import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import type { AuditEntry, KeptCheckpoint } from "../../generated/admin-types.ts";
import { checkContinues, Refused, type Witness } from "./keep-checkpoint.ts";
import type { WitnessFolder } from "./witness-folder.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BODY_BYTES_MAX = 1_073_741_824;

export interface Witnessing {
  readonly folder: WitnessFolder;
  readonly witness: Witness;
  /** Told of each request that was decided. */
  report(line: string): void;
}

/**
 * `POST /checkpoints`: a checkpoint, and the entries since the newest one that is kept, each a line of JSON.
 * `GET /checkpoints/<tenant>[?newest]`: what is kept. `GET /key`: the witness's own public key.
 */
export function createWitnessServer(witnessing: Witnessing): Server {
  // One after the other: two checkpoints of a tenant never both continue the same one.
  let turn: Promise<unknown> = Promise.resolve();
  return createServer((request, response) => {
    const answer = () => serve(witnessing, request, response);
    const served = request.method === "POST" ? turn.then(answer) : answer();
    if (request.method === "POST") turn = served;
  });
}

async function serve(witnessing: Witnessing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { folder, report } = witnessing;
  try {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://witness");
    const [, first, tenantId, ...rest] = pathname.split("/");
    if (request.method === "GET" && pathname === "/key") return reply(response, 200, { key: folder.publicKey });
    if (request.method === "GET" && first === "checkpoints" && UUID.test(tenantId ?? "") && rest.length === 0) {
      const kept = await folder.list(tenantId!);
      return reply(response, 200, { checkpoints: searchParams.has("newest") ? kept.slice(-1) : kept });
    }
    if (request.method !== "POST" || pathname !== "/checkpoints")
      return reply(response, 404, { error: "NOT_FOUND", message: "There is nothing here" });
    return reply(response, 200, { checkpoint: await keep(witnessing, request) });
  } catch (error) {
    request.resume();
    const { message } = error as Error;
    if (error instanceof Refused) {
      report(`Refused: ${message}`);
      return reply(response, error.kind === "FORK" ? 409 : 400, { error: error.kind, message });
    }
    report(`Failed: ${message}`);
    return reply(response, 500, { error: "INTERNAL_ERROR", message: "The witness failed: see its output" });
  }
}

async function keep({ folder, witness, report }: Witnessing, request: IncomingMessage) {
  const lines = readLines(request);
  const { value } = await lines.next();
  const checkpoint = toCheckpoint(value);
  const { tenantId, sequence, counter } = checkpoint.statement;
  const same = (await folder.list(tenantId)).find(({ signature }) => signature === checkpoint.signature);
  if (same) {
    request.resume();
    return same;
  }
  const { resumedWith } = await checkContinues(witness, checkpoint, toEntries(lines));
  const kept = await folder.add(checkpoint, resumedWith);
  report(`Kept: tenant ${tenantId}, entry ${sequence}, checkpoint ${counter ?? "without a counter"}`);
  for (const hash of resumedWith) report(`  behind a break that was continued with entry ${hash}`);
  return kept;
}

async function* readLines(request: IncomingMessage): AsyncGenerator<unknown, undefined> {
  let bytes = 0;
  for await (const line of createInterface({ input: request, crlfDelay: Number.POSITIVE_INFINITY })) {
    bytes += line.length;
    if (bytes > BODY_BYTES_MAX) throw new Refused("UNREADABLE", "the request has more than 1 GB");
    if (line === "") continue;
    try {
      yield JSON.parse(line);
    } catch {
      throw new Refused("UNREADABLE", "a line is not JSON");
    }
  }
  return undefined;
}

async function* toEntries(lines: AsyncIterable<unknown>): AsyncGenerator<AuditEntry> {
  for await (const line of lines) {
    const entry = line as AuditEntry | null;
    if (typeof entry?.sequence !== "number" || typeof entry.hash !== "string")
      throw new Refused("UNREADABLE", "a line is not an entry of an audit log");
    yield entry;
  }
}

function toCheckpoint(value: unknown): KeptCheckpoint {
  const { statement, keyId, signature } = (value ?? {}) as Partial<KeptCheckpoint>;
  const { tenantId, sequence, hash } = statement ?? {};
  if (!statement || typeof keyId !== "string" || typeof signature !== "string" || typeof hash !== "string")
    throw new Refused("UNREADABLE", "the first line is not a checkpoint");
  if (!UUID.test(tenantId ?? "") || !Number.isSafeInteger(sequence))
    throw new Refused("UNREADABLE", "the first line is not a checkpoint");
  return { statement, keyId, signature };
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
