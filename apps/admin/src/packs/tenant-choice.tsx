import type { Tenant } from "@assay/client/admin";
import { Notice, TextField } from "@assay/ui";
import { Search } from "lucide-react";
import { useState } from "react";
import { useSuperAdminMode } from "../app/use-settings.ts";

interface TenantChoiceProps {
  tenants: readonly Tenant[];
  isMore: boolean;
  ownId: string | undefined;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** The tenants that are to be bound. */
export function TenantChoice({ tenants, isMore, ownId, chosen, onChoose }: TenantChoiceProps) {
  const mode = useSuperAdminMode();
  const [text, setText] = useState("");
  const shown = tenants.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">Tenants</legend>
      {mode === false && (
        <Notice tone="partial" title="Super-admin mode is off">
          Only your own tenant can be bound. Whoever runs the service sets SUPER_ADMIN_MODE=true.
        </Notice>
      )}
      <TextField
        label="Search tenants"
        labelHidden
        placeholder="Search by name"
        icon={<Search size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="flex max-h-96 flex-col overflow-y-auto rounded-lg border border-line p-1">
        {shown.map(({ id, name, status }) => (
          <li key={id}>
            <label className="target flex items-center gap-2 rounded-md px-2 py-1.5 text-sm hover:bg-hover has-disabled:opacity-60">
              <input
                type="checkbox"
                className="accent-accent"
                checked={chosen.includes(id)}
                disabled={id !== ownId && (!mode || status === "INACTIVE")}
                onChange={() => toggle(id)}
              />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {id === ownId && <span className="text-xs text-muted">your own</span>}
              {status === "INACTIVE" && <span className="text-xs text-muted">suspended</span>}
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="p-2 text-sm text-muted">No tenant has “{text}” in its name</li>}
      </ul>
      {isMore && <p className="text-xs text-muted">The newest {tenants.length} are shown.</p>}
    </fieldset>
  );
}
