import { isPassingDatabaseError } from "@assay/core/tenancy";

/** Seconds between tries: a server that starts, or has no connection left, is mostly back by then. */
const WAITS_S = [1, 2, 4, 8];

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens a database, again for as long as it may pass that it cannot be opened. Throws the last error. */
export async function tryAgain<T>(
  open: () => Promise<T>,
  { say = (line: string) => console.error(line), wait = sleep } = {},
): Promise<T> {
  for (const seconds of WAITS_S) {
    try {
      return await open();
    } catch (error) {
      if (!isPassingDatabaseError(error)) throw error;
      say(`Cannot reach the database yet: trying again in ${seconds} s`);
      await wait(seconds * 1000);
    }
  }
  return open();
}
