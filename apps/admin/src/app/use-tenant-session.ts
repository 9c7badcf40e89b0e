import { useTenantQuery } from "./use-tenant-query.ts";

/** Who is signed in, and the tenant that the address names: its name and the packs that it uses. */
export function useTenantSession() {
  return useTenantQuery({
    key: ["session"],
    load: ({ assay }, options) => assay.session(options),
    staleTime: 60_000,
  });
}
