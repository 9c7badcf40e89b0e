import { useSyncExternalStore } from "react";
import { assay } from "../session/assay.ts";
import { queryClient } from "../session/query-client.ts";
import { DOCUMENTS_KEY } from "./queries.ts";
import { createUploadQueue, type UploadItem, type UploadQueue } from "./upload-queue.ts";

let queue: UploadQueue | undefined;

/** The uploads of this tab: they go on while another view is shown, and again when the network is back. */
export function uploads(): UploadQueue {
  if (!queue) {
    queue = createUploadQueue({
      upload: async (file, options) => (await assay()).documents.upload(file, options),
      onStored: () => void queryClient.invalidateQueries({ queryKey: DOCUMENTS_KEY }),
      pause,
    });
    window.addEventListener("online", () => queue!.resume());
    window.addEventListener("beforeunload", (event) => {
      if (queue!.items().some(isUnderWay)) event.preventDefault();
    });
  }
  return queue;
}

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploads().subscribe, uploads().items);
}

export function isUnderWay({ state }: UploadItem): boolean {
  return state === "WAITING" || state === "SENDING";
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
