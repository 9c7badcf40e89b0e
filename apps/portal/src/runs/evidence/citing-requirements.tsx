import type { Run } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { useShownFew } from "@assay/site/show-more";
import { Skeleton } from "@assay/ui";
import { useState } from "react";
import { verdictHref } from "../../app/verdict-href.ts";
import { useAssessments, useRequirements } from "../../workspace/use-run-results.ts";

export interface CitingRequirementsProps {
  run: Run;
  documentId: string;
  documentName: string;
  count: number;
}

/** How many requirements cite the document; opened, which ones, each with the way to its first citation. */
export function CitingRequirements({ run, documentId, documentName, count }: CitingRequirementsProps) {
  const [isOpen, setOpen] = useState(false);
  if (count === 0) return <p className="text-xs text-muted">No requirement cites it</p>;
  const citedBy = `Cited by ${formatCount(count, "requirement")}`;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${citedBy}: ${documentName}`} className="target w-fit text-xs text-muted hover:text-text">
        {citedBy}
      </summary>
      {isOpen && <Requirements run={run} documentId={documentId} />}
    </details>
  );
}

function Requirements({ run, documentId }: Pick<CitingRequirementsProps, "run" | "documentId">) {
  const requirements = useRequirements(run);
  const assessments = useAssessments(run);
  const citing = (assessments.data ?? []).flatMap(({ requirementId, citations }) => {
    const citation = citations.findIndex((each) => each.documentId === documentId);
    return citation < 0 ? [] : [{ requirementId, citation }];
  });
  const { shown, more } = useShownFew(citing);
  const error = requirements.error ?? assessments.error;
  if (error) return <p className="text-xs text-missing">{messageOf(error)}</p>;
  if (!assessments.data || !requirements.data) return <Skeleton className="mt-1 h-5 w-64" />;
  const titles = new Map(requirements.data.map(({ requirementId, title }) => [requirementId, title]));
  return (
    <div className="mt-1 flex flex-col">
      <ul aria-label="Requirements that cite it" className="flex flex-col border-s border-line ps-3">
        {shown.map(({ requirementId, citation }) => (
          <li key={requirementId}>
            <Link
              href={verdictHref(run.id, {
                requirement: requirementId,
                document: documentId,
                citation: String(citation),
              })}
              className="target flex min-h-6 items-center gap-2 rounded text-xs hover:underline"
            >
              <span className="shrink-0 font-medium tabular-nums">{requirementId}</span>
              <span className="min-w-0 truncate">{titles.get(requirementId)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}
