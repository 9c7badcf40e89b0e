import type { ApiKey } from "@assay/client/admin";
import { IconButton, Menu } from "@assay/ui";
import { Ellipsis, RefreshCw, Trash2 } from "lucide-react";
import { openAct } from "../lists/use-act.ts";

/** A revoked key can be nothing but looked at. */
export function KeyMenu({ apiKey: { id, name, prefix, revokedAt } }: { apiKey: ApiKey }) {
  if (revokedAt) return null;
  return (
    <Menu
      trigger={<IconButton label={`More for ${name}, ${prefix}`} icon={<Ellipsis size={16} aria-hidden />} />}
      items={[
        { label: "Renew", icon: <RefreshCw size={14} aria-hidden />, onSelect: () => openAct("renew", id) },
        {
          label: "Revoke",
          icon: <Trash2 size={14} aria-hidden />,
          danger: true,
          onSelect: () => openAct("revoke", id),
        },
      ]}
    />
  );
}
