import { onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isServiceUnreachable, onServiceChange } from "../session/service-watch.ts";

export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const away = useSyncExternalStore(onServiceChange, isServiceUnreachable);
  return (
    <div role="status">
      {(!online || away) && (
        <p className="flex items-center justify-center gap-2 bg-partial-soft px-4 py-1.5 text-sm text-partial">
          <WifiOff size={14} aria-hidden />
          {online ? "The service cannot be reached" : "You are offline"}. What you see may be old; it is brought up to
          date when {online ? "it answers" : "the network is back"}.
        </p>
      )}
    </div>
  );
}
