import type { Role } from "@assay/contract";
import { findRoles } from "@assay/core/tenancy";
import type { Database } from "@assay/db";

export interface RoleBatches {
  /** As `findRole`, a moment later: with one statement for all of a tenant who ask within it. */
  find(user: { readonly tenantId: string; readonly userId: string }): Promise<Role | undefined>;
}

/** Tokens are verified before, which takes some milliseconds for many. */
const GATHER_MS = 25;

export function createRoleBatches(db: Database): RoleBatches {
  const open = new Map<string, { readonly userIds: Set<string>; readonly roles: Promise<Map<string, Role>> }>();
  const begin = (tenantId: string) => {
    const userIds = new Set<string>();
    const ask = async () => {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      open.delete(tenantId);
      return findRoles(db, { tenantId, userIds: [...userIds] });
    };
    const batch = { userIds, roles: ask() };
    open.set(tenantId, batch);
    return batch;
  };
  return {
    async find({ tenantId, userId }) {
      const { userIds, roles } = open.get(tenantId) ?? begin(tenantId);
      userIds.add(userId);
      return (await roles).get(userId);
    },
  };
}
