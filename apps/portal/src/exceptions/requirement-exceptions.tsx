import type { Run } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { Part } from "@assay/site/part";
import { useMay } from "@assay/site/use-session";
import { Button } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ShieldPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { requirementExceptionsQuery } from "./queries.ts";

const ExceptionCard = lazy(() => import("./exception-card.tsx"));
const ProposeDialog = dialogOnDemand(() => import("./propose-dialog.tsx"));

export interface RequirementExceptionsProps {
  run: Run;
  requirementId: string;
}

/** The exceptions that stand or are proposed for a requirement, and the way to propose one. */
export function RequirementExceptions({ run, requirementId }: RequirementExceptionsProps) {
  const { data: all } = useQuery(requirementExceptionsQuery(run.packId, requirementId));
  const mayPropose = useMay("MEMBER");
  const [proposing, setProposing] = useState(false);
  const shown = all?.items.filter(({ status }) => status === "APPROVED" || status === "PROPOSED") ?? [];
  if (!all || (shown.length + all.damaged.length === 0 && !mayPropose)) return null;
  return (
    <Part title="Exceptions">
      <DamagedRows ids={all.damaged} what="exceptions" />
      {shown.map((exception) => (
        <Suspense key={exception.id} fallback={null}>
          <ExceptionCard exception={exception} />
        </Suspense>
      ))}
      {mayPropose && (
        <div>
          <Button onClick={() => setProposing(true)} icon={<ShieldPlus size={14} aria-hidden />}>
            Propose an exception
          </Button>
        </div>
      )}
      {proposing && (
        <ProposeDialog packId={run.packId} requirementId={requirementId} onClose={() => setProposing(false)} />
      )}
    </Part>
  );
}
