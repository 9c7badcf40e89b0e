import type { Tenant } from "@assay/client/admin";
import { IconButton, Menu, type MenuItem } from "@assay/ui";
import { Ellipsis, Pencil, Power, PowerOff } from "lucide-react";
import { erasureItems } from "../erasures/erasure-items.tsx";
import { openAct } from "../lists/use-act.ts";

export function TenantMenu({ tenant: { id, name, status }, isOwn }: { tenant: Tenant; isOwn: boolean }) {
  const items: MenuItem[] = [
    { label: "Rename", icon: <Pencil size={14} aria-hidden />, onSelect: () => openAct("rename", id) },
  ];
  if (status === "INACTIVE")
    items.push({ label: "Resume", icon: <Power size={14} aria-hidden />, onSelect: () => openAct("activate", id) });
  else if (!isOwn)
    items.push({
      label: "Suspend",
      icon: <PowerOff size={14} aria-hidden />,
      danger: true,
      onSelect: () => openAct("deactivate", id),
    });
  items.push(...erasureItems(id, isOwn));
  return (
    <Menu
      trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis size={16} aria-hidden />} />}
      items={items}
      {...(isOwn && {
        heading: <span className="block max-w-52 text-xs">Your own tenant cannot be suspended or erased</span>,
      })}
    />
  );
}
