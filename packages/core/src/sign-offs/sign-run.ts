import { AssayError, isUuid, type SignOff, type SignOffBody } from "@assay/contract";
import type { Transaction } from "@assay/db";
import type { JobRef } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { type ActingPerson, requireActOfPerson } from "../tenancy/require-act-of-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { announce } from "../webhooks/announce.ts";
import { addAct, recordAct, type SignOffServices } from "./add-act.ts";
import { signOffsOf } from "./list-sign-offs.ts";
import { type LockedRun, lockRun } from "./lock-run.ts";
import { requireApart } from "./require-apart.ts";
import { findStanding, type SignOffRow, stands, toSignOff } from "./to-sign-off.ts";

export interface SignedRun {
  readonly signOff: SignOff;
  /** They tell the webhooks. */
  readonly jobs: readonly JobRef[];
}

/**
 * Signs a run as prepared, reviewed or approved, in this order, or declines to: then PREPARED is withdrawn. Throws FORBIDDEN
 * for anyone who is no person of the tenant with the role MEMBER, and for who prepared the run where another person must act;
 * NOT_FOUND, CROSS_TENANT_ACCESS_DENIED; INVALID_STATE where it is not the turn of the role, or the run has no snapshot;
 * SERVICE_UNAVAILABLE where nothing can be signed.
 */
export async function signRun(
  ctx: Context,
  services: SignOffServices,
  runId: string,
  body: SignOffBody,
): Promise<SignedRun> {
  requireRole(ctx, "MEMBER");
  const signed = await inTenant(ctx, async (tx) => {
    const person = await requireSigner(tx, ctx);
    const run = isUuid(runId) ? await lockRun(tx, { tenantId: ctx.tenantId, runId }, "sign") : undefined;
    return run && sign(tx, ctx, services, { run, person, body });
  });
  return found(ctx, "run", runId, signed);
}

/** Returns who signs, as the database knows them now. Throws FORBIDDEN. */
export async function requireSigner(tx: Transaction, ctx: Context): Promise<ActingPerson> {
  const person = await requireActOfPerson(tx, ctx, "sign a run");
  requireRole({ actor: person }, "MEMBER");
  return person;
}

async function sign(
  tx: Transaction,
  ctx: Context,
  services: SignOffServices,
  { run, person, body }: { run: LockedRun; person: ActingPerson; body: SignOffBody },
): Promise<SignedRun> {
  const { role, statement, declined = false } = body;
  const earlier = await signOffsOf(tx, { tenantId: ctx.tenantId, runId: run.id });
  requireTurn(run, person, body, earlier);
  if (role !== "PREPARED" && !declined)
    await requireApart(tx, { tenantId: ctx.tenantId, role, signerId: person.userId }, earlier.filter(stands));
  const row = await addAct(tx, services, run, {
    act: declined ? "DECLINED" : "SIGNED",
    role,
    statement,
    person,
    proof: ctx.proof,
    earlier,
    ends: declined ? earlier.filter(stands) : [],
  });
  const jobs = declined ? [] : await announceSigned(tx, row, run);
  await recordAct(tx, ctx, row, run.snapshotHash);
  return { signOff: toSignOff(row, true), jobs };
}

/** Throws INVALID_STATE where it is not the turn of the role, FORBIDDEN where it is another person's. */
function requireTurn(
  run: LockedRun,
  person: ActingPerson,
  { role }: SignOffBody,
  earlier: readonly SignOffRow[],
): void {
  const prepared = findStanding(earlier, "PREPARED");
  const refuse = (why: string) =>
    new AssayError("INVALID_STATE", `Cannot sign run '${run.id}' as ${role} because ${why}`, {
      details: { runId: run.id, role },
    });
  if (role !== "PREPARED" && !prepared) throw refuse("it must first be signed as PREPARED");
  if (role !== "PREPARED" && prepared?.signerId === person.userId)
    throw new AssayError(
      "FORBIDDEN",
      `Cannot sign run '${run.id}' as ${role} because it needs another person than who signed it as PREPARED`,
      { details: { runId: run.id, role } },
    );
  const standing = findStanding(earlier, role);
  if (standing) throw refuse(`it is signed as ${role} already: withdraw sign-off '${standing.id}' first`);
  if (role === "APPROVED" && !findStanding(earlier, "REVIEWED")) throw refuse("it must first be signed as REVIEWED");
}

function announceSigned(
  tx: Transaction,
  { id, tenantId, runId, role, signerId }: SignOffRow,
  { snapshotHash }: LockedRun,
): Promise<JobRef[]> {
  return announce(tx, tenantId, {
    type: "run.signed",
    data: { tenantId, runId, signOffId: id, role, signerId, snapshotHash },
  });
}
