import type { Run } from "@assay/client";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { SignedMark } from "@assay/site/signed-mark";
import { ProgressBar } from "@assay/ui";
import { CircleAlert } from "lucide-react";

/** What a reader must know of a run that is not, or never will be, whole. */
export default function RunNotice({ run }: { run: Run }) {
  const { assessedCount, totalRequirements } = run;
  const toRuns = (
    <Link href={`${BASE}/runs`} className="underline underline-offset-2">
      Go to the run
    </Link>
  );
  if (isActive(run))
    return (
      <div className="flex flex-col gap-1.5 text-xs text-muted">
        <p>
          Under way: {assessedCount} of {totalRequirements} requirements assessed. {toRuns}
        </p>
        <ProgressBar label="Requirements assessed" value={assessedCount / Math.max(1, totalRequirements)} />
      </div>
    );
  if (run.signedAs)
    return (
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <SignedMark run={run} />
        <span>Its reviews are closed.</span>
        <Link href={`${BASE}/runs?run=${run.id}&tab=sign-off`} className="underline underline-offset-2">
          See the signatures
        </Link>
      </p>
    );
  if (run.status !== "FAILED") return null;
  return (
    <div className="flex gap-2 rounded-md bg-missing-soft px-3 py-2 text-xs text-missing">
      <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 break-words">
        The run failed{run.failureReason ? `: ${run.failureReason}.` : "."} {toRuns}
      </p>
    </div>
  );
}
