import type { SecretBox } from "@assay/core/ports";
import { reEncryptProviderSecrets } from "@assay/core/single-sign-on";
import { reEncryptSecrets } from "@assay/core/webhooks";
import type { Database } from "@assay/db";
import { describeError, type Logger } from "../logger.ts";
import type { OpenWrapper } from "./guard-store.ts";

/** Seals with the active key what an earlier key sealed, so that the earlier one can be dropped. */
export async function reseal(db: Database, box: SecretBox | undefined, logger: Logger): Promise<void> {
  const webhooks = box ? await reEncryptSecrets(db, box) : 0;
  if (webhooks > 0) logger.info("webhook.secrets_resealed", { webhooks, keyId: box?.keyId });
  const providers = box ? await reEncryptProviderSecrets(db, box) : 0;
  if (providers > 0) logger.info("identity_provider.secrets_resealed", { providers, keyId: box?.keyId });
}

/**
 * The same for the keys of tenants' originals. What seals them may be elsewhere and not in reach: the files wait for it,
 * the service does not.
 */
export async function rewrap(db: Database, openWrapper: OpenWrapper, logger: Logger): Promise<void> {
  try {
    if (!openWrapper) return;
    const { rewrapFileKeys } = await import("@assay/core/file-keys");
    const wrapper = await openWrapper();
    const keys = await rewrapFileKeys(db, wrapper);
    if (keys > 0) logger.info("file_keys.resealed", { keys, keyId: wrapper.keyId });
  } catch (error) {
    logger.error("file_keys.not_resealed", describeError(error));
  }
}
