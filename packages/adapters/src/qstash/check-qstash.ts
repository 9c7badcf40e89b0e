import { QstashError } from "@upstash/qstash";
import { z } from "zod";
import { createQstashClient, type QstashAccount, withinMs } from "./qstash-client.ts";

export interface QstashExpectations {
  readonly currentSigningKey: string;
  readonly nextSigningKey: string;
  readonly scheduleId: string;
  readonly url: string;
}

const LIMIT_MS = 30_000;
const keysReply = z.object({ current: z.string(), next: z.string() });

/** What is in the way of being dispatched by QStash, each with what fixes it. Publishes nothing. */
export async function checkQstash(account: QstashAccount, expected: QstashExpectations): Promise<string[]> {
  const client = createQstashClient(account);
  const unreachable = (error: unknown) =>
    error instanceof QstashError && (error.status === 401 || error.status === 403)
      ? ["QStash refuses the token: set QSTASH_TOKEN to the one in its console"]
      : ["QStash cannot be reached: check QSTASH_URL and the network"];
  try {
    const keys = keysReply.parse(
      await withinMs(LIMIT_MS, client.http.request({ method: "GET", path: ["v2", "keys"] })),
    );
    return [...compareKeys(keys, expected), ...(await checkSchedule())];
  } catch (error) {
    return unreachable(error);
  }

  async function checkSchedule(): Promise<string[]> {
    try {
      const { destination } = await withinMs(LIMIT_MS, client.schedules.get(expected.scheduleId));
      return destination === expected.url
        ? []
        : ["The sweep's schedule calls another address: run `npm run schedule:create`"];
    } catch (error) {
      if (error instanceof QstashError && error.status === 404)
        return ["No schedule calls the sweep: run `npm run schedule:create`"];
      throw error;
    }
  }
}

function compareKeys(keys: z.infer<typeof keysReply>, expected: QstashExpectations): string[] {
  const fix = "set QSTASH_CURRENT_SIGNING_KEY and QSTASH_NEXT_SIGNING_KEY to those in its console";
  if (keys.current === expected.currentSigningKey && keys.next === expected.nextSigningKey) return [];
  return keys.current === expected.nextSigningKey
    ? [`QStash's signing keys were rolled, and callbacks work only until they are rolled again: ${fix}`]
    : [`QStash signs with other keys, so callbacks are refused: ${fix}`];
}
