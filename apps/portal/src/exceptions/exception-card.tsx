import type { Exception } from "@assay/client";
import { labelOfKind } from "@assay/site/exception-kind";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { formatPeriod } from "@assay/site/period";
import { Badge } from "@assay/ui";
import { describeState } from "./describe-exception.ts";

/** An exception next to the requirement that it is for. */
export default function ExceptionCard({ exception }: { exception: Exception }) {
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
