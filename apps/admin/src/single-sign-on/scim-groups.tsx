import type { ScimGroup, SsoRole } from "@assay/client/admin";
import { choice, FormDialog } from "@assay/site/form-dialog";
import { ROLE_NAMES } from "@assay/site/use-session";
import { ABOVE_ROW_LINK, Button, type Column } from "@assay/ui";
import { UsersRound } from "lucide-react";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { openAct } from "../lists/use-act.ts";
import type { ActedListProps } from "./acted-list.tsx";
import type { DialogProps } from "./removal-dialog.tsx";

const roleOf = (role: SsoRole | null) => (role ? ROLE_NAMES[role] : "Nothing");

const COLUMNS: readonly Column<ScimGroup>[] = [
  {
    id: "name",
    header: "Group",
    className: "sm:w-[45%]",
    cell: ({ displayName }) => <span className="font-medium break-words">{displayName}</span>,
  },
  { id: "members", header: "Members", cell: ({ members }) => members },
  { id: "role", header: "Gives", cell: ({ role }) => <span className={role ? "" : "text-muted"}>{roleOf(role)}</span> },
  {
    id: "acts",
    header: "Actions",
    align: "end",
    cell: ({ id, displayName }) => (
      <span className={ABOVE_ROW_LINK}>
        <Button look="quiet" onClick={() => openAct("map-group", id)} aria-label={`Choose the role of ${displayName}`}>
          Choose the role
        </Button>
      </span>
    ),
  },
];

const CHOICES = (["NONE", "VIEWER", "MEMBER"] as const).map((value) => ({
  value,
  label: roleOf(value === "NONE" ? null : value),
}));

function MapGroupDialog({ row: { id, displayName, role }, onClose }: DialogProps<ScimGroup>) {
  const map = useTenantAct(({ admin }, next: SsoRole | null) => admin.scim.mapGroup(id, next), { onSuccess: onClose });
  return (
    <FormDialog
      title={`What “${displayName}” gives`}
      description="Its members get the role at once. An administrator is never changed."
      fields={{ role: choice<SsoRole | "NONE">("Role", CHOICES, { before: role ?? "NONE" }) }}
      act="Save"
      by={map}
      onSend={(values) => map.mutate(values.role === "NONE" ? null : values.role)}
      onClose={onClose}
    />
  );
}

export const SCIM_GROUPS: ActedListProps<ScimGroup> = {
  title: "Groups of the directory",
  what: "groups",
  load: ({ admin }, options) => admin.scim.listGroups(options),
  dialogs: { "map-group": MapGroupDialog },
  columns: COLUMNS,
  icon: UsersRound,
  empty: [
    "No group yet",
    "Groups that the directory sends are listed here. Each gives nothing until you choose a role.",
  ],
};
