import type { Exception, Run } from "@assay/client";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { formatPeriod } from "@assay/site/period";
import { useMay } from "@assay/site/use-session";
import { Badge, Button } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ShieldPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { describeState, labelOfKind } from "./describe-exception.ts";
import { requirementExceptionsQuery } from "./queries.ts";

const ProposeDialog = lazy(() => import("./propose-dialog.tsx"));

export interface RequirementExceptionsProps {
  run: Run;
  requirementId: string;
}

/** The exceptions that stand or are proposed for a requirement, and the way to propose one. */
export function RequirementExceptions({ run, requirementId }: RequirementExceptionsProps) {
  const { data: all } = useQuery(requirementExceptionsQuery(run.packId, requirementId));
  const mayPropose = useMay("MEMBER");
  const [proposing, setProposing] = useState(false);
  const shown = all?.filter(({ status }) => status === "APPROVED" || status === "PROPOSED") ?? [];
  if (!all || (shown.length === 0 && !mayPropose)) return null;
  return (
    <Part title="Exceptions">
      {shown.map((exception) => (
        <Standing key={exception.id} exception={exception} />
      ))}
      {mayPropose && (
        <div>
          <Button onClick={() => setProposing(true)} icon={<ShieldPlus size={14} aria-hidden />}>
            Propose an exception
          </Button>
        </div>
      )}
      {proposing && (
        <Suspense fallback={null}>
          <ProposeDialog packId={run.packId} requirementId={requirementId} onClose={() => setProposing(false)} />
        </Suspense>
      )}
    </Part>
  );
}

function Standing({ exception }: { exception: Exception }) {
  const { id, kind, reason, validFrom: from, validUntil: to } = exception;
  return (
    <div className="rounded-lg border border-line bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Link
          href={`${BASE}/exceptions?exception=${id}`}
          className="min-w-0 flex-1 font-medium text-accent underline-offset-2 hover:underline"
        >
          {labelOfKind(kind)}
        </Link>
        <Badge {...describeState(exception)} />
      </div>
      <bdi className="mt-1 line-clamp-3 break-words text-muted" dir="auto">
        {reason}
      </bdi>
      <p className="mt-1 text-xs text-muted">{formatPeriod({ from, to })}</p>
    </div>
  );
}
