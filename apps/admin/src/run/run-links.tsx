import type { AdminRun } from "@assay/client/admin";
import { Link } from "@assay/site/link";
import { siteConfig } from "@assay/site/site-config";
import { useSession } from "@assay/site/use-session";
import { buttonClasses } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Eye, ListTree, ScrollText } from "lucide-react";
import { hrefTo } from "../app/tenant.ts";

/** What else describes the run: its trace, its story in the audit log, who read its files, its verdicts in the portal. */
export function RunLinks({ run }: { run: AdminRun }) {
  const portal = usePortal();
  const { data: session } = useSession();
  return (
    <>
      {portal && session?.tenant.id === run.tenantId && (
        <a href={`${portal}?run=${run.id}`} className={buttonClasses()}>
          <ExternalLink size={14} aria-hidden />
          Verdicts in the portal
        </a>
      )}
      <Link href={hrefTo(`/audit/runs/${run.id}`)} className={buttonClasses()}>
        <ScrollText size={14} aria-hidden />
        Audit story
      </Link>
      <Link href={hrefTo(`/access-records?runId=${run.id}`)} className={buttonClasses()}>
        <Eye size={14} aria-hidden />
        Who read it
      </Link>
      <Link href={hrefTo(`/traces/${run.id}`)} className={buttonClasses()}>
        <ListTree size={14} aria-hidden />
        Trace
      </Link>
    </>
  );
}

/** Where the portal is; null where this site is alone. The portal shows one's own tenant only. */
function usePortal(): string | null | undefined {
  return useQuery({
    queryKey: ["sites"],
    queryFn: async () => (await siteConfig()).sites?.portal ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
