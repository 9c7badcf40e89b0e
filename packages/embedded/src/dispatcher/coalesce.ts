import { setImmediate as nextTurn } from "node:timers/promises";

const FIRST_REST_MS = 250;
const REST_MAX_MS = 5000;

/**
 * At most one call under way: calls of one turn of the event loop are one, calls meanwhile make one more. After a failure
 * it rests, twice as long after each further one: calls meanwhile do nothing, as a timer calls again.
 */
export function coalesce(
  act: () => Promise<void>,
  onError: (error: unknown) => void,
  now: () => number = () => performance.now(),
): () => void {
  let state: "idle" | "busy" | "again" = "idle";
  let failures = 0;
  let restsUntil = -Infinity;
  const run = async () => {
    state = "busy";
    await nextTurn();
    state = "busy";
    await act().then(
      () => {
        failures = 0;
      },
      (error: unknown) => {
        restsUntil = now() + Math.min(REST_MAX_MS, FIRST_REST_MS * 2 ** failures);
        failures += 1;
        onError(error);
      },
    );
    const again = state === ("again" as typeof state);
    state = "idle";
    if (again && failures === 0) void run();
  };
  return () => {
    if (state !== "idle") state = "again";
    else if (now() >= restsUntil) void run();
  };
}
