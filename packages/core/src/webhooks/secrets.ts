import { AssayError } from "@assay/contract";
import type { webhooks } from "@assay/db";
import type { SecretBox } from "../ports/secret-box.ts";

type Row = typeof webhooks.$inferSelect;

const SECRET_BYTES = 32;

/** `whsec_` and random bytes in base64, as the Standard Webhooks specification writes secrets. */
export function newSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;
}

/** Throws INVALID_STATE where the deployment has no key to keep secrets with. */
export function requireBox(box: SecretBox | undefined): SecretBox {
  if (box) return box;
  throw new AssayError(
    "INVALID_STATE",
    "Cannot keep the secret of a webhook because this deployment has no key for it: its operator must set WEBHOOK_SECRET_KEY",
  );
}

/** A sealed secret opens for its own webhook alone. */
export function contextOf({ tenantId, id }: Pick<Row, "tenantId" | "id">): string {
  return `webhook:${tenantId}:${id}`;
}

/** The secrets that sign now, the current one first; undefined where the current one cannot be read. */
export async function openSecrets(
  box: SecretBox | undefined,
  webhook: Row,
  now: Date,
): Promise<readonly string[] | undefined> {
  const context = contextOf(webhook);
  const current = await box?.open({ keyId: webhook.secretKeyId, bytes: webhook.secret }, context);
  if (!box || current === undefined) return undefined;
  const { previousSecret: bytes, previousKeyId: keyId, previousUntil } = webhook;
  if (!bytes || !keyId || !previousUntil || previousUntil <= now) return [current];
  const previous = await box.open({ keyId, bytes }, context);
  return previous === undefined ? [current] : [current, previous];
}
