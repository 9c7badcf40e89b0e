import { Button, loadDialog, Notice } from "@assay/ui";
import { type ComponentType, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { isServiceUnreachable, onServiceChange, watchService } from "../session/service-watch.ts";

interface Closable {
  onClose: () => void;
}

type Attempt = "first" | "by hand" | "reachable";

interface Part<Props> {
  Loaded: ComponentType<Props> | undefined;
  load(): Promise<void>;
}

/** Returns a component; `preload` gets its code before it opens, as far as the network allows. */
export function dialogOnDemand<Props extends Closable>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const part: Part<Props> = {
    Loaded: undefined,
    async load() {
      const [{ default: Loaded }] = await Promise.all([load(), loadDialog()]);
      part.Loaded = Loaded;
    },
  };
  return Object.assign((props: Props) => <OnDemand part={part} shown={props} />, {
    preload: () => void part.load().catch(() => undefined),
  });
}

/**
 * A dialog whose code comes when it first opens. Without a connection it says so, leaves the view as it is, and opens once
 * the connection is back.
 */
function OnDemand<Props extends Closable>({ part, shown }: { part: Part<Props>; shown: Props }) {
  const { Loaded } = part;
  const [attempt, setAttempt] = useState<{ by: Attempt }>({ by: "first" });
  const [failure, setFailure] = useState<{ error: unknown; of: Attempt }>();
  const [, setIsThere] = useState(false);
  useEffect(() => {
    if (part.Loaded) return undefined;
    let isGone = false;
    part.load().then(
      () => isGone || setIsThere(true),
      (error: unknown) => isGone || setFailure({ error, of: attempt.by }),
    );
    return () => {
      isGone = true;
    };
  }, [part, attempt]);
  useEffect(() => {
    if (!failure) return undefined;
    watchService();
    return onServiceChange(() => isServiceUnreachable() || setAttempt({ by: "reachable" }));
  }, [failure]);

  if (Loaded) return <Loaded {...shown} />;
  if (!failure) return null;
  // The service answers and the code is not there: a new version replaced it, which the view's boundary knows how to load.
  if (failure.of === "reachable") throw failure.error;
  return createPortal(
    <NoConnection onRetry={() => setAttempt({ by: "by hand" })} onClose={shown.onClose} />,
    document.body,
  );
}

function NoConnection({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-3 z-50 rounded-lg border border-line bg-raised text-text shadow-raised sm:inset-x-auto sm:right-4 sm:bottom-4 sm:w-96"
    >
      <Notice
        tone="partial"
        title="There is no connection"
        action={
          <div className="flex gap-2">
            <Button onClick={onRetry}>Try again</Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        }
      >
        This opens when the connection is back. What you chose is kept.
      </Notice>
    </div>
  );
}
