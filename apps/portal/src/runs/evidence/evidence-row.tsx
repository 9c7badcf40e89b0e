import type { Run, RunDocument } from "@assay/client";
import { describeLeftOut } from "@assay/site/describe-left-out";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { Badge, StateLabel } from "@assay/ui";
import { isAuditor } from "../../app/verdict-href.ts";
import { describeCoverage, describeUnread } from "../../documents/describe-coverage.ts";
import { DocumentIcon } from "../../documents/document-icon.tsx";
import { nameEvidenceKind } from "../../documents/evidence-kind.ts";
import { formatDay } from "../../documents/format-day.ts";
import { CitingRequirements } from "./citing-requirements.tsx";

/** One document as the run fixed it, and what cites it. */
export function EvidenceRow({ run, document }: { run: Run; document: RunDocument }) {
  const { documentId, originalFilename, fileType, reason, deleted, citedByCount } = document;
  const isExpired = document.expiresAt !== null && document.expiresAt < (run.startedAt ?? run.createdAt).slice(0, 10);
  const facts = factsOf(document);
  const unread = fileType ? describeUnread({ fileType, coverage: document.coverage }) : undefined;
  return (
    <li className="flex flex-col gap-1 px-3 py-2 text-sm">
      <div className="flex items-center gap-2">
        {fileType && <DocumentIcon fileType={fileType} />}
        <p className="min-w-0 flex-1 truncate" title={originalFilename}>
          {deleted || isAuditor() ? (
            <bdi>{originalFilename}</bdi>
          ) : (
            <Link href={`${BASE}/documents?document=${documentId}`} className="font-medium hover:underline">
              <bdi>{originalFilename}</bdi>
            </Link>
          )}
        </p>
        {deleted && <Badge tone="neutral" label="Deleted since" />}
      </div>
      {reason && <StateLabel tone={reason === "ARCHIVE" ? "neutral" : "failed"} label={describeLeftOut(reason)} />}
      {facts.length > 0 && <p className="text-xs break-words text-muted">{facts.join(" · ")}</p>}
      {(isExpired || unread) && (
        <p className="flex flex-wrap gap-x-4">
          {isExpired && <StateLabel tone="partial" label={`Had expired on ${formatDay(document.expiresAt!)}`} />}
          {unread && <StateLabel tone="partial" label={unread} />}
        </p>
      )}
      {document.judged && (
        <CitingRequirements {...{ run, documentId }} documentName={originalFilename} count={citedByCount} />
      )}
    </li>
  );
}

function factsOf({ evidenceKind, category, effectiveDate, expiresAt, fileType, coverage }: RunDocument): string[] {
  return [
    evidenceKind && evidenceKind !== "UNKNOWN" ? nameEvidenceKind(evidenceKind) : evidenceKind && "Kind unknown",
    category && `Category ${category}`,
    effectiveDate && `from ${formatDay(effectiveDate)}`,
    expiresAt && `until ${formatDay(expiresAt)}`,
    fileType && describeCoverage({ fileType, coverage }),
  ].flatMap((fact) => (fact ? [fact] : []));
}
