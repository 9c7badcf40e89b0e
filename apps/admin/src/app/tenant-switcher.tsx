import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { useMay, useSession } from "@assay/site/use-session";
import { Building2, ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { useTenantSession } from "./use-tenant-session.ts";

const TenantDialog = dialogOnDemand(() => import("./tenant-dialog.tsx"));

/** The tenant whose data the console shows; a SUPER_ADMIN chooses another one here. */
export function TenantSwitcher() {
  const { data: own } = useSession();
  const { data: session } = useTenantSession();
  const maySwitch = useMay("SUPER_ADMIN");
  const [open, setOpen] = useState(false);
  const name = session?.tenant.name ?? own?.tenant.name;
  if (!name) return null;
  if (!maySwitch)
    return (
      <p className="min-w-0 truncate border-s border-line ps-3 text-sm text-muted" title={name}>
        {name}
      </p>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Tenant: ${name}. Change`}
        onClick={() => setOpen(true)}
        className="target flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-text"
      >
        <Building2 size={14} aria-hidden className="shrink-0" />
        <span className="truncate">{name}</span>
        <ChevronsUpDown size={13} aria-hidden className="shrink-0" />
      </button>
      {open && <TenantDialog onClose={() => setOpen(false)} />}
    </>
  );
}
