import { useSession } from "@assay/site/use-session";
import type { ReactNode } from "react";

interface ReadOnlyLeadProps {
  /** Who changes it instead, and why: "all tenants share packs, so a super administrator imports them". */
  reason: string;
  children: ReactNode;
}

/** What the page is for, and to whom may only read it, why. */
export function ReadOnlyLead({ reason, children }: ReadOnlyLeadProps) {
  const { data: session } = useSession();
  return (
    <>
      <p>{children}</p>
      {session && session.role !== "SUPER_ADMIN" && (
        <p className="mt-1 text-text">You can read this but not change it: {reason}.</p>
      )}
    </>
  );
}
