import type { SecretBox } from "@assay/core/ports";
import { reEncryptProviderSecrets } from "@assay/core/single-sign-on";
import { reEncryptSecrets } from "@assay/core/webhooks";
import type { Database } from "@assay/db";
import type { Logger } from "../logger.ts";

/** Seals with the active key what an earlier key sealed, so that the earlier one can be dropped. */
export async function reseal(db: Database, box: SecretBox | undefined, logger: Logger): Promise<void> {
  const webhooks = box ? await reEncryptSecrets(db, box) : 0;
  if (webhooks > 0) logger.info("webhook.secrets_resealed", { webhooks, keyId: box?.keyId });
  const providers = box ? await reEncryptProviderSecrets(db, box) : 0;
  if (providers > 0) logger.info("identity_provider.secrets_resealed", { providers, keyId: box?.keyId });
}
