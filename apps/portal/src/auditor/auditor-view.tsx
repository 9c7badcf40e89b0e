import { ErrorPanel } from "@assay/site/error-panel";
import { SkeletonList } from "@assay/ui";
import { ClosedEntry } from "../app/closed-entry.tsx";
import { AuditedRun } from "./audited-run.tsx";
import { useOpenedLink } from "./use-opened-link.ts";

/** Read one run without an account, by an auditor's link. */
export default function AuditorView() {
  const { opening, retry } = useOpenedLink();
  switch (opening?.state) {
    case undefined:
      return <SkeletonList label="Opening the link" rows={12} />;
    case "OPEN":
      return <AuditedRun session={opening.session} />;
    case "ENDED":
      return (
        <ClosedEntry title="This link has ended">
          It was revoked or issued again, or it has expired. Ask whoever sent it to you for a new one.
        </ClosedEntry>
      );
    case "USED":
      return (
        <ClosedEntry title="This link was opened before">
          A link opens in one browser, once. Use that browser, or ask whoever sent the link to issue it again.
        </ClosedEntry>
      );
    case "NONE":
      return (
        <ClosedEntry title="No link is open">
          Open the whole address that was sent to you, with the part after the #. This browser has not opened a link
          yet.
        </ClosedEntry>
      );
    case "FAILED":
      return (
        <main className="p-4">
          <ErrorPanel title="The link cannot be opened" error={opening.error} onRetry={retry} />
        </main>
      );
    default:
      return opening satisfies never;
  }
}
