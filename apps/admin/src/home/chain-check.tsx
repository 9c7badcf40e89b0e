import type { Overview } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatCount, formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Button, ToneIcon } from "@assay/ui";
import { hrefTo } from "../app/tenant.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";

/** How long the chain is and when it was last signed, with a button that recomputes all of it. */
export function ChainCheck({ audit: { head, checkpoint } }: Pick<Overview, "audit">) {
  const check = useTenantQuery({
    key: ["audit", "verify"],
    load: ({ admin }, options) => admin.audit.verify(undefined, options),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link href={hrefTo("/audit")} className="text-accent underline-offset-2 hover:underline">
          {formatCount(head.sequence, "entry", "entries")}
        </Link>
        <Button className="h-7 px-2 text-xs" busy={check.isFetching} onClick={() => void check.refetch()}>
          Verify the chain
        </Button>
      </div>
      <p className="text-xs text-muted">
        {checkpoint
          ? `Signed up to entry ${checkpoint.sequence} on ${formatDateTime(checkpoint.createdAt)}`
          : "Not signed yet"}
      </p>
      <p role="status" className="flex items-start gap-1.5 text-xs empty:hidden">
        {check.data && !check.isFetching && (
          <>
            <ToneIcon tone={check.data.valid ? "complete" : "missing"} />
            {check.data.valid
              ? `All ${formatCount(check.data.entries, "entry", "entries")} and ${formatCount(check.data.checkpoints.checked, "checkpoint")} are intact.`
              : describeProblem(check.data)}
          </>
        )}
      </p>
      <p role="alert" className="text-xs text-missing empty:hidden">
        {check.error && messageOf(check.error)}
      </p>
    </div>
  );
}

function describeProblem({
  firstBroken,
  checkpoints,
  outside = [],
}: {
  firstBroken?: { sequence: number; problem: string } | undefined;
  checkpoints: { problems: readonly unknown[]; missing?: number | undefined };
  outside?: readonly { destination: string; problems: readonly unknown[] }[] | undefined;
}): string {
  if (firstBroken) return `The chain is broken at entry ${firstBroken.sequence} (${firstBroken.problem}).`;
  const differing = outside.find(({ problems }) => problems.length > 0);
  if (differing) return `The log is not the one whose checkpoints are kept in ${differing.destination}.`;
  if (checkpoints.missing)
    return `By their counter, ${formatCount(checkpoints.missing, "checkpoint is", "checkpoints are")} missing.`;
  return `${formatCount(checkpoints.problems.length, "checkpoint")} cannot be confirmed.`;
}
