import { answerJson, type Exchange } from "./exchange.ts";
import type { SupabaseFault } from "./supabase-fault.ts";

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
export function applyFault(exchange: Exchange): boolean {
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
