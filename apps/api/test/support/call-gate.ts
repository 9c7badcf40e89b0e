import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Holds the model calls of processes until the test lets them continue, so that it acts in the middle of a run. */
export interface CallGate {
  /** For TEST_ASSESS_GATE. */
  readonly url: string;
  /** How many calls of a process wait here now. */
  heldOf(pid: number): number;
  /** Lets so many calls continue, those to come included. */
  pass(count: number): void;
  /** Lets all continue from now on. */
  open(): void;
  /** Holds all from now on. */
  shut(): void;
  close(): Promise<void>;
}

export async function startCallGate(): Promise<CallGate> {
  const held = new Map<ServerResponse, number>();
  let passes = Number.POSITIVE_INFINITY;
  const letGo = () => {
    for (const response of held.keys()) {
      if (passes === 0) return;
      passes -= 1;
      held.delete(response);
      response.end();
    }
  };
  const server = createServer((request, response) => {
    held.set(response, Number(new URL(request.url!, "http://gate").searchParams.get("pid")));
    response.once("close", () => held.delete(response));
    letGo();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heldOf: (pid) => [...held.values()].filter((holder) => holder === pid).length,
    pass(count) {
      passes += count;
      letGo();
    },
    open() {
      passes = Number.POSITIVE_INFINITY;
      letGo();
    },
    shut() {
      passes = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
