import { EXCEPTION_NOTICE_DAYS } from "@assay/contract";
import { type Database, exceptionNotices, exceptions, rowsOf, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { announce } from "../webhooks/announce.ts";
import { type DueNotice, giveNotices, NOTICES_MAX, noticeDays } from "../webhooks/give-notices.ts";
import { isSeen } from "../webhooks/read-events.ts";

interface DueException extends DueNotice {
  readonly exceptionId: string;
  readonly validUntil: string;
}

/**
 * Announces exceptions that end, for tenants with a webhook that asks for it or a reader of events: 30, 7 and 1 days before the last day, once
 * each. Of notices that were missed the last one is given; what has ended is not announced.
 */
export function announceExpiringExceptions(db: Database): Promise<void> {
  return giveNotices(db, listDueNotices, giveNotice);
}

async function listDueNotices(tx: Transaction): Promise<DueException[]> {
  return rowsOf<DueException>(
    tx,
    sql`
    with listening as (
      select distinct tenant_id from webhooks
      where enabled and events @> array['exception.expiring']::text[]
      union select tenant_id from event_readers where ${isSeen}),
    clock as (select (now() at time zone 'UTC')::date as today)
    select excepted.tenant_id as "tenantId", excepted.id as "exceptionId", excepted.valid_until::text as "validUntil",
      notice.days, excepted.valid_until - today as "daysLeft"
    from listening
    join tenants tenant on tenant.id = listening.tenant_id and tenant.status = 'ACTIVE'
    cross join clock
    join exceptions excepted on excepted.tenant_id = listening.tenant_id and excepted.status = 'APPROVED'
      and excepted.valid_until >= today and excepted.valid_until <= today + ${EXCEPTION_NOTICE_DAYS[0]}::int
    cross join lateral (
      select min(days) as days from (values ${noticeDays(EXCEPTION_NOTICE_DAYS)}) as notices (days)
      where excepted.valid_until <= today + days) notice
    where not exists (
      select 1 from exception_notices given
      where given.tenant_id = excepted.tenant_id and given.exception_id = excepted.id and given.days <= notice.days)
    order by excepted.valid_until, excepted.id limit ${NOTICES_MAX}::int`,
  );
}

/** Another sweep may have given it, and the exception may have been revoked meanwhile. */
async function giveNotice(tx: Transaction, notice: DueException): Promise<void> {
  const { tenantId, exceptionId, validUntil, days, daysLeft } = notice;
  const [row] = await tx
    .select({ packId: exceptions.packId, requirementId: exceptions.requirementId })
    .from(exceptions)
    .where(and(eq(exceptions.tenantId, tenantId), eq(exceptions.id, exceptionId), eq(exceptions.status, "APPROVED")))
    .for("share");
  if (!row) return;
  const given = await tx
    .insert(exceptionNotices)
    .values({ tenantId, exceptionId, days })
    .onConflictDoNothing()
    .returning({ exceptionId: exceptionNotices.exceptionId });
  if (given.length === 0) return;
  await announce(tx, tenantId, {
    type: "exception.expiring",
    data: { tenantId, exceptionId, ...row, validUntil, noticeDays: days, daysLeft },
  });
}
