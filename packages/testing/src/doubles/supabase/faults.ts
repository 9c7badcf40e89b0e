import { answerJson, type Exchange } from "./exchange.ts";

export type SupabaseFault =
  /** Answered at once; the body that was sent is read to its end. */
  | { readonly kind: "status"; readonly status: number; readonly headers?: Record<string, string> }
  /** Answered with what no JSON parser reads, as a proxy does. */
  | { readonly kind: "html"; readonly status: number }
  /** The connection is dropped without a word. */
  | { readonly kind: "reset" }
  /** The connection stays open and nothing comes. */
  | { readonly kind: "silence" }
  /** A download breaks off after so many bytes: `cut` shows on the wire, `short` looks like a proper end. */
  | { readonly kind: "cut" | "short"; readonly afterBytes: number }
  /** A download stands still after so many bytes. */
  | { readonly kind: "stall"; readonly afterBytes: number }
  /** Served as ever, and then the answer is lost on its way. */
  | { readonly kind: "lost-answer" };

export type FaultMatch = (request: { readonly method: string; readonly path: string }) => boolean;

export function openFaults() {
  const planned: { match: FaultMatch; fault: SupabaseFault; left: number }[] = [];

  return {
    add(match: FaultMatch, fault: SupabaseFault, times = 1): void {
      planned.push({ match, fault, left: times });
    },

    clear(): void {
      planned.length = 0;
    },

    take(request: { method: string; path: string }): SupabaseFault | undefined {
      const found = planned.find((each) => each.left > 0 && each.match(request));
      if (found) found.left -= 1;
      return found?.fault;
    },
  };
}

/** Returns whether the fault took the whole request; one that spoils the answer leaves it to be served. */
export function meetFault(exchange: Exchange): boolean {
  const { request, response, fault } = exchange;
  switch (fault?.kind) {
    case "status":
      request.resume();
      answerJson(exchange, fault.status, { message: "A fault of the double" }, fault.headers);
      return true;
    case "html":
      request.resume();
      response.writeHead(fault.status, { "content-type": "text/html" }).end("<html>A fault of the double</html>");
      return true;
    case "reset":
      request.socket.destroy();
      return true;
    case "silence":
      return true;
    case "cut":
    case "short":
    case "stall":
    case "lost-answer":
    case undefined:
      return false;
    default:
      return fault satisfies never;
  }
}
