import type { WebhookEventType } from "@assay/contract";
import { type Database, eventReaders, oneRow, tenantEvents } from "@assay/db";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { EVENTS_KEPT } from "../jobs/remove-expired.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant, readInSystem } from "../tenancy/transact.ts";
import { messageId } from "./to-webhook.ts";

/** A reader that is connected is noted as often. */
const NOTED_EVERY = sql`interval '1 hour'`;

/** Of `event_readers`: anyone who comes back within a day finds what happened meanwhile. */
export const isSeen = sql`seen_at > now() - interval '25 hours'`;

const PAGE_MAX = 100;

interface TenantEvent {
  readonly position: number;
  /** As webhooks name it in `webhook-id`. */
  readonly messageId: string;
  readonly type: WebhookEventType;
  /** The body that webhooks are sent, to the byte. */
  readonly payload: string;
}

export interface EventPage {
  /** At most 100, the oldest first. */
  readonly events: readonly TenantEvent[];
  /** Of the last one, or where the page begins. */
  readonly position: number;
  /** The database has not got as far: it was restored from a backup while the stream was read. */
  readonly isAhead: boolean;
}

/**
 * Notes that somebody reads, so that events are kept from now on. Returns where to begin: after `last`, the position of
 * the last event that was received, or now without one. A position that this database has not reached, or has for another
 * message, is of another one, such as that before a restore: it begins at 0, with the oldest event that is kept. ADMIN.
 */
export async function openEvents(ctx: Context, last: number | undefined, lastMessageId?: string): Promise<number> {
  requireRole(ctx, "ADMIN");
  await noteReader(ctx);
  const { position } = oneRow(
    await inTenant(ctx, (tx) =>
      tx.select({ position: eventReaders.position }).from(eventReaders).where(eq(eventReaders.tenantId, ctx.tenantId)),
    ),
  );
  if (last === undefined) return position;
  return last <= position && !(await isAnother(ctx, last, lastMessageId)) ? last : 0;
}

/** Whether another message is at the position. What is not kept any longer may have been the same. */
async function isAnother(ctx: Context, position: number, given: string | undefined): Promise<boolean> {
  if (given === undefined) return false;
  const [row] = await inTenant(ctx, (tx) =>
    tx
      .select({ id: tenantEvents.id })
      .from(tenantEvents)
      .where(and(eq(tenantEvents.tenantId, ctx.tenantId), eq(tenantEvents.position, position))),
  );
  return row !== undefined && messageId({ eventId: row.id }) !== given;
}

/** Notes it again where that was an hour ago; after a pause of a day it is a first time. */
export async function noteReader(ctx: Context): Promise<void> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  await inTenant(ctx, async (tx) => {
    const isNoted = sql<boolean>`${eventReaders.seenAt} >= now() - ${NOTED_EVERY}`;
    const [noted] = await tx.select({ isNoted }).from(eventReaders).where(eq(eventReaders.tenantId, tenantId));
    // Each event counts its position in that row: what changes nothing must not lock it.
    if (noted?.isNoted) return;
    await tx
      .insert(eventReaders)
      .values({ tenantId })
      .onConflictDoUpdate({
        target: eventReaders.tenantId,
        set: {
          seenAt: sql`now()`,
          listeningSince: sql`case when event_readers.${isSeen} then event_readers.listening_since else now() end`,
        },
        setWhere: sql`event_readers.seen_at < now() - ${NOTED_EVERY}`,
      });
  });
}

/** What happened after a position in the last 24 hours. ADMIN. */
export async function listEvents(ctx: Context, after: number): Promise<EventPage> {
  requireRole(ctx, "ADMIN");
  const { rows, isAhead } = await inTenant(ctx, async (tx) => {
    const found = await tx
      .select()
      .from(tenantEvents)
      .where(
        and(
          eq(tenantEvents.tenantId, ctx.tenantId),
          gt(tenantEvents.position, after),
          gt(tenantEvents.createdAt, sql`now() - ${EVENTS_KEPT}`),
        ),
      )
      .orderBy(asc(tenantEvents.position))
      .limit(PAGE_MAX);
    if (found.length > 0) return { rows: found, isAhead: false };
    const ofReader = eq(eventReaders.tenantId, ctx.tenantId);
    const [reader] = await tx.select({ position: eventReaders.position }).from(eventReaders).where(ofReader);
    return { rows: found, isAhead: reader !== undefined && reader.position < after };
  });
  const events = rows.map(({ id, type, payload, position }) => ({
    position: position!,
    messageId: messageId({ eventId: id }),
    type,
    payload,
  }));
  return { events, position: events.at(-1)?.position ?? after, isAhead };
}

/** The position of the newest event of each tenant: one statement, however many are read. */
export async function readEventMarks(db: Database, tenantIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await readInSystem(db, (tx) =>
    tx
      .select({ tenantId: eventReaders.tenantId, position: eventReaders.position })
      .from(eventReaders)
      .where(inArray(eventReaders.tenantId, [...tenantIds])),
  );
  return new Map(rows.map(({ tenantId, position }) => [tenantId, String(position)]));
}
