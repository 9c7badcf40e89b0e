import { AssayApiError, AssayConnectionError } from "@assay/client";
import { readSiteConfig } from "./site-config.ts";

const PAUSE_MS = 1000;
const PAUSE_MAX_MS = 30_000;
/** An outage so soon after the last one is the same: it is asked about as rarely as that was in the end. */
const SAME_OUTAGE_MS = 60_000;

let away = false;
let pauseMs = PAUSE_MS;
let recoveredAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const AWAY_STATUSES = new Set([502, 503, 504]);

/** Whether an error says that the service cannot be reached now, rather than that it refuses. */
export function isOutage(error: unknown): boolean {
  return error instanceof AssayConnectionError || (error instanceof AssayApiError && AWAY_STATUSES.has(error.status));
}

export function recordOutage(error: unknown): void {
  if (isOutage(error)) watchService();
}

/** Asks the service whether it is there, now and then, until it answers. */
export function watchService(): void {
  if (away) return;
  if (performance.now() - recoveredAt > SAME_OUTAGE_MS) pauseMs = PAUSE_MS;
  change(true);
  ask(pauseMs);
}

export const isServiceUnreachable = () => away;

/** Called when the service goes away and when it is back. */
export function onServiceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: boolean): void {
  away = next;
  for (const listener of listeners) listener();
}

// A browser says that it is online as soon as it has an interface, which may be before there is a way to the service.
window.addEventListener("online", () => away && ask(0));

function ask(afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void askNow(), afterMs);
}

async function askNow(): Promise<void> {
  const isBack = await answers();
  pauseMs = Math.min(PAUSE_MAX_MS, 2 * pauseMs);
  if (!isBack) return ask(pauseMs);
  recoveredAt = performance.now();
  change(false);
}

/** Both the site, which may stand elsewhere and whose configuration may have changed, and the service. */
async function answers(): Promise<boolean> {
  try {
    const { apiUrl } = await readSiteConfig();
    return (await fetch(`${apiUrl}/readyz`, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
