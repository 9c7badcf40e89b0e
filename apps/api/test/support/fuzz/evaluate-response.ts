import { ERROR_CATALOGUE, errorReply } from "@assay/contract";
import type { ReplyChecker } from "../check-reply.ts";
import type { FuzzWorld } from "./fuzz-world.ts";
import type { FuzzRequest } from "./make-requests.ts";
import type { Received, Sendable } from "./send-request.ts";

/** What shows all tenants to a SUPER_ADMIN by design, and no words of their people. */
const OF_ALL_TENANTS = /^\/api\/admin\/(tenants|deployment|packs|corpus|retrieval-versions)\b/;

/** Node refuses more before any route is known. */
const HEAD_MAX = 12_000;
const headLength = ({ path, headers }: Sendable) => path.length + headers.flat().join("").length;

/** Says what is wrong with a reply, whatever was asked; undefined where nothing is. */
export function evaluateResponse(
  { operation }: Pick<FuzzRequest, "operation">,
  sent: Sendable,
  reply: Received,
  { checker, world }: { checker: ReplyChecker; world: Pick<FuzzWorld, "findForeign"> },
): string | undefined {
  const { status, headers, text } = reply;
  // Whether it is ready is what that one is asked, and a busy machine may not be.
  if (status >= 500 && operation.id !== "service.ready") return `status ${status}: ${text.slice(0, 300)}`;
  const type = headers["content-type"]?.replace(/;.*/, "").trim();
  // As the service routes it: without dots.
  const path = new URL(sent.path, "http://localhost").pathname;
  const requestId = (headers["x-request-id"] as string | undefined) ?? null;
  if (status === 429 && !headers["retry-after"]) return "429 without Retry-After";
  if (status === 401 && !headers["www-authenticate"] && path.startsWith("/api/")) return "401 without WWW-Authenticate";
  if (status === 431) return headLength(sent) > HEAD_MAX ? undefined : "431 for a head that is not too large";
  const undocumented = checkDocument(checker, { method: sent.method, path, status, type, requestId, text });
  if (undocumented) return undocumented;
  if (status >= 400 && sent.method !== "HEAD" && !path.startsWith("/auth/")) {
    const wrong = judgeError(status, text, requestId);
    if (wrong) return wrong;
  }
  // What the caller has named itself may be named back.
  const asked = `${decode(sent.path)} ${sent.body?.toString("latin1") ?? ""} ${sent.headers.join(" ")}`;
  const foreign = world.findForeign(text).filter((each) => !asked.includes(each));
  if (foreign.length > 0 && !OF_ALL_TENANTS.test(operation.template)) return `holds ${foreign[0]} of another tenant`;
  return undefined;
}

function checkDocument(checker: ReplyChecker, reply: Parameters<ReplyChecker["check"]>[0]): string | undefined {
  try {
    return checker.check(reply);
  } catch (error) {
    return `cannot be read: ${(error as Error).message}: ${reply.text.slice(0, 200)}`;
  }
}

function judgeError(status: number, text: string, requestId: string | null): string | undefined {
  const parsed = errorReply.safeParse(JSON.parse(text));
  if (!parsed.success) return `no error body: ${text.slice(0, 200)}`;
  if (parsed.data.requestId !== requestId) return "the request id of the body is not that of the header";
  const { error, message } = parsed.data;
  if (ERROR_CATALOGUE[error].status !== status) return `${error} with status ${status}`;
  if (/\bat .*\.(ts|js):\d+|select .* from |node_modules|ECONN|\/tmp\//i.test(message)) return `internals: ${message}`;
  return undefined;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
