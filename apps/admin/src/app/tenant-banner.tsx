import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { useSession } from "@assay/site/use-session";
import { ShieldAlert } from "lucide-react";
import { useTenantId } from "./tenant.ts";
import { useTenantSession } from "./use-tenant-session.ts";

/** Says on every page, in a colour that nothing else has, that the data is another tenant's. */
export function TenantBanner() {
  const tenantId = useTenantId();
  const { data: own } = useSession();
  const { data: session } = useTenantSession();
  const isForeign = tenantId !== undefined && own !== undefined && tenantId !== own.tenant.id;
  return (
    <div role="status">
      {isForeign && session && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-foreign px-4 py-1.5 text-sm text-on-foreign">
          <ShieldAlert size={15} aria-hidden className="shrink-0" />
          <span className="min-w-0 flex-1 break-words">
            You are acting in <strong className="font-semibold">{session.tenant.name}</strong>, which is not your
            tenant. Each access is recorded in its audit trail.
          </span>
          <Link href={BASE} className="shrink-0 rounded font-medium underline underline-offset-2">
            Leave this tenant
          </Link>
        </p>
      )}
    </div>
  );
}
