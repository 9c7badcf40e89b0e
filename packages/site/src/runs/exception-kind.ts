import type { ExceptionKind } from "@assay/client";

const LABELS: Readonly<Record<string, string>> = {
  NOT_APPLICABLE: "Not applicable",
  RISK_ACCEPTED: "Risk accepted",
  COMPENSATING_CONTROL: "Compensating control",
} satisfies Partial<Record<ExceptionKind, string>>;

export const EXCEPTION_KINDS = Object.keys(LABELS) as ExceptionKind[];

export function labelOfKind(kind: ExceptionKind): string {
  return LABELS[kind] ?? kind;
}
