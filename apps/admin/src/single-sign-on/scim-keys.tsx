import type { ScimKey } from "@assay/client/admin";
import { formatDateTime, formatWhen } from "@assay/site/format";
import { ABOVE_ROW_LINK, Badge, Button, type Column } from "@assay/ui";
import { KeyRound } from "lucide-react";
import { KeyName } from "../lists/key-name.tsx";
import { openAct } from "../lists/use-act.ts";
import type { ActedListProps } from "./acted-list.tsx";
import { CreateScimKeyDialog, REVOKE_SCIM_KEY } from "./scim-key-dialogs.tsx";

const COLUMNS: readonly Column<ScimKey>[] = [
  {
    id: "name",
    header: "Name",
    className: "sm:w-[45%]",
    cell: KeyName,
  },
  {
    id: "state",
    header: "State",
    cell: ({ revokedAt }) => (
      <Badge tone={revokedAt ? "neutral" : "complete"} label={revokedAt ? "Revoked" : "Active"} />
    ),
  },
  { id: "used", header: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt ? formatWhen(lastUsedAt) : "Never") },
  { id: "created", header: "Created", minor: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    id: "acts",
    header: "Actions",
    align: "end",
    cell: ({ id, name, revokedAt }) =>
      !revokedAt && (
        <span className={ABOVE_ROW_LINK}>
          <Button look="quiet" onClick={() => openAct("revoke-scim-key", id)} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        </span>
      ),
  },
];

export const SCIM_KEYS: ActedListProps<ScimKey> = {
  title: "Directory (SCIM)",
  what: "SCIM keys",
  load: ({ admin }, options) => admin.scim.listKeys(options),
  make: { label: "New SCIM key", act: "create-scim-key", Dialog: CreateScimKeyDialog },
  removal: REVOKE_SCIM_KEY,
  columns: COLUMNS,
  icon: KeyRound,
  empty: ["No SCIM key yet", "With a key, your directory says who is a member and in which groups."],
};
