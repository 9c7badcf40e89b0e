import { Link } from "@assay/site/link";
import { Building2, ChevronLeft, Globe } from "lucide-react";
import type { ReactNode } from "react";
import { useTenantSession } from "./use-tenant-session.ts";

export interface PageProps {
  title: ReactNode;
  /** Whose data it shows: the tenant's of the address, or what all tenants share. */
  scope?: "tenant" | "all";
  /** The list that this page is one of. */
  back?: { readonly href: string; readonly label: string };
  /** Next to the title, the chief one last. */
  actions?: ReactNode;
  /** Below the title: what the page is for, or a state. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A view's heading with whose data it is, and its content, which scrolls. */
export function Page({ title, scope = "tenant", back, actions, lead, children }: PageProps) {
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-7xl flex-col gap-5 px-4 py-5 sm:px-6">
        <div className="flex flex-col gap-1">
          {back && (
            <Link href={back.href} className="flex items-center gap-1 self-start text-xs text-muted hover:text-text">
              <ChevronLeft size={13} aria-hidden />
              {back.label}
            </Link>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 className="min-w-0 text-lg font-semibold tracking-tight break-words">{title}</h1>
            <Scope scope={scope} />
            {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
          </div>
          {lead && <div className="max-w-3xl text-sm text-muted">{lead}</div>}
        </div>
        {children}
      </div>
    </div>
  );
}

export function Scope({ scope }: { scope: "tenant" | "all" }) {
  const { data: session } = useTenantSession();
  const Icon = scope === "all" ? Globe : Building2;
  const text = scope === "all" ? "Shared by all tenants" : session?.tenant.name;
  if (!text) return null;
  return (
    <p className="flex min-w-0 items-center gap-1 rounded-full border border-line px-2 py-0.5 text-xs text-muted">
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">Data of: </span>
      <span className="truncate">{text}</span>
    </p>
  );
}
