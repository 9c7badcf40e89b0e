import { AssayError, EXCEPTION_MONTHS_MAX, type Exception, type ExceptionBody, isUuid } from "@assay/contract";
import { documents, exceptions, newId, oneRow, requirements, rowsOf, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import { findBinding, packIdRequired } from "../packs/bindings.ts";
import type { Context } from "../tenancy/context.ts";
import { missingResource, type ResourceKind } from "../tenancy/missing-resource.ts";
import { findPerson } from "../tenancy/people.ts";
import { personBehind } from "../tenancy/require-act-of-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { datedException, showExceptions, today } from "./to-exception.ts";

type Missing = { readonly missing: ResourceKind; readonly id: string };

/**
 * Proposes an exception; a person other than the proposer approves it. Throws NOT_FOUND for a requirement that is not in
 * the version that the tenant uses, an owner who is no active member and an unknown document, CROSS_TENANT_ACCESS_DENIED
 * for those of another tenant, INTEGRITY_ERROR for an owner who is stored otherwise than recorded, VALIDATION_ERROR for days
 * out of order or over 24 months, FORBIDDEN for an API key behind which there is no user.
 */
export async function proposeException(ctx: Context, body: ExceptionBody): Promise<Exception> {
  requireRole(ctx, "MEMBER");
  const made = await inTenant(ctx, async (tx) => propose(tx, ctx, body));
  if ("missing" in made) throw await missingResource(ctx, made.missing, made.id);
  return made;
}

async function propose(tx: Transaction, ctx: Context, body: ExceptionBody): Promise<Exception | Missing> {
  const { tenantId } = ctx;
  const proposedByPerson = await personBehind(tx, ctx);
  if (proposedByPerson === undefined)
    throw new AssayError("FORBIDDEN", "Cannot propose an exception because no user is known behind the API key");
  const packId = await findPackId(tx, tenantId, body);
  const days = await checkDays(tx, body);
  const missing = await findMissing(tx, tenantId, body);
  if (missing) return missing;
  const id = newId();
  const { requirementId, kind, reason, ownerId, scope = null, compensatingControl = null, documentId = null } = body;
  await tx.insert(exceptions).values({
    id,
    tenantId,
    packId,
    requirementId,
    kind,
    scope,
    reason,
    compensatingControl,
    ownerId,
    proposedBy: ctx.actor.id,
    proposedByPerson,
    ...days,
    documentId,
  });
  const isMade = and(eq(exceptions.tenantId, tenantId), eq(exceptions.id, id));
  const row = oneRow(await tx.select(datedException).from(exceptions).where(isMade));
  const [shown] = await showExceptions(tx, tenantId, [row]);
  await recordAudit(tx, ctx, {
    action: "exception.proposed",
    objectType: "exception",
    objectId: id,
    details: { requirementId, kind, ...days, reasonHash: await sha256Hex(reason) },
  });
  return shown!;
}

async function findPackId(
  tx: Transaction,
  tenantId: string,
  { packId, requirementId }: Pick<ExceptionBody, "packId" | "requirementId">,
): Promise<string> {
  const binding = await findBinding(tx, tenantId, packId);
  if (!binding) throw packIdRequired("must name a pack of the tenant: the tenant has none");
  const [requirement] = await tx
    .select({ id: requirements.id })
    .from(requirements)
    .where(
      and(eq(requirements.criteriaVersionId, binding.criteriaVersionId), eq(requirements.requirementId, requirementId)),
    );
  if (requirement) return binding.packId;
  throw new AssayError("NOT_FOUND", `Cannot find requirement '${requirementId}' in the pack that the tenant uses`, {
    details: { id: requirementId },
  });
}

async function checkDays(tx: Transaction, body: Pick<ExceptionBody, "validFrom" | "validUntil">) {
  const months = `${EXCEPTION_MONTHS_MAX} months`;
  const [clock] = await rowsOf<{ today: string; validFrom: string; latest: string }>(
    tx,
    sql`select ${today}::text as today, day::text as "validFrom", (day + ${months}::interval)::date::text as latest
      from (select coalesce(${body.validFrom ?? null}::date, ${today}) as day) given`,
  );
  const { validFrom, latest } = clock!;
  const { validUntil } = body;
  if (validUntil < clock!.today) throw invalidDay("must not have passed", validUntil);
  if (validUntil < validFrom) throw invalidDay("must not be before validFrom", validUntil);
  if (validUntil > latest)
    throw invalidDay(`must be at most ${months} after validFrom, so not after ${latest}`, validUntil);
  return { validFrom, validUntil };
}

function invalidDay(issue: string, value: string): AssayError {
  return new AssayError("VALIDATION_ERROR", `Cannot propose an exception because validUntil ${issue}: it is ${value}`, {
    details: { issues: [{ field: "validUntil", issue }] },
  });
}

/** An owner who is no active member, or a document that the tenant does not have. */
async function findMissing(
  tx: Transaction,
  tenantId: string,
  { ownerId, documentId }: Pick<ExceptionBody, "ownerId" | "documentId">,
): Promise<Missing | undefined> {
  if (!(await findPerson(tx, tenantId, ownerId))) return { missing: "member", id: ownerId };
  if (documentId === undefined) return undefined;
  const isDocument = and(eq(documents.tenantId, tenantId), eq(documents.id, documentId));
  const [document] = isUuid(documentId) ? await tx.select({ id: documents.id }).from(documents).where(isDocument) : [];
  return document ? undefined : { missing: "document", id: documentId };
}
