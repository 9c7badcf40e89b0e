import type { KeyWrapper } from "@assay/core/ports";
import type { Config } from "../config.ts";
import { kindOfKeyService } from "../settings/key-services.ts";

/**
 * What seals the keys of tenants, opened when it is first asked for: a key service, and the deployment's own keys behind it.
 * Undefined where originals are stored as they are.
 */
export function configuredKeyWrapper(config: Config): (() => Promise<KeyWrapper>) | undefined {
  if (!config.FILES_KEY && !config.FILES_KMS) return undefined;
  let opened: Promise<KeyWrapper> | undefined;
  return () => {
    opened ??= open(config);
    return opened;
  };
}

async function open(config: Config): Promise<KeyWrapper> {
  const { createKeyWrapper, firstWrapper } = await import("@assay/embedded/key-wrapper");
  const remote = config.FILES_KMS === undefined ? [] : [await openKeyService(config, config.FILES_KMS)];
  const own = config.FILES_KEY ? [await createKeyWrapper(config.FILES_KEY)] : [];
  return firstWrapper([...remote, ...own] as [KeyWrapper, ...KeyWrapper[]]);
}

async function openKeyService(config: Config, name: string): Promise<KeyWrapper> {
  const { createAwsKmsWrapper, createGcpKmsWrapper, createVaultWrapper } = await import("@assay/adapters/key-wrappers");
  const { FILES_KMS_ENDPOINT: endpoint, FILES_KMS_ACCESS_KEY_ID, FILES_KMS_SECRET_ACCESS_KEY } = config;
  const kind = kindOfKeyService(name);
  switch (kind) {
    case "aws": {
      const key = { accessKeyId: FILES_KMS_ACCESS_KEY_ID!, secretAccessKey: FILES_KMS_SECRET_ACCESS_KEY! };
      return createAwsKmsWrapper({ arn: name, endpoint: endpoint && `${endpoint}/`, ...key });
    }
    case "gcp":
      return createGcpKmsWrapper({ name, endpoint, credentials: config.FILES_KMS_CREDENTIALS });
    case "vault":
      return createVaultWrapper({ url: name, token: config.FILES_KMS_TOKEN! });
    default:
      return kind satisfies never;
  }
}
