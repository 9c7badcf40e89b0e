import type { SelectOption } from "@assay/ui";
import { useTenantQuery } from "../app/use-tenant-query.ts";

const SHOWN_MAX = 200;

/** Who may have started a run: members, keys and the service itself. */
export function useStarters(): readonly SelectOption[] {
  const { data } = useTenantQuery({
    key: ["starters"],
    load: async ({ admin }, { signal }) => {
      const [members, keys] = await Promise.all([
        admin.members.list({ signal }).page({ limit: SHOWN_MAX }),
        admin.apiKeys.list({ signal }).page({ limit: SHOWN_MAX }),
      ]);
      return [
        ...members.items.map(({ userId, email }) => ({ value: userId, label: email })),
        ...keys.items.map(({ id, name }) => ({ value: `api-key:${id}`, label: `Key ${name}` })),
      ];
    },
    staleTime: 60_000,
  });
  return data ?? [];
}
