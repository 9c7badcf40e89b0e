import { onlineManager } from "@tanstack/react-query";
import { WifiOff, Wrench } from "lucide-react";
import { useSyncExternalStore } from "react";
import { isServiceUnreachable, onServiceChange } from "../session/service-watch.ts";
import { useDeployment } from "../session/use-deployment.ts";

const LOOK_MS = 30_000;

export function OfflineBanner() {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const away = useSyncExternalStore(onServiceChange, isServiceUnreachable);
  return (
    <div role="status">
      <MaintenanceLine />
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

/** Said where nothing may be changed, before somebody tries. */
function MaintenanceLine() {
  const maintenance = useDeployment({ refetchInterval: LOOK_MS })?.maintenance;
  if (!maintenance) return null;
  return (
    <p className="flex items-center justify-center gap-2 bg-partial-soft px-4 py-1.5 text-sm text-partial">
      <Wrench size={14} className="shrink-0" aria-hidden />
      <span className="min-w-0 break-words">
        Maintenance: you can read everything, and change nothing for now. {maintenance.reason}
      </span>
    </p>
  );
}
