import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { BASE } from "@assay/site/location";
import { useSession } from "@assay/site/use-session";
import { Badge, Dialog, Notice, TextField } from "@assay/ui";
import { Check, Search } from "lucide-react";
import { useState } from "react";
import { TENANT_PARAM, useTenantId } from "./tenant.ts";
import { useSuperAdminMode } from "./use-settings.ts";
import { useTenants } from "./use-tenants.ts";

/** Loaded when a SUPER_ADMIN opens it. A tenant is entered on its home page: what is selected here is of another one. */
export default function TenantDialog({ onClose }: { onClose: () => void }) {
  const tenants = useTenants();
  const mode = useSuperAdminMode();
  const { data: own } = useSession();
  const current = useTenantId() ?? own?.tenant.id;
  const [text, setText] = useState("");
  const shown =
    tenants.data?.tenants.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase())) ?? [];
  return (
    <Dialog open onOpenChange={onClose} title="Choose a tenant" description="Every page then shows this tenant's data.">
      <div className="flex flex-col gap-3">
        {mode === false && (
          <Notice tone="partial" title="Super-admin mode is off">
            You can see that a tenant exists, but not act in it. Whoever runs the service sets SUPER_ADMIN_MODE=true and
            starts it again.
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
        <Loaded query={tenants} what="tenants" rows={4}>
          {() => (
            <ul aria-label="Tenants" className="flex max-h-80 flex-col overflow-y-auto">
              {shown.map(({ id, name, status }) => (
                <li key={id}>
                  <TenantChoice
                    href={id === own?.tenant.id ? BASE : `${BASE}?${TENANT_PARAM}=${id}`}
                    isCurrent={id === current}
                    isOwn={id === own?.tenant.id}
                    {...{ name, status, onClose }}
                  />
                </li>
              ))}
              {shown.length === 0 && <li className="p-2 text-sm text-muted">No tenant has “{text}” in its name</li>}
            </ul>
          )}
        </Loaded>
        {tenants.data?.isMore && (
          <p className="text-xs text-muted">
            The newest {tenants.data.tenants.length} are shown. The page Tenants lists all of them.
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface TenantChoiceProps {
  href: string;
  name: string;
  status: "ACTIVE" | "INACTIVE";
  isCurrent: boolean;
  isOwn: boolean;
  onClose: () => void;
}

function TenantChoice({ href, name, status, isCurrent, isOwn, onClose }: TenantChoiceProps) {
  return (
    <Link
      href={href}
      onClick={onClose}
      aria-current={isCurrent || undefined}
      className="target flex items-center gap-2 rounded-md px-2 py-1.5 text-sm hover:bg-hover aria-[current]:font-medium"
    >
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {isOwn && <span className="text-xs text-muted">your own</span>}
      {status === "INACTIVE" && <Badge tone="neutral" label="Suspended" />}
      <Check size={14} aria-hidden className={isCurrent ? "text-accent" : "invisible"} />
    </Link>
  );
}
