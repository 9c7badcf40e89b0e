import type { Run } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatDateTime, formatMoment } from "@assay/site/format";
import { useSession } from "@assay/site/use-session";
import { EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { signOffsQuery } from "./queries.ts";
import { SignOffDialog } from "./sign-off-dialog.tsx";
import { SignOffFiles } from "./sign-off-files.tsx";
import { SignOffHistory } from "./sign-off-history.tsx";
import { SignOffStep } from "./sign-off-step.tsx";
import { SIGN_OFF_ORDER } from "./turn.ts";
import type { SignOffAct } from "./use-sign-off-acts.ts";

/** Who answers for a run: prepared, reviewed, approved. Printed, it is alone on its page. */
export function SignOffPanel({ run }: { run: Run }) {
  if (run.snapshotStatus !== "CAPTURED")
    return (
      <EmptyState icon={<PenLine size={24} aria-hidden />} title="This run cannot be signed">
        {run.snapshotStatus === "PENDING"
          ? "It can be signed when it is completed and its snapshot is captured."
          : "It has no snapshot, and a signature is over the snapshot."}
      </EmptyState>
    );
  return <Captured run={run} />;
}

function Captured({ run }: { run: Run }) {
  const { data: session } = useSession();
  const { data: page, error, refetch } = useQuery(signOffsQuery(run.id));
  const [act, setAct] = useState<SignOffAct | null>(null);
  if (!page)
    return error ? (
      <ErrorPanel title="The signatures cannot be shown" error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonList label="Loading the signatures" rows={3} />
    );
  const { signOffs, damaged, ...signed } = page;
  return (
    <section aria-label="Sign-off" className="print-alone flex flex-col gap-5">
      <header className="hidden print:block">
        <h1 className="text-lg font-semibold">
          Sign-off of <bdi>{run.name ?? `the run of ${formatMoment(run.createdAt)}`}</bdi>
        </h1>
        <p className="text-sm">
          {session?.tenant.name}, run {run.id} of {formatDateTime(run.createdAt)}: {run.completeCount} complete,{" "}
          {run.partialCount} partial, {run.missingCount} missing of {run.totalRequirements} requirements
        </p>
      </header>
      <DamagedRows ids={damaged} what="signatures" />
      <ol aria-label="Signatures" className="flex flex-col">
        {SIGN_OFF_ORDER.map((role) => (
          <SignOffStep key={role} role={role} signOffs={signOffs} session={session} onAct={setAct} />
        ))}
      </ol>
      {signOffs.length > 0 && <SignOffHistory signOffs={signOffs} />}
      {signOffs.length > 0 && <SignOffFiles run={run} page={{ ...signed, signOffs }} />}
      {act && <SignOffDialog run={run} signOffs={signOffs} act={act} onClose={() => setAct(null)} />}
    </section>
  );
}
