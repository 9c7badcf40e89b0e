import { countSealingKeys } from "@assay/core/webhooks";
import { createSecretBox } from "@assay/embedded/secret-box";
import type { Config } from "../config.ts";
import { connectTo } from "../parts/database.ts";
import { findSecretKeys, keepsSecretKeys } from "../parts/secret-box.ts";
import type { Finding } from "./finding.ts";

/** Which key seals the secrets of webhooks, and whether those that are stored can be opened. */
export async function checkWebhookKeys(config: Config): Promise<Finding[]> {
  const keys = await findSecretKeys(config);
  const sealed = await countSealed(config);
  if (!keys)
    return keepsSecretKeys(config)
      ? [{ ok: true, text: "Webhooks: the first start creates the key of their secrets" }]
      : [missing([...sealed.values()].reduce((sum, count) => sum + count, 0))];
  const { keyId, keyIds } = await createSecretBox(keys);
  const from = config.WEBHOOK_SECRET_KEY ? "WEBHOOK_SECRET_KEY" : "the data folder";
  const unknown = [...sealed].filter(([each]) => !keyIds.includes(each));
  const older = [...sealed].filter(([each]) => each !== keyId && keyIds.includes(each));
  return [
    { ok: true, text: `Secrets of webhooks are sealed with key ${keyId} of ${from}` },
    ...unknown.map(([each, count]) => ({
      ok: false,
      text: `Secrets of ${count} webhooks are sealed with key ${each}, which is not configured, so their deliveries wait: add it to WEBHOOK_SECRET_KEY behind the active one (\`npm run webhook-key:export\` prints the keys of a data folder), or rotate the secrets of these webhooks`,
    })),
    ...older.map(([each, count]) => ({
      ok: true,
      text: `Secrets of ${count} webhooks are still sealed with the earlier key ${each}: the next start seals them with ${keyId}`,
    })),
  ];
}

function missing(webhooks: number): Finding {
  const text =
    "No webhooks can be created because WEBHOOK_SECRET_KEY is not set: set it to the output of `npm run webhook-key:create`";
  return webhooks === 0
    ? { ok: true, warns: true, text }
    : { ok: false, text: `${text}; the deliveries of ${webhooks} webhooks wait for the key that they had` };
}

/** Empty where there is no server to ask, or it cannot be asked: what is wrong with it is said elsewhere. */
async function countSealed(config: Config): Promise<ReadonlyMap<string, number>> {
  if (!config.DATABASE_URL) return new Map();
  const { db, close } = connectTo(config.DATABASE_URL, config, { poolSize: 1 });
  try {
    return await countSealingKeys(db);
  } catch {
    return new Map();
  } finally {
    await close();
  }
}
