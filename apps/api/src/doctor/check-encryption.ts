import { type FileKeyInspection, inspectFileKeys } from "@assay/core/file-keys";
import type { KeyWrapper } from "@assay/core/ports";
import { createKeyWrapper } from "@assay/embedded/key-wrapper";
import type { Config } from "../config.ts";
import { connectTo } from "../parts/database.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import type { Finding } from "./finding.ts";

/** Which originals are stored as they were uploaded, and whether what seals the keys of the others is there. */
export async function checkEncryption(config: Config): Promise<Finding[]> {
  const found = await inspect(config);
  const openWrapper = configuredKeyWrapper(config);
  if (!openWrapper) return plain(found);
  try {
    const wrapper = await openWrapper();
    await probe(wrapper);
    return [
      { ok: true, text: `Originals are encrypted, with keys of tenants that '${wrapper.keyId}' seals` },
      ...(found ? await compare(config, wrapper, found) : []),
    ];
  } catch (error) {
    return [{ ok: false, text: `${(error as Error).message}: originals wait for it` }];
  }
}

/** Undefined where there is no server to ask, or it cannot be asked: what is wrong with it is said elsewhere. */
async function inspect(config: Config): Promise<FileKeyInspection | undefined> {
  if (!config.DATABASE_URL) return undefined;
  const { db, close } = connectTo(config.DATABASE_URL, config, { poolSize: 1 });
  try {
    return await inspectFileKeys(db);
  } catch {
    return undefined;
  } finally {
    await close();
  }
}

function plain(found: FileKeyInspection | undefined): Finding[] {
  const keys = [...(found?.sealedBy.values() ?? [])].reduce((sum, count) => sum + count, 0);
  if (keys > 0)
    return [
      {
        ok: false,
        text: `Originals are encrypted with ${keys} keys of tenants, and neither FILES_KEY nor FILES_KMS is set, so they cannot be read: set the one that sealed them (${[...found!.sealedBy.keys()].join(", ")})`,
      },
    ];
  return [
    {
      ok: true,
      text: "Originals are stored as they are: set FILES_KEY to the output of `npm run files-key:create` to have them encrypted",
    },
  ];
}

async function probe(wrapper: KeyWrapper): Promise<void> {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const again = await wrapper.unwrap(await wrapper.wrap(key, "doctor"), "doctor");
  if (again?.toString() !== key.toString())
    throw new Error(`Cannot unwrap a key with '${wrapper.keyId}', which wrapped it`);
}

async function compare(
  { FILES_KEY }: Config,
  { keyId }: KeyWrapper,
  { sealedBy, uncovered }: FileKeyInspection,
): Promise<Finding[]> {
  const own = await Promise.all((FILES_KEY ?? []).map(async (key) => (await createKeyWrapper([key])).keyId));
  const others = [...sealedBy].filter(([each]) => each !== keyId);
  return [
    ...others.map(([each, keys]) =>
      own.includes(each)
        ? {
            ok: true,
            text: `${keys} keys of tenants are still sealed by the earlier '${each}': the next start seals them again`,
          }
        : {
            ok: false,
            text: `${keys} keys of tenants are sealed by '${each}', which is not configured, so their originals cannot be read: add it to FILES_KEY behind the active one, or set its FILES_KMS`,
          },
    ),
    ...(uncovered.documents === 0
      ? []
      : [
          {
            ok: true,
            warns: true as const,
            text: `${uncovered.documents} originals of ${uncovered.tenants} tenants may be stored as they were uploaded, or under an earlier key: a service that runs encrypts them below all other work; at once do so with \`npm run files:encrypt\``,
          },
        ]),
  ];
}
