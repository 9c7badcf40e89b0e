import { useSyncExternalStore } from "react";

let has = false;
const listeners = new Set<() => void>();

/** Remembers that this tab sends files: what shows them travels only then. */
export function recordUploading() {
  if (has) return;
  has = true;
  for (const tell of listeners) tell();
}

/** Whether this tab has sent files since it was opened. */
export function useHasUploaded(): boolean {
  return useSyncExternalStore(subscribe, () => has);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
