import { AssayError, type ChainBreak } from "@assay/contract";

/** What is reported, and what a capture fails with. */
export function brokenChain(tenantId: string, { sequence, problem, lastGood }: ChainBreak): AssayError {
  return new AssayError(
    "INTEGRITY_ERROR",
    `The audit chain of tenant '${tenantId}' is broken at entry ${sequence} (${problem}): restore the database from a backup, or continue behind the break with \`npm run audit:resume\``,
    { details: { objectType: "audit_chain", sequence, problem, lastGood } },
  );
}
