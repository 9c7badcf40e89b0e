import type { FixedException } from "@assay/client";
import { labelOfKind } from "@assay/site/exception-kind";
import { classNames } from "@assay/ui";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { describeEnd, isExpiring } from "./describe-exception.ts";

export type MarkedException = Pick<FixedException, "kind" | "validUntil">;

/** That an exception covers what it is next to; one that ends within 30 days says so in words. */
export function ExceptionMark({ exception, className }: { exception: MarkedException; className?: string }) {
  const expiring = isExpiring(exception);
  const Icon = expiring ? ShieldAlert : ShieldCheck;
  const end = describeEnd(exception);
  const says = `Exception, ${labelOfKind(exception.kind).toLowerCase()}: ${end}`;
  return (
    <span
      title={says}
      className={classNames(
        "inline-flex shrink-0 items-center gap-1 text-xs whitespace-nowrap",
        expiring ? "text-partial" : "text-muted",
        className,
      )}
    >
      <Icon size={13} aria-hidden className="shrink-0" />
      <span className="sr-only">{says}</span>
      {expiring && <span aria-hidden>{end}</span>}
    </span>
  );
}
