export interface McpBridge {
  /** Where the service runs. */
  readonly baseUrl: string;
  /** An API key or access token, or what gets one before each message. */
  readonly token: string | (() => string | Promise<string>);
  /** Messages, a line each: standard input. */
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Replies, a line each and nothing else: standard output. */
  readonly output: { write(text: string): unknown };
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof fetch;
}

interface Message {
  readonly jsonrpc?: string;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly requestId?: string | number;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

const LINE_LENGTH_MAX = 1_000_000;
const PARSE_ERROR = -32_700;
const SERVICE_ERROR = -32_000;
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/**
 * Speaks the Model Context Protocol over standard input and output by passing each message to `/mcp` of the service, many at
 * a time. A message that gets no reply becomes a JSON-RPC error, and the next one is tried again. Ends with the input or
 * the signal, when the messages under way have their replies.
 */
export async function runMcp(bridge: McpBridge): Promise<void> {
  const underWay = new Map<Promise<void>, Message>();
  const stops = new Map<string | number, AbortController>();
  const reply = (body: object) => void bridge.output.write(`${JSON.stringify(body)}\n`);
  /** Of clients that say it once, when they begin. */
  let version: string | undefined;

  const pass = async (message: Message) => {
    const { id } = message;
    const stop = new AbortController();
    if (id !== undefined) stops.set(id, stop);
    try {
      const answer = await send(bridge, message, version, stop.signal);
      if (id === undefined || stop.signal.aborted) return;
      if (message.method === "initialize") version = answer?.result?.protocolVersion;
      reply(answer ?? failure(id, SERVICE_ERROR, "The service sent no reply"));
    } catch (error) {
      if (id !== undefined && !stop.signal.aborted) reply(failure(id, SERVICE_ERROR, (error as Error).message));
    } finally {
      if (id !== undefined) stops.delete(id);
    }
  };

  for await (const line of linesOf(bridge.input, bridge.signal)) {
    if (line.trim() === "") continue;
    const message = line.length > LINE_LENGTH_MAX ? undefined : parse(line);
    if (!message) {
      reply(failure(null, PARSE_ERROR, `A message must be JSON on one line of at most ${LINE_LENGTH_MAX} characters`));
      continue;
    }
    // The service keeps nothing between messages: what it works on ends with its request.
    if (message.method === "notifications/cancelled") stops.get(message.params?.requestId ?? "")?.abort();
    const passing: Promise<void> = pass(message).finally(() => underWay.delete(passing));
    underWay.set(passing, message);
    // Later messages rely on what the first one settles.
    if (message.method === "initialize") await passing;
  }
  await Promise.all(underWay.keys());
}

interface Reply extends Message {
  readonly result?: { readonly protocolVersion?: string };
}

/** The reply, or undefined where none is due. Throws Error with what to tell the client. */
async function send(
  { baseUrl, token, signal, fetch = globalThis.fetch }: McpBridge,
  message: Message,
  version: string | undefined,
  stop: AbortSignal,
): Promise<Reply | undefined> {
  const stated = message.params?._meta?.[VERSION_KEY] as string | undefined;
  const headers = {
    Authorization: `Bearer ${typeof token === "function" ? await token() : token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...((stated ?? version) && { "MCP-Protocol-Version": stated ?? version }),
    ...(stated && message.method && { "Mcp-Method": message.method }),
    ...(stated && message.params?.name && { "Mcp-Name": message.params.name }),
  } as Record<string, string>;
  const init = { method: "POST", headers, body: JSON.stringify(message) };
  const response = await fetch(`${baseUrl.replace(/\/+$/, "")}/mcp`, {
    ...init,
    signal: signal ? AbortSignal.any([signal, stop]) : stop,
  }).catch((cause: unknown) => {
    throw new Error(`Cannot reach the service at ${baseUrl}: check the address and the network`, { cause });
  });
  const text = await response.text();
  const body = text === "" ? undefined : parse(text);
  if (body?.jsonrpc) return body;
  if (response.ok) return undefined;
  const { error = `status ${response.status}`, message: why = "" } = (body ?? {}) as {
    error?: string;
    message?: string;
  };
  throw new Error(`The service refused the message: ${error}${why && `: ${why}`}`);
}

function failure(id: string | number | null, code: number, message: string) {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whole lines, however the input is cut; what is after the last line's end is one too. */
async function* linesOf(input: McpBridge["input"], signal: AbortSignal | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  const chunks = input[Symbol.asyncIterator]();
  const aborted = new Promise<{ done: true; value: undefined }>((resolve) => {
    const end = () => resolve({ done: true, value: undefined });
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });
  for (;;) {
    const { done, value } = await Promise.race([chunks.next(), aborted]);
    if (done) break;
    const lines = (rest + (typeof value === "string" ? value : decoder.decode(value, { stream: true }))).split("\n");
    rest = lines.pop()!.slice(0, LINE_LENGTH_MAX + 1);
    yield* lines;
  }
  if (rest !== "" && !signal?.aborted) yield rest;
}
