import { pause } from "./http.ts";

const WAIT_MS = 500;
const WAIT_MAX_MS = 5000;

/** Asks until it is done, at first twice a second and later every 5 seconds. */
export async function pollUntil(isDone: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  for (let waitMs = WAIT_MS; !(await isDone()); waitMs = Math.min(waitMs * 1.3, WAIT_MAX_MS))
    await pause(waitMs, signal);
}
