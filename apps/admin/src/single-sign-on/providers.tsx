import type { IdentityProvider } from "@assay/client/admin";
import { ROLE_NAMES } from "@assay/site/use-session";
import { ABOVE_ROW_LINK, Badge, type Column, IconButton, Menu } from "@assay/ui";
import { Ellipsis, LogIn, Pencil, Power, Stethoscope, Trash2 } from "lucide-react";
import { openAct } from "../lists/use-act.ts";
import type { ActedListProps } from "./acted-list.tsx";
import {
  CheckProviderDialog,
  CreateProviderDialog,
  EditProviderDialog,
  REMOVE_PROVIDER,
  SwitchProviderDialog,
} from "./provider-dialogs.tsx";

const COLUMNS: readonly Column<IdentityProvider>[] = [
  {
    id: "name",
    header: "Name",
    className: "sm:w-[45%]",
    cell: ({ name, issuer }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium break-words">{name}</span>
        <span className="text-xs break-all text-muted">{issuer}</span>
      </span>
    ),
  },
  {
    id: "client",
    header: "Client id",
    cell: ({ clientId }) => <code className="font-mono text-xs break-all">{clientId}</code>,
  },
  {
    id: "state",
    header: "State",
    cell: ({ active }) => <Badge tone={active ? "complete" : "neutral"} label={active ? "Active" : "Inactive"} />,
  },
  { id: "role", header: "Role at first sign-in", cell: ({ defaultRole }) => ROLE_NAMES[defaultRole] },
  {
    id: "acts",
    header: "Actions",
    align: "end",
    cell: (provider) => (
      <span className={ABOVE_ROW_LINK}>
        <ProviderMenu provider={provider} />
      </span>
    ),
  },
];

function ProviderMenu({ provider: { id, name, active } }: { provider: IdentityProvider }) {
  return (
    <Menu
      trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis size={16} aria-hidden />} />}
      items={[
        { label: "Check", icon: <Stethoscope size={14} aria-hidden />, onSelect: () => openAct("check", id) },
        { label: "Change", icon: <Pencil size={14} aria-hidden />, onSelect: () => openAct("edit", id) },
        {
          label: active ? "Deactivate" : "Activate",
          icon: <Power size={14} aria-hidden />,
          onSelect: () => openAct("switch", id),
        },
        {
          label: "Remove",
          icon: <Trash2 size={14} aria-hidden />,
          danger: true,
          onSelect: () => openAct("remove", id),
        },
      ]}
    />
  );
}

export const PROVIDERS: ActedListProps<IdentityProvider> = {
  title: "Providers",
  what: "providers",
  load: ({ admin }, options) => admin.singleSignOn.listProviders(options),
  make: { label: "New provider", act: "create", Dialog: CreateProviderDialog },
  dialogs: {
    edit: EditProviderDialog,
    switch: SwitchProviderDialog,
    check: CheckProviderDialog,
  },
  removal: REMOVE_PROVIDER,
  columns: COLUMNS,
  icon: LogIn,
  empty: ["No provider yet", "People sign in with a password. Register Assay at your provider, and create it here."],
};
