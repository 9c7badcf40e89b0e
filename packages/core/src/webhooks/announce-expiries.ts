import { EXPIRY_NOTICE_DAYS } from "@assay/contract";
import { type Database, documents, expiryNotices, rowsOf, type Transaction } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { isNoContainer } from "../is-no-container.ts";
import { announce } from "./announce.ts";
import { type DueNotice, giveNotices, NOTICES_MAX, noticeDays } from "./give-notices.ts";
import { isSeen } from "./read-events.ts";

interface DueDocument extends DueNotice {
  readonly documentId: string;
  readonly expiresAt: string;
}

/**
 * Announces evidence that expires, for tenants with a webhook that asks for it or a reader of events: 30, 7 and 1 days before, once each. Of
 * notices that were missed the last one is given, also after the day itself; what expired before anybody asked is not.
 */
export function announceExpiries(db: Database): Promise<void> {
  return giveNotices(db, listDueNotices, giveNotice);
}

async function listDueNotices(tx: Transaction): Promise<DueDocument[]> {
  return rowsOf<DueDocument>(
    tx,
    sql`
    with listening as (
      select tenant_id, (min(listening_since) at time zone 'UTC')::date as since from webhooks
      where enabled and events @> array['evidence.expiring']::text[] group by tenant_id),
    heard as (
      select tenant_id, min(since) as since from (
        select * from listening
        union all select tenant_id, (listening_since at time zone 'UTC')::date from event_readers where ${isSeen}
      ) each group by tenant_id),
    clock as (select (now() at time zone 'UTC')::date as today)
    select document.tenant_id as "tenantId", document.id as "documentId", document.expires_at::text as "expiresAt",
      notice.days, document.expires_at - today as "daysLeft"
    from heard
    join tenants tenant on tenant.id = heard.tenant_id and tenant.status = 'ACTIVE'
    cross join clock
    join documents document on document.tenant_id = heard.tenant_id and document.status = 'READY'
      and ${isNoContainer(sql`document.file_type`)} and document.expires_at is not null
      and document.superseded_by_id is null and document.retired_at is null
      and document.expires_at >= since and document.expires_at <= today + ${EXPIRY_NOTICE_DAYS[0]}::int
    cross join lateral (
      select min(days) as days from (values ${noticeDays(EXPIRY_NOTICE_DAYS)}) as notices (days)
      where document.expires_at <= today + days) notice
    where not exists (
      select 1 from expiry_notices given
      where given.tenant_id = document.tenant_id and given.document_id = document.id
        and given.expires_at = document.expires_at and given.days <= notice.days)
    order by document.expires_at, document.id limit ${NOTICES_MAX}::int`,
  );
}

/** Another sweep may have given it, and the document may have been corrected or deleted meanwhile. */
async function giveNotice(tx: Transaction, notice: DueDocument): Promise<void> {
  const { tenantId, documentId, expiresAt, days, daysLeft } = notice;
  const [document] = await tx
    .select({ parentDocumentId: documents.parentDocumentId })
    .from(documents)
    .where(
      and(
        eq(documents.tenantId, tenantId),
        eq(documents.id, documentId),
        eq(documents.status, "READY"),
        eq(documents.expiresAt, expiresAt),
        isNull(documents.supersededById),
        isNull(documents.retiredAt),
      ),
    )
    .for("share");
  if (!document) return;
  const given = await tx
    .insert(expiryNotices)
    .values({ tenantId, documentId, expiresAt, days })
    .onConflictDoNothing()
    .returning({ documentId: expiryNotices.documentId });
  if (given.length === 0) return;
  const { parentDocumentId } = document;
  await announce(tx, tenantId, {
    type: "evidence.expiring",
    data: { tenantId, documentId, parentDocumentId, expiresAt, noticeDays: days, daysLeft },
  });
}
