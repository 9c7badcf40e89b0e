import { AssayError, isUuid, type SignOff } from "@assay/contract";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { hasRole, requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { addAct, recordAct, type SignOffServices } from "./add-act.ts";
import { signOffsOf } from "./list-sign-offs.ts";
import { lockRun } from "./lock-run.ts";
import { requireSigner } from "./sign-run.ts";
import { stands, toSignOff } from "./to-sign-off.ts";

export interface Withdrawal {
  readonly runId: string;
  readonly signOffId: string;
  readonly reason: string;
}

/**
 * Ends a signature and the later ones with it, by a signed act of its own. Throws FORBIDDEN unless its signer or an ADMIN
 * asks; NOT_FOUND, CROSS_TENANT_ACCESS_DENIED; INVALID_STATE for a signature that does not stand; SERVICE_UNAVAILABLE where
 * nothing can be signed.
 */
export async function withdrawSignOff(
  ctx: Context,
  services: SignOffServices,
  { runId, signOffId, reason }: Withdrawal,
): Promise<SignOff> {
  requireRole(ctx, "MEMBER");
  const result = await inTenant(ctx, async (tx) => {
    const person = await requireSigner(tx, ctx);
    const run = isUuid(runId)
      ? await lockRun(tx, { tenantId: ctx.tenantId, runId }, "withdraw a signature of")
      : undefined;
    if (!run) return undefined;
    const earlier = await signOffsOf(tx, { tenantId: ctx.tenantId, runId });
    const signOff = earlier.find(({ id }) => id === signOffId);
    if (!signOff) return { act: undefined };
    if (signOff.signerId !== person.userId && !hasRole(person, "ADMIN"))
      throw new AssayError(
        "FORBIDDEN",
        `Cannot withdraw sign-off '${signOffId}' because it needs its signer or the role ADMIN: current role is ${person.role}`,
      );
    if (!stands(signOff))
      throw new AssayError("INVALID_STATE", `Cannot withdraw sign-off '${signOffId}' because it does not stand`, {
        details: { id: signOffId, act: signOff.act, withdrawnById: signOff.withdrawnById },
      });
    const act = await addAct(tx, services, run, {
      act: "WITHDRAWN",
      role: signOff.role,
      statement: reason,
      person,
      proof: ctx.proof,
      earlier,
      ends: earlier.filter((row) => stands(row) && row.sequence >= signOff.sequence),
    });
    await recordAct(tx, ctx, act, run.snapshotHash);
    return { act };
  });
  const { act } = await found(ctx, "run", runId, result);
  return toSignOff(await found(ctx, "sign-off", signOffId, act), true);
}
