import type { Exception } from "@assay/client";
import { labelOfKind } from "@assay/site/exception-kind";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { formatDate } from "@assay/site/period";
import { Badge, classNames } from "@assay/ui";
import { describeState } from "./describe-exception.ts";

export function ExceptionRow({ exception, isSelected }: { exception: Exception; isSelected: boolean }) {
  const { id, requirementId, kind, ownerName, validUntil, reason } = exception;
  return (
    <li
      className={classNames(
        "relative border-b border-line px-4 py-2 transition-colors hover:bg-hover",
        isSelected && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      <div className="flex items-center gap-2">
        <Link
          href={hrefWith({ exception: id })}
          aria-current={isSelected || undefined}
          className="min-w-0 flex-1 truncate text-sm font-medium outline-offset-[-2px] after:absolute after:inset-0"
        >
          {requirementId}
          <span className="font-normal text-muted"> · {labelOfKind(kind)}</span>
        </Link>
        <Badge {...describeState(exception)} />
      </div>
      <p className="mt-0.5 flex gap-3 text-xs text-muted">
        <bdi className="min-w-0 flex-1 truncate">{reason}</bdi>
        <span className="shrink-0 whitespace-nowrap tabular-nums">until {formatDate(validUntil)}</span>
      </p>
      {ownerName && <p className="truncate text-xs text-muted">Owner: {ownerName}</p>}
    </li>
  );
}
