import type { NoticeState } from "@assay/contract";
import { type Database, lockUntilCommit, operatorMessages, operatorNotices, type Transaction } from "@assay/db";
import { eq, inArray, isNull, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import { type Disk, findConditions, isTold, type NoticeThresholds } from "./find-conditions.ts";
import { selectDeploymentState } from "./read-deployment-state.ts";

export interface NoticeSettings {
  readonly thresholds: NoticeThresholds;
  /** Of this machine. */
  readonly host: string;
  /** Whether a webhook is told. */
  readonly webhook: boolean;
  /** Who is told by mail. */
  readonly addresses: readonly string[];
  /** How long a model must be down before anybody is told. */
  readonly modelDownMs: number;
  /** How long a notice stays after its end. */
  readonly keepMs: number;
}

type Notice = typeof operatorNotices.$inferSelect;

/**
 * Compares how the deployment is with what operators were told: what is new is told once, what is over once more. One process at
 * a time, however many do it; the messages are there when this commits, or nothing is.
 */
export function noteConditions(db: Database, settings: NoticeSettings, disks: readonly Disk[]): Promise<void> {
  return inSystem(db, async (tx) => {
    await lockUntilCommit(tx, "operator-notices");
    const open = await tx
      .select({ notice: operatorNotices, agedMs: sql<number>`${databaseMillis} - extract(epoch from since) * 1000` })
      .from(operatorNotices)
      .where(isNull(operatorNotices.endedAt));
    const lasting = open.map(({ notice }) => notice);
    const found = findConditions(await selectDeploymentState(tx), disks, settings.thresholds, lasting);
    const isOf = (one: Pick<Notice, "kind" | "subject">) => (other: Pick<Notice, "kind" | "subject">) =>
      one.kind === other.kind && one.subject === other.subject;
    for (const condition of found) {
      const known = open.find(({ notice }) => isOf(condition)(notice));
      if (known?.notice.toldAt) continue;
      const mustLastMs = condition.kind === "model.down" ? settings.modelDownMs : 0;
      const notice = known?.notice ?? (await begin(tx, condition));
      if (Number(known?.agedMs ?? 0) >= mustLastMs) await tell(tx, settings, notice);
    }
    for (const { notice } of open)
      if (isTold(notice, settings.host) && !found.some(isOf(notice))) await end(tx, settings, notice);
    await tx.execute(
      sql`delete from operator_notices where ended_at < now() - ${settings.keepMs}::float8 * interval '1 millisecond'`,
    );
  });
}

async function begin(tx: Transaction, condition: Pick<Notice, "kind" | "subject" | "detail">): Promise<Notice> {
  const [notice] = await tx.insert(operatorNotices).values(condition).returning();
  return notice!;
}

async function tell(tx: Transaction, settings: NoticeSettings, { id }: Notice): Promise<void> {
  await tx.update(operatorNotices).set({ toldAt: sql`now()` }).where(eq(operatorNotices.id, id));
  await addMessages(tx, settings, id, "BEGUN");
}

/** Of what nobody was told of, nobody is told the end. */
async function end(tx: Transaction, settings: NoticeSettings, { id, toldAt }: Notice): Promise<void> {
  if (!toldAt) {
    await tx.delete(operatorNotices).where(inArray(operatorNotices.id, [id]));
    return;
  }
  await tx.update(operatorNotices).set({ endedAt: sql`now()` }).where(eq(operatorNotices.id, id));
  await addMessages(tx, settings, id, "ENDED");
}

async function addMessages(
  tx: Transaction,
  { webhook, addresses }: NoticeSettings,
  noticeId: string,
  state: NoticeState,
): Promise<void> {
  const receivers = [
    ...(webhook ? [{ channel: "WEBHOOK" as const, address: null }] : []),
    ...addresses.map((address) => ({ channel: "MAIL" as const, address })),
  ];
  if (receivers.length === 0) return;
  await tx
    .insert(operatorMessages)
    .values(receivers.map((receiver) => ({ noticeId, state, nextAttemptAt: sql`now()`, ...receiver })));
}
