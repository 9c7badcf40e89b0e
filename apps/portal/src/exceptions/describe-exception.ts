import type { Exception, ExceptionStatus } from "@assay/client";
import { EXCEPTION_EXPIRING_DAYS } from "@assay/contract/exception-limits";
import { formatCount } from "@assay/site/format";
import { formatDate } from "@assay/site/period";
import type { Tone } from "@assay/ui";

export const STATUS_LABELS: Readonly<Record<ExceptionStatus, string>> = {
  PROPOSED: "Proposed",
  APPROVED: "Approved",
  REVOKED: "Revoked",
  EXPIRED: "Expired",
};
export const STATUSES = Object.keys(STATUS_LABELS) as ExceptionStatus[];

const STATUS_TONES: Readonly<Record<ExceptionStatus, Tone>> = {
  PROPOSED: "active",
  APPROVED: "complete",
  REVOKED: "neutral",
  EXPIRED: "neutral",
};

/** Days in UTC from `today` to the last day: 0 on the day itself, below 0 after it. */
export function daysLeft(validUntil: string, today = new Date().toISOString().slice(0, 10)): number {
  return Math.round((Date.parse(validUntil) - Date.parse(today)) / 86_400_000);
}

export function isExpiring({ validUntil }: Pick<Exception, "validUntil">, today?: string): boolean {
  const left = daysLeft(validUntil, today);
  return left >= 0 && left <= EXCEPTION_EXPIRING_DAYS;
}

/** Such as `ends in 5 days`, `ends today`, `ended on 31 Jan 2027`. */
export function describeEnd({ validUntil }: Pick<Exception, "validUntil">, today?: string): string {
  const left = daysLeft(validUntil, today);
  if (left < 0) return `ended on ${formatDate(validUntil)}`;
  if (left === 0) return "ends today";
  return left <= EXCEPTION_EXPIRING_DAYS ? `ends in ${formatCount(left, "day")}` : `until ${formatDate(validUntil)}`;
}

/** How an exception is today: its status, and whether its days have come or nearly gone. */
export function describeState(
  exception: Pick<Exception, "status" | "inForce" | "validFrom" | "validUntil">,
  today?: string,
): { readonly tone: Tone; readonly label: string } {
  const { status, inForce, validFrom } = exception;
  if (status !== "APPROVED") return { tone: STATUS_TONES[status], label: STATUS_LABELS[status] };
  if (!inForce) return { tone: "active", label: `From ${formatDate(validFrom)}` };
  return isExpiring(exception, today)
    ? { tone: "partial", label: capitalize(describeEnd(exception, today)) }
    : { tone: "complete", label: "Active" };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
