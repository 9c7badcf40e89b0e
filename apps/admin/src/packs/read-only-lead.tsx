import { useSession } from "@assay/site/use-session";
import type { ReactNode } from "react";

/** What the page is for, and to whom may only read it, why. */
export function ReadOnlyLead({ children }: { children: ReactNode }) {
  const { data: session } = useSession();
  return (
    <>
      <p>{children}</p>
      {session && session.role !== "SUPER_ADMIN" && (
        <p className="mt-1 text-text">
          You can read this, not change it: packs are shared by all tenants, so a super administrator imports, publishes
          and binds them.
        </p>
      )}
    </>
  );
}
