import { EntryCard } from "@assay/site/entry-card";
import { ErrorPanel } from "@assay/site/error-panel";
import { SkeletonList } from "@assay/ui";
import type { ReactNode } from "react";
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
        <Closed title="This link has ended">
          It was revoked or issued again, or it has expired. Ask whoever sent it to you for a new one.
        </Closed>
      );
    case "USED":
      return (
        <Closed title="This link was opened before">
          A link opens in one browser, once. Use that browser, or ask whoever sent the link to issue it again.
        </Closed>
      );
    case "NONE":
      return (
        <Closed title="No link is open">
          Open the whole address that was sent to you, with the part after the #. This browser has not opened a link
          yet.
        </Closed>
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

function Closed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EntryCard title={title}>
      <p className="text-sm" role="status">
        {children}
      </p>
    </EntryCard>
  );
}
