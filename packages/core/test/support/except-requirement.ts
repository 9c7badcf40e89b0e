import type { Exception } from "@assay/contract";
import { approveException, proposeException } from "@assay/core/exceptions";
import type { Context } from "@assay/core/tenancy";
import { makePerson } from "./make-people.ts";

/** An active exception that ends in five days; `proposer` may propose others. */
export async function exceptRequirement(
  ctx: Context,
  { requirementId, reason = "Accepted by the board" }: { requirementId: string; reason?: string },
): Promise<{ exception: Exception; proposer: Context }> {
  const proposer = await makePerson(ctx, { role: "MEMBER" });
  const approver = await makePerson(ctx, { role: "ADMIN" });
  const proposed = await proposeException(proposer, {
    requirementId,
    kind: "RISK_ACCEPTED",
    reason,
    ownerId: proposer.userId,
    validUntil: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
  });
  return { exception: await approveException(approver, proposed.id), proposer };
}
