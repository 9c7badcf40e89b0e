import type { Pack } from "@assay/client/admin";
import type { ReactNode } from "react";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { useMayChange } from "./use-may-change.ts";

/** What the page is for, whose pack it is, and to whom may only read it, why. */
export function OwnerLead({ pack, children }: { pack: Pack | undefined; children: ReactNode }) {
  const { data: session } = useTenantSession();
  const mayChange = useMayChange(pack);
  const isOwn = pack?.owner === "TENANT";
  return (
    <>
      <p>{children}</p>
      {pack && (
        <p className="mt-1 text-text">
          {isOwn
            ? `A pack of ${session?.tenant.name ?? "this tenant"}: no other tenant sees it.`
            : mayChange
              ? "A pack of the deployment."
              : "A pack of the deployment: a super administrator changes it."}
          {pack.archivedAt && " It is archived: it takes no versions and no new bindings."}
        </p>
      )}
    </>
  );
}
