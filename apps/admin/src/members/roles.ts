import type { Role } from "@assay/client";
import { choice } from "@assay/site/form-dialog";
import { hasRole, ROLE_NAMES } from "@assay/site/use-session";

const ROLES: readonly Role[] = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"];

export const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));

const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  VIEWER: "Reads evidence, runs and tasks. Changes nothing.",
  MEMBER: "Reads everything, uploads and deletes evidence, starts runs and edits tasks.",
  ADMIN:
    "Everything that a member may do, and what this console does in this tenant: members, API keys, the audit log.",
  SUPER_ADMIN:
    "Everything that an administrator may do, and tenants, packs, guidance and engine versions of the whole service.",
};

/** The roles that somebody with this one may give: none above their own. */
export function rolesWithin(own: Role): readonly Role[] {
  return ROLES.filter((role) => hasRole({ role: own }, role));
}

export function roleField<R extends Role>(roles: readonly R[], before: R) {
  const options = roles.map((value) => ({ value, label: ROLE_NAMES[value] }));
  return choice("Role", options, { before, hint: (role) => ROLE_MEANINGS[role] });
}
