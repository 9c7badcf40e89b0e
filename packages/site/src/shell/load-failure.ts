import { isServiceUnreachable, onServiceChange, watchService } from "../session/service-watch.ts";

/** Not sooner than this after the last time, so that a site that is broken permanently is not loaded over and over. */
const AGAIN_AFTER_MS = 60_000;
const LOADED_KEY = "assay.loadedAgainAt";

const failures = new WeakSet<object>();
// Vite says so of each part of the site that could not be fetched.
window.addEventListener("vite:preloadError", (event) => {
  failures.add((event as Event & { payload: Error }).payload);
});

/** Whether a part of the site's own code could not be fetched: the network is away, or a deployment replaced it. */
export function isLoadFailure(error: unknown): boolean {
  return typeof error === "object" && error !== null && failures.has(error);
}

export function wasJustReloaded(): boolean {
  return Date.now() - Number(sessionStorage.getItem(LOADED_KEY) ?? 0) < AGAIN_AFTER_MS;
}

/** The address holds what is shown. */
export function reloadPage(): void {
  sessionStorage.setItem(LOADED_KEY, String(Date.now()));
  location.reload();
}

/** Loads the page again once the site answers, unless something under way here would be lost; returns what ends the wait. */
export function reloadWhenReachable(mayLeave: () => boolean): () => void {
  watchService();
  return onServiceChange(() => {
    if (isServiceUnreachable()) return;
    if (mayLeave()) reloadPage();
    // After the others who wait for the service: what is under way may be about to continue.
    else queueMicrotask(watchService);
  });
}
