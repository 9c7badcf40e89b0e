import { type Database, webhooks } from "@assay/db";
import { and, eq, isNotNull, ne, or } from "drizzle-orm";
import type { SealedText, SecretBox } from "../ports/secret-box.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { lockWebhook } from "./read-webhooks.ts";
import { contextOf } from "./secrets.ts";

/** Seals with the active key what an earlier key sealed. Returns how many webhooks it changed. */
export async function reEncryptSecrets(db: Database, box: SecretBox): Promise<number> {
  const older = await inSystem(db, (tx) =>
    tx
      .select({ id: webhooks.id, tenantId: webhooks.tenantId })
      .from(webhooks)
      .where(
        or(
          ne(webhooks.secretKeyId, box.keyId),
          and(isNotNull(webhooks.previousKeyId), ne(webhooks.previousKeyId, box.keyId)),
        ),
      ),
  );
  let changed = 0;
  for (const webhook of older) if (await reseal(db, box, webhook)) changed += 1;
  return changed;
}

/** Of each key that sealed a secret which signs, the number of webhooks. */
export async function countSealingKeys(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await inSystem(db, (tx) => tx.select({ keyId: webhooks.secretKeyId }).from(webhooks));
  const counts = new Map<string, number>();
  for (const { keyId } of rows) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  return counts;
}

function reseal(db: Database, box: SecretBox, { tenantId, id }: { tenantId: string; id: string }): Promise<boolean> {
  return inTenant({ db, tenantId }, async (tx) => {
    const row = await lockWebhook(tx, tenantId, id);
    if (!row) return false;
    const context = contextOf(row);
    const again = async (sealed: SealedText): Promise<SealedText | undefined> => {
      const text = sealed.keyId === box.keyId ? undefined : await box.open(sealed, context);
      return text === undefined ? undefined : box.seal(text, context);
    };
    const current = await again({ keyId: row.secretKeyId, bytes: row.secret });
    const { previousKeyId: keyId, previousSecret: bytes } = row;
    const previous = keyId && bytes ? await again({ keyId, bytes }) : undefined;
    if (!current && !previous) return false;
    await tx
      .update(webhooks)
      .set({
        ...(current ? { secret: current.bytes, secretKeyId: current.keyId } : {}),
        ...(previous ? { previousSecret: previous.bytes, previousKeyId: previous.keyId } : {}),
      })
      .where(and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, id)));
    return true;
  });
}
