import type { CompleteBound } from "@assay/client/admin";

/** Such as `0 wrong of 40: below 8 %`; the share is rounded up, so that it is never kinder than the bound. */
export function describeBound({ wrong, of, upperBound }: CompleteBound): string {
  if (upperBound === null) return "none said";
  return `${wrong.toLocaleString()} wrong of ${of.toLocaleString()}: below ${Math.ceil(upperBound * 100)} %`;
}
