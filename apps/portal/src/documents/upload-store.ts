import { assay } from "@assay/site/assay";
import { SignedOutError, storedSession } from "@assay/site/auth";
import { holdPage } from "@assay/site/may-leave-page";
import { queryClient } from "@assay/site/query-client";
import { isOutage, isServiceUnreachable, onServiceChange, recordOutage } from "@assay/site/service-watch";
import { notifyOtherTabs } from "@assay/site/tabs";
import { useSyncExternalStore } from "react";
import { recordUploading } from "./has-uploaded.ts";
import { refreshDocuments } from "./refresh-documents.ts";
import { createUploadQueue, isUnderWay, type UploadItem, type UploadQueue } from "./upload-queue.ts";

let open: { readonly owner: string | undefined; readonly queue: UploadQueue } | undefined;

/**
 * The uploads of anyone who is signed in on this tab: they continue while another view is shown, and again when the service
 * answers. Who signs in next neither sees nor sends them.
 */
export function uploads(): UploadQueue {
  const owner = storedSession()?.email;
  if (open?.owner !== owner) {
    for (const { id } of open?.queue.items() ?? []) open!.queue.cancel(id);
    open = undefined;
  }
  open ??= { owner, queue: openQueue(owner) };
  return open.queue;
}

function openQueue(owner: string | undefined): UploadQueue {
  const queue = createUploadQueue({
    async upload(file, { versionOf, ...options }) {
      if (storedSession()?.email !== owner) throw new SignedOutError();
      const { documents } = await assay();
      return versionOf ? documents.addVersion(versionOf, file, options) : documents.upload(file, options);
    },
    onStored() {
      notifyOtherTabs();
      void refreshDocuments(queryClient);
    },
    isOutage,
    onOutage: recordOutage,
    pause,
  });
  onServiceChange(() => {
    if (!isServiceUnreachable()) queue.resume();
  });
  const holds = () => queue.items().some((item) => isUnderWay(item) || item.state === "BROKEN");
  holdPage(holds);
  window.addEventListener("beforeunload", (event) => {
    if (queue.items().some(isUnderWay)) event.preventDefault();
  });
  recordUploading();
  return queue;
}

export function useUploads(): readonly UploadItem[] {
  const { subscribe, items } = uploads();
  return useSyncExternalStore(subscribe, items);
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
