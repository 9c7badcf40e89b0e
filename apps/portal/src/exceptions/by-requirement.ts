import type { FixedException } from "@assay/client";

/** The exception of each requirement: of several the one that lasts longest. */
export function byRequirement(exceptions: readonly FixedException[]): ReadonlyMap<string, FixedException> {
  const covered = new Map<string, FixedException>();
  for (const each of exceptions) {
    const known = covered.get(each.requirementId);
    if (!known || known.validUntil < each.validUntil) covered.set(each.requirementId, each);
  }
  return covered;
}
