import type { Pack } from "@assay/client/admin";
import { useMay } from "@assay/site/use-session";

/** Whether the user may change the pack: an administrator the tenant's own, a super administrator all. */
export function useMayChange(pack: Pack | undefined): boolean {
  const isAdmin = useMay("ADMIN");
  const isSuperAdmin = useMay("SUPER_ADMIN");
  return pack?.owner === "TENANT" ? isAdmin : isSuperAdmin && pack !== undefined;
}
