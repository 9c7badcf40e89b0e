import { AssayError } from "@assay/contract";
import { type Database, identityProviders } from "@assay/db";
import { and, eq, ne } from "drizzle-orm";
import type { SecretBox } from "../ports/secret-box.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";

type Row = typeof identityProviders.$inferSelect;

/** Throws INVALID_STATE where the deployment has no key to keep secrets with. */
export function requireProviderBox(box: SecretBox | undefined): SecretBox {
  if (box) return box;
  throw new AssayError(
    "INVALID_STATE",
    "Cannot keep the secret of an identity provider because this deployment has no key for it: its operator must set WEBHOOK_SECRET_KEY",
  );
}

/** A sealed secret opens for its own provider alone. */
export function contextOfProvider({ tenantId, id }: Pick<Row, "tenantId" | "id">): string {
  return `identity-provider:${tenantId}:${id}`;
}

/** Seals with the active key what an earlier key sealed. Returns how many providers it changed. */
export async function reEncryptProviderSecrets(db: Database, box: SecretBox): Promise<number> {
  const { id, tenantId, secretKeyId } = identityProviders;
  const older = await inSystem(db, (tx) =>
    tx.select({ id, tenantId }).from(identityProviders).where(ne(secretKeyId, box.keyId)),
  );
  let changed = 0;
  for (const provider of older) if (await reseal(db, box, provider)) changed += 1;
  return changed;
}

function reseal(db: Database, box: SecretBox, { tenantId, id }: Pick<Row, "tenantId" | "id">): Promise<boolean> {
  return inTenant({ db, tenantId }, async (tx) => {
    const mine = and(eq(identityProviders.tenantId, tenantId), eq(identityProviders.id, id));
    const [row] = await tx.select().from(identityProviders).where(mine).for("update");
    if (!row || row.secretKeyId === box.keyId) return false;
    const context = contextOfProvider(row);
    const secret = await box.open({ keyId: row.secretKeyId, bytes: row.secret }, context);
    if (secret === undefined) return false;
    const sealed = await box.seal(secret, context);
    await tx.update(identityProviders).set({ secret: sealed.bytes, secretKeyId: sealed.keyId }).where(mine);
    return true;
  });
}
