import { EntryCard } from "@assay/site/entry-card";
import { ErrorPanel } from "@assay/site/error-panel";
import { SkeletonList } from "@assay/ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { AcceptForm } from "./accept-form.tsx";
import { type Opening, openInvitation } from "./open-invitation.ts";

/** Accept an invitation to a tenant: with a password of your own, or with the account that you have. */
export default function InvitationView() {
  const [opening, setOpening] = useState<Opening>();
  const open = useCallback(() => void openInvitation().then(setOpening), []);
  useEffect(open, [open]);
  switch (opening?.state) {
    case undefined:
      return <SkeletonList label="Opening the invitation" rows={4} />;
    case "OPEN":
      return <AcceptForm {...opening} />;
    case "ENDED":
      return (
        <Closed title="This invitation has ended">
          It was accepted, withdrawn or renewed, or it has expired. Ask whoever invited you for a new one.
        </Closed>
      );
    case "NONE":
      return (
        <Closed title="No invitation is open">
          Open the whole address that was sent to you, with the part after the #.
        </Closed>
      );
    case "FAILED":
      return (
        <main className="p-4">
          <ErrorPanel title="The invitation cannot be opened" error={opening.error} onRetry={open} />
        </main>
      );
    default:
      return opening satisfies never;
  }
}

function Closed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EntryCard title={title}>
      <p className="text-sm" role="status">
        {children}
      </p>
    </EntryCard>
  );
}
