import type { MenuItem } from "@assay/ui";
import { Lock, Trash2 } from "lucide-react";
import { openAct } from "../lists/use-act.ts";

/** What a tenant's menu offers on its end: also where it is refused now, as the dialog says why. */
export function erasureItems(tenantId: string, isOwn: boolean): MenuItem[] {
  const holds: MenuItem = {
    label: "Holds",
    icon: <Lock size={14} aria-hidden />,
    onSelect: () => openAct("holds", tenantId),
  };
  if (isOwn) return [holds];
  return [
    holds,
    {
      label: "Erase…",
      icon: <Trash2 size={14} aria-hidden />,
      danger: true,
      onSelect: () => openAct("erase", tenantId),
    },
  ];
}
