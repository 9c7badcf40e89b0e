import { ErrorPanel } from "@assay/site/error-panel";
import { SkeletonList } from "@assay/ui";
import { useCallback, useEffect, useState } from "react";
import { ClosedEntry } from "../app/closed-entry.tsx";
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
        <ClosedEntry title="This invitation has ended">
          It was accepted, withdrawn or renewed, or it has expired. Ask whoever invited you for a new one.
        </ClosedEntry>
      );
    case "NONE":
      return (
        <ClosedEntry title="No invitation is open">
          Open the whole address that was sent to you, with the part after the #.
        </ClosedEntry>
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
