import { describeError, type Logger } from "./logger.ts";

const EVERY_MS = 10_000;

/** Logs what fails again and again: the first of its kind at once, then how often it failed, every ten seconds at most. */
export function logFailures(
  logger: Logger,
  event: string,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const seen = new Map<string, { loggedAt: number; times: number }>();
  return (error) => {
    const { stack, ...description } = describeError(error);
    const kind = JSON.stringify(description.cause ?? description, (key, value) =>
      key === "stack" ? undefined : value,
    );
    const known = seen.get(kind);
    if (known && now() - known.loggedAt < EVERY_MS) {
      known.times += 1;
      return;
    }
    // An error that comes again has the same place.
    logger.error(event, known ? { ...description, times: known.times + 1 } : { ...description, stack });
    seen.set(kind, { loggedAt: now(), times: 0 });
  };
}
