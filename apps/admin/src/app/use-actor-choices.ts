import type { ApiKey } from "@assay/client/admin";
import { useTenantQuery } from "./use-tenant-query.ts";

const SHOWN_MAX = 200;

/** Who acts in the tenant, next to the service itself: members and keys. */
export function useActorChoices(nameOfKey: (key: ApiKey) => string) {
  const { data } = useTenantQuery({
    key: ["actors"],
    load: async ({ admin }, options) => {
      const [members, keys] = await Promise.all([
        admin.members.list(options).page({ limit: SHOWN_MAX }),
        admin.apiKeys.list(options).page({ limit: SHOWN_MAX }),
      ]);
      return { members: members.items, keys: keys.items };
    },
    staleTime: 60_000,
  });
  return [
    ...(data?.members ?? []).map(({ userId, email }) => ({ value: userId, label: email })),
    ...(data?.keys ?? []).map((key) => ({ value: `api-key:${key.id}`, label: nameOfKey(key) })),
  ];
}
