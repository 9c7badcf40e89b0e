import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";

const BUSY_MS_MAX = 20;

/**
 * The embedded database works on this thread and answers without a turn of the event loop: a transaction of thousands
 * of statements would keep every timer and socket waiting. Gives them a turn between statements.
 */
export function letOthersRun(client: PGlite): void {
  const execute = client.execProtocolStream.bind(client);
  let turnAt = performance.now();
  client.execProtocolStream = async (...statement) => {
    const answer = await execute(...statement);
    if (performance.now() - turnAt > BUSY_MS_MAX) {
      await nextTurn();
      turnAt = performance.now();
    }
    return answer;
  };
}
