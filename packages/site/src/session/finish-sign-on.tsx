import { Button } from "@assay/ui";
import { useEffect, useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";
import { finishSignOn, reportConfirmation } from "./company-sign-in.ts";
import { EntryCard } from "./entry-card.tsx";
import type { SignOnReply } from "./read-sign-on.ts";

/** Back from the provider: exchanges the code, once. */
export default function FinishSignOn({
  reply,
  onSignedIn,
  onLeave,
}: {
  reply: SignOnReply;
  onSignedIn: (next: string | null) => Promise<void>;
  onLeave: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reply is finished once
  useEffect(() => {
    finishSignOn(reply)
      .then(async ({ next, confirms }) => {
        if (!confirms) return onSignedIn(next);
        reportConfirmation(null);
        window.close();
      })
      .catch((failure: unknown) => {
        setProblem(messageOf(failure));
        if (window.opener || window.name === "assay-sign-on") reportConfirmation(messageOf(failure));
      });
  }, []);
  return (
    <EntryCard title="Sign in to Assay">
      <p role={problem ? "alert" : "status"} className={problem ? "text-sm text-missing" : "text-sm text-muted"}>
        {problem ?? "Signing in …"}
      </p>
      {problem && <Button onClick={onLeave}>Back to the sign-in</Button>}
    </EntryCard>
  );
}
