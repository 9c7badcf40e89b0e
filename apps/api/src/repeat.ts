import { logFailures } from "./log-failures.ts";
import type { Logger } from "./logger.ts";

export interface Repeated {
  /** Ends what is under way. */
  stop(): Promise<void>;
}

/** Does something at once and then at a pace, never twice at a time; what fails is logged as `event` and done again. */
export function repeat(
  act: (signal: AbortSignal) => Promise<void>,
  { everyMs, logger, event }: { readonly everyMs: number; readonly logger: Logger; readonly event: string },
): Repeated {
  const ending = new AbortController();
  const failed = logFailures(logger, event);
  let underWay: Promise<void> | undefined;
  const once = () => {
    underWay ??= act(ending.signal)
      .catch((error) => {
        if (!ending.signal.aborted) failed(error);
      })
      .finally(() => {
        underWay = undefined;
      });
  };
  const timer = setInterval(once, everyMs);
  once();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await underWay;
    },
  };
}
