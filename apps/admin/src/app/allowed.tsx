import { AssayApiError, type Role, type Session } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { hasRole, ROLE_NAMES, useSession } from "@assay/site/use-session";
import { buttonClasses, EmptyState, SkeletonList } from "@assay/ui";
import { ShieldAlert, ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { useTenantId } from "./tenant.ts";
import { useTenantSession } from "./use-tenant-session.ts";

/** The view, for whom the API would serve it too; for anybody else why it is not shown. */
export function Allowed({ least, title, children }: { least: Role; title: string; children: ReactNode }) {
  const { data: session, error, refetch } = useSession();
  const inTenant = useTenantSession();
  const tenantId = useTenantId();
  if (error) return <ErrorPanel title="Your session cannot be read" error={error} onRetry={() => void refetch()} />;
  if (!session) return <SkeletonList label={`Loading ${title.toLowerCase()}`} rows={12} />;
  if (!hasRole(session, least)) return <NoAccess session={session} least={least} title={title} />;
  if (!tenantId || tenantId === session.tenant.id) return children;
  if (inTenant.error) return <NotInTenant error={inTenant.error} title={title} />;
  if (!inTenant.data) return <SkeletonList label={`Loading ${title.toLowerCase()}`} rows={12} />;
  return children;
}

function NoAccess({ session, least, title }: { session: Session; least: Role; title: string }) {
  const who = `You are signed in as ${ROLE_NAMES[session.role].toLowerCase()} of ${session.tenant.name}.`;
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState icon={<ShieldAlert size={22} aria-hidden />} title={`This page is for ${AUDIENCE[least]}`}>
        <p>
          {who}{" "}
          {least === "SUPER_ADMIN"
            ? "Only a super administrator changes what concerns all tenants: the operator of the service can appoint one."
            : "If you need it, ask an administrator of your organisation to change your role. Your evidence, runs and tasks are in the portal."}
        </p>
      </EmptyState>
    </>
  );
}

const AUDIENCE: Readonly<Record<Role, string>> = {
  VIEWER: "people of a tenant",
  MEMBER: "members",
  ADMIN: "administrators",
  SUPER_ADMIN: "super administrators",
};

/** The address names a tenant that may not be entered, or that does not exist. */
function NotInTenant({ error, title }: { error: Error; title: string }) {
  const code = error instanceof AssayApiError ? error.code : null;
  if (code !== "CROSS_TENANT_ACCESS_DENIED" && code !== "NOT_FOUND")
    return <ErrorPanel title="The tenant cannot be read" error={error} />;
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        icon={<ShieldX size={22} aria-hidden />}
        title={code === "NOT_FOUND" ? "This tenant does not exist" : "You cannot act in this tenant"}
        action={
          <Link href={BASE} className={buttonClasses()}>
            Go back to your own tenant
          </Link>
        }
      >
        <p>
          {error.message}.{" "}
          {code !== "NOT_FOUND" &&
            "The operator of the service turns this on with SUPER_ADMIN_MODE=true. Each access is then recorded in the tenant's audit log."}
        </p>
      </EmptyState>
    </>
  );
}
